import type { Call } from '../call.ts';

/** A back-end's own word on its end, in lower case: that of the product takes its place. */
export const noticeNames: ReadonlySet<string> = new Set(['deprecation', 'sunset']);

const NONE: readonly string[] = [];

/** What every answer of a deprecated product says of its end, as names and values in turn. */
export function noticesOf({ chosen }: Call): readonly string[] {
  return chosen ? chosen.api.notices : NONE;
}
