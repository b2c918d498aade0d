import type { Contract } from '../../domain/api/contract.ts';

/** The contract of an API, with the document that its calls are checked against. */
export type ServedContract = Contract & {
  /** The parts of the OpenAPI document that describe calls, as JSON text. */
  readonly document: string;
};

/** Joins a contract and its document. Null checks nothing. */
export function servedContract(
  contract: Contract | undefined,
  document: string | undefined,
): ServedContract | null {
  return contract && document !== undefined ? { ...contract, document } : null;
}
