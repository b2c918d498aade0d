import { type Document, visit } from 'yaml';

/** Aliases make a small text large: how often what an anchor names may be written out, by aliases in aliases too. */
export const ALIASES_MAX = 100;

/** What has an anchor: how often aliases name it, and how often what it has by aliases is in it. */
type Anchored = { uses: number; weight: number };

type YamlFault = { readonly offset: number; readonly message: string };

/** What keeps a text from being read, by its places: of the syntax all, else the first alias that says too much. */
export function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  if (document.errors.length > 0)
    return document.errors.map(({ pos: [offset], message }) => ({ offset, message: message.slice(0, 200) }));
  return aliasFaults(document);
}

/** The reader of YAML refuses such a text as well, and does not say where. */
function aliasFaults(document: Document.Parsed): readonly YamlFault[] {
  const faults: YamlFault[] = [];
  const byName = new Map<string, Anchored>();
  const byNode = new Map<unknown, Anchored>();
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
      const fault = target ? useFault(target, holders) : 'has no anchor before it';
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
  if (weight > ALIASES_MAX) return 'is one of too many aliases';
  for (const holder of holders) if (holder) holder.weight = Math.max(holder.weight, weight);
  return undefined;
}
