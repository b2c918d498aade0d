import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { checkMeterOperations } from '../../../domain/api/meters.ts';
import { checkOperations } from '../../../domain/api/security-requirements.ts';
import { operationNamesOf } from '../../../openapi/path-template.ts';
import { readInDocument } from './read-in-document.ts';

/**
 * Checks that a document has the operations of security and of meters.
 *
 * @throws BAD_USER_INPUT for one that it lacks; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function checkOperationsIn(
  { operationSecurity = [], meters = [] }: ApiSettings,
  { openapi, orgId }: { readonly openapi: string | null; readonly orgId: string },
): Promise<void> {
  const isMetered = openapi !== null && meters.some(({ operations }) => operations.length > 0);
  if (operationSecurity.length === 0 && !isMetered) return;
  const names = await readInDocument(openapi ?? '{}', {
    module: 'openapi/path-template',
    work: operationNamesOf,
    orgId,
  });
  const known = new Set(names);
  checkOperations(operationSecurity, known);
  if (isMetered) checkMeterOperations(meters, known);
}
