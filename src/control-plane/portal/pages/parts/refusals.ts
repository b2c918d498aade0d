import type { RefusalCode } from '../../../../foundation/errors.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import type { Refusals } from '../../../../ui/languages/refusals.ts';

/** Finds the sentence of a refusal in the language of the page, if any. */
export function sentenceFor(refusals: Refusals, refusal: PageRefusal): string | undefined {
  const code = refusal.code as RefusalCode;
  const sentence = refusals[`${code}.${refusal.field}`] ?? refusals[code];
  if (typeof sentence !== 'function') return sentence;
  const { headers, position } = refusal;
  const seconds = headers?.['Retry-After'];
  return sentence({ seconds: seconds === undefined ? undefined : Number(seconds), position });
}
