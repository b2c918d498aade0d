import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { NamedInput } from '../name-input.ts';

/**
 * The back-end that an input names.
 *
 * @throws NOT_FOUND when the org has no such back-end
 */
export async function backendNamed(
  transaction: Pick<Transaction, 'backend'>,
  { orgId, name, path }: NamedInput,
) {
  const backend = await transaction.backend.findUnique({ where: { orgId_name: { orgId, name } } });
  return (
    backend ??
    refuse('NOT_FOUND', {
      detail: `There is no back-end ${name} in this org: createBackend makes one.`,
      path,
    })
  );
}
