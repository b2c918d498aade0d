import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { builder } from '../builder.ts';
import { draftNamed } from './api.ts';
import { ApiInput } from './input.ts';

builder.mutationField('deleteApi', (t) =>
  t.boolean({
    description:
      'Deletes the draft of an API; refused while a product holds it. Copies in catalogs stay as they are.',
    args: { input: t.arg({ type: ApiInput, required: true, description: 'Which API.' }) },
    resolve: async (_root, { input: { org, api } }, context) => {
      const { id: orgId } = await context.org(org);
      await context.change({ orgId, action: 'deleteApi', subject: api }, (transaction) =>
        deleteApi(transaction, { orgId, api, path: ['input', 'api'] }),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while a product holds it */
export async function deleteApi(
  transaction: Transaction,
  where: { orgId: string; api: string; path: InputPath },
): Promise<void> {
  const { id } = await draftNamed(transaction, where);
  const holder = await transaction.productApi.findFirst({
    where: { apiId: id },
    select: { product: { select: { name: true, version: true } } },
  });
  if (holder)
    refuse('IN_USE', {
      detail: `The product ${versionedName(holder.product)} holds ${where.api}: take it out of the product first.`,
      path: where.path,
    });
  await transaction.api.delete({ where: { id } });
}
