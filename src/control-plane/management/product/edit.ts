import { plansOf } from '../../../domain/plan/plan.ts';
import { type ProductWords, productWordsFrom } from '../../../domain/product/product-words.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { builder, inOrg } from '../builder.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { checkPlansOf, createDraft, findApis, findDraft, replaceApis, replacePlans } from './draft.ts';
import { PlanInput } from './plan.ts';
import { Subscribability, Visibility } from './product.ts';
import { wordsFields } from './words.ts';

const UpdateProductInput = builder.inputType('UpdateProductInput', {
  description:
    'What to change of a product; what is left out stays as it is. A list replaces the whole list.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    title: t.string({ description: 'What people call it.' }),
    ...wordsFields(t),
    apis: t.field({ type: ['VersionedName'], description: 'The APIs that it holds, one or more.' }),
    plans: t.field({ type: [PlanInput], description: 'Its plans, one or more.' }),
    visibility: t.field({ type: Visibility, description: 'Who sees it in the portal.' }),
    subscribability: t.field({ type: Subscribability, description: 'Who may subscribe to it.' }),
  }),
});

const ProductInput = builder.inputType('ProductInput', {
  description: 'One product in one version.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
  }),
});

const SaveProductAsNewVersionInput = builder.inputType('SaveProductAsNewVersionInput', {
  description: 'A product, and the version to copy it under.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    version: t.field({ type: 'Version', required: true, description: 'The new version, x.y.z.' }),
  }),
});

builder.mutationField('updateProduct', (t) =>
  t.prismaField({
    type: 'Product',
    description:
      'Changes a product. Copies in catalogs stay as they are, until it is staged or published again.',
    args: { input: t.arg({ type: UpdateProductInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      return context.change(
        { orgId, action: 'updateProduct', subject: input.product },
        async (transaction) => {
          const { id } = await updateProduct(transaction, orgId, input);
          return transaction.product.findUniqueOrThrow({ ...query, where: { id } });
        },
      );
    },
  }),
);

export async function updateProduct(
  transaction: Transaction,
  orgId: string,
  input: typeof UpdateProductInput.$inferInput,
): Promise<{ id: string }> {
  const title = checkedTitle(input.title, ['input', 'title']);
  const apis = notNull(input.apis, ['input', 'apis']);
  const plans = notNull(input.plans, ['input', 'plans']);
  const visibility = notNull(input.visibility, ['input', 'visibility']);
  const subscribability = notNull(input.subscribability, ['input', 'subscribability']);
  const { id, words: present } = await findDraft(transaction, { orgId, product: input.product });
  const words = productWordsFrom(input, ['input'], stored<ProductWords>(present));
  if (apis) await replaceApis(transaction, id, await findApis(transaction, { orgId, apis }));
  if (plans) await replacePlans(transaction, id, plansOf(plans, ['input', 'plans']));
  if (apis || plans) await checkPlansOf(transaction, id, ['input', plans ? 'plans' : 'apis']);
  return transaction.product.update({
    where: { id },
    data: { title, visibility, subscribability, words: toStore(words) },
  });
}

builder.mutationField('saveProductAsNewVersion', (t) =>
  t.prismaField({
    type: 'Product',
    description: 'Copies a product under a new version; the original stays as it is.',
    args: {
      input: t.arg({
        type: SaveProductAsNewVersionInput,
        required: true,
        description: 'The product and the version.',
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      return context.change(
        {
          orgId,
          action: 'saveProductAsNewVersion',
          subject: input.product,
          detail: { version: input.version },
        },
        async (transaction) => {
          const { name, title, words, visibility, subscribability, apis, plans } = await findDraft(
            transaction,
            {
              orgId,
              product: input.product,
            },
          );
          await checkQuota(transaction, { resource: 'PRODUCTS', ownerId: orgId, now: context.clock() });
          const { id } = await createDraft(transaction, {
            orgId,
            name,
            version: input.version,
            title,
            apis: apis.map(({ api }) => api),
            plans: plans.map(storedPlan),
            visibility,
            subscribability,
            words: stored<ProductWords>(words),
          });
          return transaction.product.findUniqueOrThrow({ ...query, where: { id } });
        },
      );
    },
  }),
);

builder.mutationField('deleteProduct', (t) =>
  t.boolean({
    description: 'Deletes a product. Its copies in catalogs stay, and so do their subscriptions.',
    args: { input: t.arg({ type: ProductInput, required: true, description: 'Which product.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      await context.change(
        { orgId, action: 'deleteProduct', subject: input.product },
        async (transaction) => {
          const { id } = await findDraft(transaction, { orgId, product: input.product });
          await transaction.product.delete({ where: { id } });
        },
      );
      return true;
    },
  }),
);
