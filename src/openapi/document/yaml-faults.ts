import { type Document, isPair, isScalar, type LineCounter, parseDocument, visit } from 'yaml';

/** Limits the copies of one anchor, made by aliases or by aliases within aliases. Aliases make a small text large. */
const USES_MAX = 100;
/** Limits the aliases of a text. For each one, the reader goes through all anchors and aliases again. */
const ALIASES_MAX = 1_000;

/** The use of an anchor. `uses` counts its aliases, `weight` the copies within it. */
type Anchored = { uses: number; weight: number };

type YamlFault = { readonly offset: number; readonly message: string };

/**
 * Parses a text without checking for repeated keys. The reader compares each key with all before it, and `yamlFaults`
 * is faster.
 */
export function yamlDocument(text: string, lineCounter: LineCounter): Document.Parsed {
  return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
}

/**
 * Lists the faults of a text with their positions. They are all faults of the syntax, else the first alias that expands
 * too far.
 */
export function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  const errors = document.errors.map(({ pos: [offset], message }) => ({
    offset,
    message: message.slice(0, 200),
  }));
  const faults = [...errors, ...repeatedKeys(document)].sort((a, b) => a.offset - b.offset);
  return faults.length > 0 ? faults : aliasFaults(document);
}

/** Finds repeated keys. (YAML 1.2.2 §3.2.1.1) */
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

/**
 * Returns the value of a document in which `yamlFaults` found nothing. The reader need not count expanded aliases
 * again.
 */
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

/** Counts one more use of an anchor within its holders. Returns the fault, if any. */
function useFault(target: Anchored, holders: readonly (Anchored | undefined)[]): string | undefined {
  if (holders.includes(target)) return 'refers to what it stands in';
  target.uses += 1;
  const weight = target.uses * target.weight;
  if (weight > USES_MAX) return 'is one of too many aliases';
  for (const holder of holders) if (holder) holder.weight = Math.max(holder.weight, weight);
  return undefined;
}
