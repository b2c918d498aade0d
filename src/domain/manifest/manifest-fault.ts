import { type InputFault, Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import { escaped } from '../../foundation/json-pointer.ts';

/** Where in a manifest: the members that lead there. */
export type ManifestPath = readonly (string | number)[];

/** One thing that is wrong with a manifest. */
export type ManifestFault = {
  readonly place: ManifestPath;
  readonly code: RefusalCode;
  /** A sentence that says what to change. */
  readonly message: string;
  /** Where it stands in the text, where the place does not say so: a fault of the syntax has none. */
  readonly line?: TextPosition;
};

/** Where something stands in the text of a manifest, counted from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** Gathers what is wrong, so that all of it can be told at once. */
export type Faults = {
  readonly list: readonly ManifestFault[];
  add(place: ManifestPath, message: string, code?: RefusalCode): void;
  /** Runs a rule of the domain for the thing at a place; undefined where the rule refuses it. */
  collect<T>(place: ManifestPath, rule: () => T): T | undefined;
  /** The same for what takes time. */
  gather<T>(place: ManifestPath, work: () => T | Promise<T>): Promise<T | undefined>;
};

export function createFaults(): Faults {
  const list: ManifestFault[] = [];
  const note = (error: unknown, place: ManifestPath): undefined => {
    if (!(error instanceof Refusal)) throw error;
    list.push(faultOf(error, place));
  };
  return {
    list,
    add(place, message, code = 'BAD_USER_INPUT') {
      list.push({ place, code, message });
    },
    collect(place, rule) {
      try {
        return rule();
      } catch (error) {
        return note(error, place);
      }
    },
    async gather(place, work) {
      try {
        return await work();
      } catch (error) {
        return note(error, place);
      }
    },
  };
}

/** A refusal as a fault of the thing at a place: the `input` of its path is that thing. */
export function faultOf({ code, message, inputPath = [] }: Refusal, place: ManifestPath): ManifestFault {
  return { code, message, place: [...place, ...inputPath.slice(1)] };
}

/** A place as a JSON pointer. (RFC 6901) */
export function pointerTo(place: ManifestPath): string {
  return place.map((member) => `/${escaped(String(member))}`).join('');
}

/** How many faults the sentence of a refusal tells; the list has more. */
const FAULTS_TOLD = 10;
/** How many faults the list of a refusal has. */
const FAULTS_MAX = 100;

/**
 * The refusal of a manifest, with all its faults.
 *
 * @param faults one or more
 * @param lineOf where a place stands in the text; undefined where the manifest is no text
 */
export function refusalOfManifest(
  faults: readonly ManifestFault[],
  lineOf: (place: ManifestPath) => TextPosition | undefined,
): Refusal {
  const told = faults.slice(0, FAULTS_MAX).map(({ place, code, message, line = lineOf(place) }) => {
    return { path: ['input', 'manifest', ...place], code, message, ...line };
  });
  const sentences = told.slice(0, FAULTS_TOLD).map(sentenceOf);
  const rest = faults.length - sentences.length;
  const [first] = told;
  return refusal(first && told.every(({ code }) => code === first.code) ? first.code : 'BAD_USER_INPUT', {
    detail: [...sentences, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' '),
    ...(first && { path: first.path }),
    faults: told,
  });
}

function sentenceOf({ path, message, line, column }: InputFault): string {
  const at = [
    ...(path.length > 2 ? [pointerTo(path.slice(2))] : []),
    ...(line === undefined ? [] : [`line ${line}, column ${column}`]),
  ];
  return at.length === 0 ? message : `At ${at.join(', ')}: ${message}`;
}
