import { type InputFault, Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import { escaped } from '../../foundation/json-pointer.ts';

/** A path in a manifest: the members and indexes that lead to a value. */
export type ManifestPath = readonly (string | number)[];

/** One fault of a manifest. */
export type ManifestFault = {
  readonly path: ManifestPath;
  readonly code: RefusalCode;
  /** A sentence that says what to change. */
  readonly message: string;
  /** The position in the text, where the path does not give it. A fault of the syntax has no path. */
  readonly line?: TextPosition;
};

/** A position in the text of a manifest, counted from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** Gathers faults, so that all are reported at once. */
export class Faults {
  readonly list: ManifestFault[] = [];

  add(path: ManifestPath, message: string, code: RefusalCode = 'BAD_USER_INPUT'): void {
    this.list.push({ path, code, message });
  }

  /** Runs a rule of the domain for the thing at a path. Undefined when the rule refuses it. */
  collect<T>(path: ManifestPath, rule: () => T): T | undefined {
    try {
      return rule();
    } catch (error) {
      return this.#note(error, path);
    }
  }

  /** Runs a rule that may be asynchronous. */
  async gather<T>(path: ManifestPath, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      return this.#note(error, path);
    }
  }

  #note(error: unknown, path: ManifestPath): undefined {
    if (!(error instanceof Refusal)) throw error;
    this.list.push(faultOf(error, path));
  }
}

/** Converts a refusal into a fault of the thing at a path. The `input` of its path is that thing. */
export function faultOf({ code, message, inputPath = [] }: Refusal, path: ManifestPath): ManifestFault {
  return { code, message, path: [...path, ...inputPath.slice(1)] };
}

/** Returns a path as a JSON pointer. (RFC 6901) */
export function pointerTo(path: ManifestPath): string {
  return path.map((member) => `/${escaped(String(member))}`).join('');
}

/** The number of faults in the message of a refusal. Its list has more. */
const FAULTS_TOLD = 10;
/** The number of faults in the list of a refusal. */
const FAULTS_MAX = 100;

/**
 * Refuses a manifest, with all its faults.
 *
 * @param faults one or more
 * @param lineOf returns the position of a path in the text; undefined where the manifest is no text
 */
export function refusalOfManifest(
  faults: readonly ManifestFault[],
  lineOf: (path: ManifestPath) => TextPosition | undefined,
): Refusal {
  const listed = faults.slice(0, FAULTS_MAX).map(({ path, code, message, line = lineOf(path) }) => {
    return { path: ['input', 'manifest', ...path], code, message, ...line };
  });
  const sentences = listed.slice(0, FAULTS_TOLD).map(sentenceOf);
  const rest = faults.length - sentences.length;
  const [first] = listed;
  return refusal(first && listed.every(({ code }) => code === first.code) ? first.code : 'BAD_USER_INPUT', {
    detail: [...sentences, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' '),
    ...(first && { path: first.path }),
    faults: listed,
  });
}

function sentenceOf({ path, message, line, column }: InputFault): string {
  const at = [
    ...(path.length > 2 ? [pointerTo(path.slice(2))] : []),
    ...(line === undefined ? [] : [`line ${line}, column ${column}`]),
  ];
  return at.length === 0 ? message : `At ${at.join(', ')}: ${message}`;
}
