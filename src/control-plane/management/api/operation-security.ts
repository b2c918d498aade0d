import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { checkOperations } from '../../../domain/api/security-requirements.ts';
import { refusal } from '../../../foundation/errors.ts';
import { inThreadIf } from '../../../infrastructure/threads/concurrency-limit.ts';
import { operationNamesOf } from '../../../openapi/path-template.ts';

/** Characters of a document that is read at once. */
const HERE_MAX = 131_072;

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
  const text = openapi ?? '{}';
  const names = await inThreadIf(
    { isLarge: text.length > HERE_MAX, queueKey: orgId },
    {
      module: 'openapi/path-template',
      work: operationNamesOf,
      input: text,
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', { detail: `To read the document takes ${amount}: try again.` }),
    },
  );
  checkOperations(operationSecurity, new Set(names));
}
