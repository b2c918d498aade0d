import { versionedName } from '../domain/version.ts';
import { refuse } from '../errors.ts';
import { draftNamed } from './api.ts';
import { ApiInput } from './api-input.ts';
import { builder } from './builder.ts';

builder.mutationField('deleteApi', (t) =>
  t.boolean({
    description:
      'Deletes the draft of an API; refused while a product holds it. Copies in catalogs stay as they are.',
    args: { input: t.arg({ type: ApiInput, required: true, description: 'Which API.' }) },
    resolve: async (_root, { input: { org, api } }, context) => {
      const { id: orgId } = await context.org(org);
      const path = ['input', 'api'];
      await context.change({ orgId, action: 'deleteApi', subject: api }, async (transaction) => {
        const { id } = await draftNamed(transaction, { orgId, api, path });
        const holder = await transaction.productApi.findFirst({
          where: { apiId: id },
          select: { product: { select: { name: true, version: true } } },
        });
        if (holder)
          refuse('IN_USE', {
            detail: `The product ${versionedName(holder.product)} holds ${api}: take it out of the product first.`,
            path,
          });
        await transaction.api.delete({ where: { id } });
      });
      return true;
    },
  }),
);
