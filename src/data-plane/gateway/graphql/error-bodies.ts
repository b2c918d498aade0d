import type { Refusal } from '../../../foundation/errors.ts';
import { hintOf, kindOf } from '../../../http/problem.ts';
import type { Call } from '../call.ts';
import { DocumentRefusal } from './document-refusal.ts';

/** A refusal as the answer to a GraphQL request has it, as JSON. */
export function errorsOf(
  refused: Refusal,
  { requestId, catalog }: Pick<Call, 'requestId' | 'catalog'>,
): string {
  const kind = kindOf(refused, catalog.portalUrl);
  const extensions = { code: refused.code, ...kind, ...hintOf(refused), requestId };
  const errors = refused instanceof DocumentRefusal ? refused.errors : [{ message: refused.message }];
  return JSON.stringify({ errors: errors.map((error) => ({ ...error, extensions })) });
}
