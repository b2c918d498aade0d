import { type Document, isAlias, isMap, isSeq, LineCounter, type ParsedNode, parseAllDocuments } from 'yaml';

export type YamlPath = readonly (string | number)[];

/** The position of a value, as compilers write it. Lines and columns begin at 1. */
export type SourcePosition = { readonly file: string; readonly line: number; readonly column: number };

/** Formats a position as compilers write it and editors open it. */
export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** Something wrong in what the user wrote. */
export type PositionedFault = { readonly position: SourcePosition; readonly message: string };

/** One document of a file, as values and with their places. */
export type Source = {
  readonly file: string;
  readonly value: unknown;
  /** Position of the member's name or item at a path. Where there is none, that of the nearest one around it. */
  positionOf(path: YamlPath): SourcePosition;
};

type Sources = { readonly sources: readonly Source[]; readonly faults: readonly PositionedFault[] };

/**
 * Reads YAML, and so JSON, with the places of its values. What the parser only warns of is a fault as well, and so are
 * numbers that JSON has not: they would travel as null, which means "unlimited" in places.
 *
 * @param file as the user is told of it
 */
export function readSources(file: string, text: string): Sources {
  const lines = new LineCounter();
  const documents = parseAllDocuments<ParsedNode>(text, { lineCounter: lines });
  const positionAt = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const sources: Source[] = [];
  const faults: PositionedFault[] = [];
  for (const document of documents) {
    const wrong = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
      position: positionAt(pos[0]),
      message: message.split(/ at line \d/)[0] ?? message,
    }));
    if (wrong.length > 0) {
      faults.push(...wrong);
      continue;
    }
    const positionOf = (path: YamlPath) => positionAt(offsetOf(document, path));
    const { value, message } = readValue(document);
    if (message) faults.push({ position: positionOf([]), message });
    else sources.push({ file, value, positionOf });
  }
  return { sources, faults };
}

function readValue(document: Document.Parsed): { readonly value?: unknown; readonly message?: string } {
  try {
    const value: unknown = document.toJS();
    // It is written as JSON later; what cannot be is found here, where its file is known.
    JSON.stringify(value);
    return { value };
  } catch (error) {
    return { message: `The document cannot be read: ${reasonAgainst(error)}` };
  }
}

function reasonAgainst(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep.';
  if (error instanceof TypeError) return 'an alias stands within its own anchor.';
  return error instanceof Error ? `${error.message}.` : String(error);
}

/** Follows a path as far as the document goes. */
function offsetOf(document: Document.Parsed, path: YamlPath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    const next = stepInto(node, step);
    if (!next) break;
    node = next.node;
    offset = next.offset ?? offset;
  }
  return offset;
}

type StepIntoResult = { readonly node: unknown; readonly offset: number | undefined };

function stepInto(node: unknown, step: string | number): StepIntoResult | undefined {
  if (isSeq<ParsedNode>(node)) {
    const item = node.items[Number(step)];
    return item && { node: item, offset: item.range?.[0] };
  }
  if (!isMap<ParsedNode, ParsedNode>(node)) return undefined;
  const pair = node.items.find(({ key }) => String(key) === String(step));
  return pair && { node: pair.value, offset: pair.key.range?.[0] };
}
