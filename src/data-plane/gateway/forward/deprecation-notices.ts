import type { Call } from '../call.ts';

/** Headers of a back-end on its end, in lower case. Those of the product replace them. */
export const noticeNames: ReadonlySet<string> = new Set(['deprecation', 'sunset']);

const NONE: readonly string[] = [];

/** Headers of a deprecated product on its end, as names and values in turn. */
export function noticesOf({ chosen }: Call): readonly string[] {
  return chosen ? chosen.api.notices : NONE;
}
