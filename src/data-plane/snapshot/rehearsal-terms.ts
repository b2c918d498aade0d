import type { IgnoredDifference } from '../../domain/rehearsal/rehearsal.ts';
import type { ServedContract } from './served-contract.ts';

/** The terms of a rehearsal. A share of the safe calls of an API goes to its successor, too. */
export type RehearsalTerms = {
  readonly id: string;
  /** The share of calls, above 0 and up to 1. */
  readonly sample: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly ignored: readonly IgnoredDifference[];
  /** The documents that answers are read by; null for none. */
  readonly documents: { readonly before: ServedContract | null; readonly after: ServedContract | null };
};
