import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { yamlDocument } from '../document/yaml-faults.ts';

/** Longer texts are read too slowly for lines. */
const CHARACTERS_MAX = 1_048_576;

/** The lines of a YAML or JSON text, by paths in its value. */
export class LineFinder {
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed | undefined;

  constructor(text: string) {
    this.#document = text.length <= CHARACTERS_MAX ? yamlDocument(text, this.#lines) : undefined;
  }

  /** Finds the line of a member, or of what holds it. Null for a text that is too long. */
  lineOf(path: readonly (string | number)[]): number | null {
    if (!this.#document) return null;
    let node: unknown = this.#document.contents;
    let offset = rangeOf(node);
    for (const step of path) {
      const [at, value] = memberOf(node, step);
      if (at === undefined) break;
      [node, offset] = [value, at];
    }
    return this.#lines.linePos(offset ?? 0).line;
  }
}

/** Returns where a member begins, by its name, and its value. */
function memberOf(node: unknown, step: string | number): readonly [number | undefined, unknown] {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return [rangeOf(pair?.key), pair?.value];
  }
  const item = isSeq(node) ? node.items[Number(step)] : undefined;
  return [rangeOf(item), item];
}

const rangeOf = (node: unknown): number | undefined =>
  isNode(node) ? ((node as Node).range?.[0] ?? undefined) : undefined;
