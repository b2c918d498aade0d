import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { checkOperations } from '../../../domain/api/security-requirements.ts';
import { operationNamesOf } from '../../../openapi/path-template.ts';
import { readInDocument } from './read-in-document.ts';

/**
 * Checks that a document has the operations that have a security of their own.
 *
 * @throws BAD_USER_INPUT for one that it lacks; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function checkOperationsIn(
  { operationSecurity }: ApiSettings,
  { openapi, orgId }: { readonly openapi: string | null; readonly orgId: string },
): Promise<void> {
  if (!operationSecurity) return;
  const names = await readInDocument(openapi ?? '{}', {
    module: 'openapi/path-template',
    work: operationNamesOf,
    orgId,
  });
  checkOperations(operationSecurity, new Set(names));
}
