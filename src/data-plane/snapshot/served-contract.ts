import type { ApiSettings } from '../../domain/api/api-settings.ts';
import { type Contract, contractDefaults, type Mock } from '../../domain/api/contract.ts';

/** The contract of an API, with the document that its calls are checked against. */
export type ServedContract = Contract & {
  /** The source of answers in place of a back-end; null for none. */
  readonly mock: Mock | null;
  /** The parts of the OpenAPI document that describe calls, as JSON text. */
  readonly document: string;
};

/** Tells whether calls of an API need its document. Most do not, and gateways do not keep it. */
export const needsDocument = ({ contract, mock }: ApiSettings): boolean =>
  contract !== undefined || mock !== undefined;

/** Joins the settings of a contract and the document. Null needs none. */
export function servedContract(settings: ApiSettings, document: string | undefined): ServedContract | null {
  if (!needsDocument(settings) || document === undefined) return null;
  return { ...(settings.contract ?? contractDefaults), mock: settings.mock ?? null, document };
}
