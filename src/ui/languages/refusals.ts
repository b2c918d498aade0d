import type { RefusalCode } from '../../foundation/errors.ts';

/** Facts of a refusal besides its code. */
type RefusalFacts = {
  /** Seconds until a retry, where they are known. */
  readonly seconds: number | undefined;
  /** Position in a list of the value at fault, from 1. It is undefined for the whole list. */
  readonly position: number | undefined;
};

/**
 * Sentences for refusals of the portal API, by code, or by code and field. A refusal without one is shown in
 * the words of the API, which are English.
 */
export type Refusals = Readonly<
  Partial<Record<RefusalCode | `${RefusalCode}.${string}`, string | ((facts: RefusalFacts) => string)>>
>;
