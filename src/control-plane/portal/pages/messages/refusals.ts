import type { RefusalCode } from '../../../../foundation/errors.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';

/** What a sentence may tell of a refusal besides its code. */
type RefusalFacts = {
  /** After how many seconds it can be tried again, where that was said. */
  readonly seconds: number | undefined;
  /** Of the value at fault in a list, the first being 1; undefined where it is the whole list. */
  readonly position: number | undefined;
};

/**
 * What a refusal of the portal API is to somebody who reads pages: by its code, or by its code and the field at fault.
 * What is not here is told in the words of the API, which are English.
 */
export type Refusals = Readonly<
  Partial<Record<RefusalCode | `${RefusalCode}.${string}`, string | ((facts: RefusalFacts) => string)>>
>;

/** A refusal in the language of the page; undefined where that says nothing of its own. */
export function sentenceFor(refusals: Refusals, refusal: PageRefusal): string | undefined {
  const code = refusal.code as RefusalCode;
  const sentence = refusals[`${code}.${refusal.field}`] ?? refusals[code];
  if (typeof sentence !== 'function') return sentence;
  const { headers, position } = refusal;
  const seconds = headers?.['Retry-After'];
  return sentence({ seconds: seconds === undefined ? undefined : Number(seconds), position });
}
