import { type Document, isMap, isNode, isScalar, isSeq, LineCounter } from 'yaml';
import {
  type ManifestFault,
  type ManifestPath,
  refusalOfManifest,
  type TextPosition,
} from '../../../domain/manifest/manifest-fault.ts';
import { Refusal, refusal, refuse } from '../../../foundation/errors.ts';
import { REST_BOUNDS } from '../../../graphql/server/large-request.ts';
import { exceededBound } from '../../../graphql/validation/nesting.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { yamlDocument, yamlFaults, yamlValue } from '../../../openapi/document/yaml-faults.ts';
import { withDocumentsAsTexts } from '../../../openapi/document-texts.ts';

const PATH = ['input', 'manifest'];

/** Characters of a text that is read at once. */
const HERE_MAX = 65_536;

/** Source of a manifest, which also knows the lines of its text. */
export type ManifestSource = {
  /** The value as JSON has it: without references to itself, without prototypes. */
  readonly value: unknown;
  /** Makes the refusal for faults. Each has its line where the manifest is a text. */
  refusalOf(faults: readonly ManifestFault[]): Promise<Refusal>;
};

/**
 * Reads a manifest: an object, or YAML or JSON text. YAML that takes long is read in a child process. An object is not
 * written and parsed again: with documents of megabytes that would take a twentieth of a second.
 *
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT with the line of each fault in the syntax; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function readManifestSource(source: unknown, queueKey: string): Promise<ManifestSource> {
  if (typeof source !== 'string')
    return {
      value: withDocumentsAsTexts(source),
      refusalOf: async (faults) => refusalOfManifest(faults, () => undefined),
    };
  return {
    value: await contentOf(source, queueKey),
    refusalOf: async (faults) => {
      const lines = await linesOf(source, faults, queueKey);
      return refusalOfManifest(faults, (path) => lines[faults.findIndex((each) => each.path === path)]);
    },
  };
}

async function contentOf(text: string, queueKey: string): Promise<unknown> {
  return JSON.parse(await inChildIfLarge({ text }, jsonOf, queueKey));
}

/**
 * Reads the lines of faults. There are none where the text is too expensive to read for them; the faults are reported
 * all the same.
 */
async function linesOf(
  text: string,
  faults: readonly ManifestFault[],
  queueKey: string,
): Promise<TextPosition[]> {
  try {
    return await inChildIfLarge({ text, paths: faults.map(({ path }) => path) }, linesIn, queueKey);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

function inChildIfLarge<Input extends { readonly text: string }, Output>(
  input: Input,
  work: (input: Input) => Output,
  queueKey: string,
): Promise<Output> {
  return inChildIf(
    { isLarge: input.text.length > HERE_MAX, queueKey },
    {
      module: 'control-plane/management/manifest/manifest-text',
      work,
      input,
      tooMuch: (amount) =>
        refusal('BAD_USER_INPUT', {
          detail: `The manifest takes ${amount} to read as a text: give it as an object.`,
          path: PATH,
        }),
    },
  );
}

/**
 * Converts a text to JSON text, in which OpenAPI documents are strings. That costs little to pass between processes and
 * to read. JSON is read as JSON, which is faster; the YAML reader reports its faults, since it knows lines.
 */
export function jsonOf({ text }: { readonly text: string }): string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = yamlContentOf(text);
  }
  const json = writtenJson(content);
  // The process that asked for it parses it.
  const exceeded = exceededBound(json, REST_BOUNDS);
  if (exceeded === 'depthMax') tangled();
  if (exceeded === 'valuesMax')
    refuse('REQUEST_TOO_LARGE', {
      detail: `A manifest may hold ${REST_BOUNDS.valuesMax} values besides its documents: apply it in parts.`,
      path: PATH,
    });
  return json;
}

function writtenJson(content: unknown): string {
  try {
    return JSON.stringify(withDocumentsAsTexts(content)) ?? 'null';
  } catch (cause) {
    return tangled(cause);
  }
}

/** Finds the lines of paths in a text. It is exported for child processes, which find it by its name. */
export function linesIn({
  text,
  paths,
}: {
  readonly text: string;
  readonly paths: readonly ManifestPath[];
}): TextPosition[] {
  const { lineOf } = positionsIn(text);
  return paths.map(lineOf);
}

function yamlContentOf(text: string): unknown {
  const { document, lines } = positionsIn(text);
  try {
    const faults = yamlFaults(document);
    if (faults.length === 0) return yamlValue(document);
    throw refusalOfManifest(
      faults.map(({ offset, message }) => ({
        path: [],
        code: 'BAD_USER_INPUT',
        message,
        line: lineAt(lines, offset),
      })),
      () => undefined,
    );
  } catch (cause) {
    if (!(cause instanceof ReferenceError || cause instanceof RangeError)) throw cause;
    return tangled(cause);
  }
}

function tangled(cause?: unknown): never {
  return refuse('BAD_USER_INPUT', {
    detail:
      'The manifest is nested too deep, has too many aliases, or refers to itself by one: write it out.',
    path: PATH,
    cause,
  });
}

function lineAt(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function positionsIn(text: string) {
  const lines = new LineCounter();
  const document = yamlDocument(text, lines);
  return { document, lines, lineOf: (path: ManifestPath) => lineAt(lines, offsetOf(document, path)) };
}

/** Finds the offset of a member, at its name. A missing member has the offset of its parent. */
function offsetOf(document: Document.Parsed, path: ManifestPath): number {
  const member = path.at(-1);
  if (member === undefined) return document.contents?.range[0] ?? 0;
  const parent = path.slice(0, -1);
  const holder = parent.length === 0 ? document.contents : document.getIn(parent, true);
  const items: readonly unknown[] = isMap(holder)
    ? holder.items.filter(({ key }) => isScalar(key) && key.value === member).map(({ key }) => key)
    : [isSeq(holder) ? holder.items[Number(member)] : undefined];
  const [found] = items;
  return isNode(found) && found.range ? found.range[0] : offsetOf(document, parent);
}
