import { type Document, isPair, isScalar, type LineCounter, parseDocument, visit } from 'yaml';

/** Aliases make a small text large: how often what an anchor names may be written out, by aliases in aliases too. */
const USES_MAX = 100;
/** For each alias the reader goes through all anchors and aliases once more. */
const ALIASES_MAX = 1_000;

/** What has an anchor: how often aliases name it, and how often what it has by aliases is in it. */
type Anchored = { uses: number; weight: number };

type YamlFault = { readonly offset: number; readonly message: string };

/** A text as the reader of YAML has it. It would hold each key against all before it: `yamlFaults` tells of those. */
export function yamlDocument(text: string, lineCounter: LineCounter): Document.Parsed {
  return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
}

/** What keeps a text from being read, by its places: of the syntax all, else the first alias that says too much. */
export function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  const errors = document.errors.map(({ pos: [offset], message }) => ({
    offset,
    message: message.slice(0, 200),
  }));
  const faults = [...errors, ...repeatedKeys(document)].sort((a, b) => a.offset - b.offset);
  return faults.length > 0 ? faults : aliasFaults(document);
}

/** YAML 1.2.2 §3.2.1.1: keys are unique. */
function repeatedKeys(document: Document.Parsed): readonly YamlFault[] {
  const faults: YamlFault[] = [];
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items.filter(isPair)) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value))
          faults.push({ offset: key.range?.[0] ?? 0, message: 'Map keys must be unique' });
        seen.add(key.value);
      }
    },
  });
  return faults;
}

/** What a document says, once `yamlFaults` finds nothing: the reader need not count what aliases write out. */
export function yamlValue(document: Document.Parsed): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

function aliasFaults(document: Document.Parsed): readonly YamlFault[] {
  const faults: YamlFault[] = [];
  const byName = new Map<string, Anchored>();
  const byNode = new Map<unknown, Anchored>();
  let aliases = 0;
  visit(document, {
    Value(_key, node) {
      if (!node.anchor) return;
      const anchored = { uses: 0, weight: 1 };
      byName.set(node.anchor, anchored);
      byNode.set(node, anchored);
    },
    Alias(_key, { source, range }, path) {
      const target = byName.get(source);
      const holders = path.map((node) => byNode.get(node));
      aliases += 1;
      const fault =
        aliases > ALIASES_MAX
          ? `is one of more than ${ALIASES_MAX.toLocaleString('en')} aliases`
          : target
            ? useFault(target, holders)
            : 'has no anchor before it';
      if (fault === undefined) return undefined;
      faults.push({ offset: range?.[0] ?? 0, message: `The alias *${source} ${fault}: write it out.` });
      return visit.BREAK;
    },
  });
  return faults;
}

/** Counts one more use of what an anchor names, within these; what is wrong with it. */
function useFault(target: Anchored, holders: readonly (Anchored | undefined)[]): string | undefined {
  if (holders.includes(target)) return 'refers to what it stands in';
  target.uses += 1;
  const weight = target.uses * target.weight;
  if (weight > USES_MAX) return 'is one of too many aliases';
  for (const holder of holders) if (holder) holder.weight = Math.max(holder.weight, weight);
  return undefined;
}
