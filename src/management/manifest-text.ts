import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type Line, type Place, refusalOfManifest } from '../domain/manifest/fault.ts';
import { refuse } from '../errors.ts';

/** Aliases make a small text large. */
const ALIASES_MAX = 100;
const PATH = ['input', 'manifest'];

/** What a manifest is read from. */
export type ManifestSource = {
  /** As JSON has it: nothing that refers to itself, no prototypes. */
  readonly value: unknown;
  /** Where a place stands in the text; undefined where the manifest is no text. */
  readonly lineOf: (place: Place) => Line | undefined;
};

/**
 * Reads a manifest: an object, or YAML or JSON text.
 *
 * @throws BAD_USER_INPUT with the line of each fault in the syntax
 */
export function readManifestSource(given: unknown): ManifestSource {
  if (typeof given !== 'string') return { value: asJson(given), lineOf: () => undefined };
  const text = given;
  let positions: ReturnType<typeof positionsIn> | undefined;
  const lineOf = (place: Place) => {
    positions ??= positionsIn(text);
    return positions.lineOf(place);
  };
  return { value: asJson(contentOf(text)), lineOf };
}

/** JSON is read as such, which is faster; its faults are told by the YAML reader, which knows lines. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return yamlContentOf(text);
  }
}

function yamlContentOf(text: string): unknown {
  const { document, lines } = positionsIn(text);
  if (document.errors.length > 0)
    throw refusalOfManifest(
      document.errors.map(({ pos, message }) => {
        return {
          place: [],
          code: 'BAD_USER_INPUT',
          message: message.slice(0, 200),
          line: lineAt(lines, pos[0]),
        };
      }),
      () => undefined,
    );
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    if (!(cause instanceof ReferenceError || cause instanceof RangeError)) throw cause;
    return tangled(cause);
  }
}

function tangled(cause: unknown): never {
  return refuse('BAD_USER_INPUT', {
    detail:
      'The manifest is nested too deep, has too many aliases, or refers to itself by one: write it out.',
    path: PATH,
    cause,
  });
}

function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (cause) {
    return tangled(cause);
  }
}

function lineAt(lines: LineCounter, offset: number): Line {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function positionsIn(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  return { document, lines, lineOf: (place: Place) => lineAt(lines, offsetOf(document, place)) };
}

/** Where a member begins, at its name; where it is missing, what should hold it. */
function offsetOf(document: Document.Parsed, place: Place): number {
  const member = place.at(-1);
  if (member === undefined) return document.contents?.range[0] ?? 0;
  const parent = place.slice(0, -1);
  const holder = parent.length === 0 ? document.contents : document.getIn(parent, true);
  const items: readonly unknown[] = isMap(holder)
    ? holder.items.filter(({ key }) => isScalar(key) && key.value === member).map(({ key }) => key)
    : [isSeq(holder) ? holder.items[Number(member)] : undefined];
  const [found] = items;
  return isNode(found) && found.range ? found.range[0] : offsetOf(document, parent);
}
