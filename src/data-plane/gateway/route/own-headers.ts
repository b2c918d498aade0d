/** Headers of a back-end's settings. They replace the caller's of these names. */
export type OwnHeaders = {
  /** Names and values in turn. */
  readonly pairs: readonly string[];
  /** Tells whether a header of the caller, in lower case, is written by the settings. */
  replaces(name: string): boolean;
};

/**
 * @param pairs names and values in turn
 * @param further names of headers whose values each call brings
 */
export function ownHeaders(
  pairs: readonly string[],
  further: readonly string[] = [],
): OwnHeaders | undefined {
  const written = [...pairs.filter((_, at) => at % 2 === 0), ...further];
  if (written.length === 0) return undefined;
  const names = new Set(written.map((name) => hyphenated(name.toLowerCase())));
  return { pairs, replaces: (name) => names.has(hyphenated(name)) };
}

/** Characters of a header name besides letters, digits and hyphens. (RFC 9110 §5.6.2) */
const LOOKALIKE = /[^a-z\d-]/;
const LOOKALIKES = /[^a-z\d-]/g;

/** Returns a lower-case name as back-ends may read it. Some take an underscore or a dot for a hyphen. */
export const hyphenated = (name: string): string =>
  LOOKALIKE.test(name) ? name.replaceAll(LOOKALIKES, '-') : name;
