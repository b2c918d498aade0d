import type { GraphQLResolveInfo } from 'graphql';
import { plansOf } from '../../../domain/plan/plan.ts';
import { productWordsFrom } from '../../../domain/product/product-words.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Prisma, Product } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { runLifecycle } from '../lifecycle/lifecycle-change.ts';
import { type LifecycleChange, LifecycleChangeRef } from '../lifecycle/payload.ts';
import { missingPrerequisitesOf } from '../lifecycle/product-prerequisites.ts';
import { sharedPaths } from '../lifecycle/shared-paths.ts';
import { createDraft, findApis } from './draft.ts';
import { PlanInput } from './plan.ts';
import { Subscribability, Visibility } from './product.ts';
import { copyWithinQuota } from './publication.ts';
import { wordsFields } from './words.ts';

const CreateProductInput = builder.inputType('CreateProductInput', {
  description:
    'What a new product is made from. Without `plans` it starts with the plan Default Plan, 100 calls per hour. With `publishTo` it is published at once.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    ...wordsFields(t),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    version: t.field({ type: 'Version', defaultValue: '1.0.0', description: 'Its version, x.y.z.' }),
    apis: t.field({
      type: ['VersionedName'],
      required: true,
      description: 'The APIs that it holds, one or more.',
    }),
    plans: t.field({ type: [PlanInput], description: 'Its plans, one or more.' }),
    visibility: t.field({
      type: Visibility,
      defaultValue: 'PUBLIC',
      description: 'Who sees it in the portal.',
    }),
    subscribability: t.field({
      type: Subscribability,
      defaultValue: 'AUTHENTICATED',
      description: 'Who may subscribe to it.',
    }),
    publishTo: t.string({ description: 'The catalog to publish it to.' }),
    dryRun: t.boolean({
      defaultValue: false,
      description:
        'Check and answer the product, but create nothing; `lifecycleChange` tells what publishing would do.',
    }),
  }),
});

/** A product in the answer of the mutation that created it. */
type CreatedProduct = Product & { readonly lifecycleChange?: LifecycleChange | undefined };

const CHANGE = 'lifecycleChange';

builder.prismaObjectField('Product', CHANGE, (t) =>
  t.field({
    type: LifecycleChangeRef,
    nullable: true,
    description:
      'What `createProduct(publishTo:)` did in the catalog, or with dryRun would do; undoing it leaves the draft. Null in every other answer.',
    resolve: (product) => (product as CreatedProduct).lifecycleChange,
  }),
);

builder.mutationField('createProduct', (t) =>
  t.prismaField({
    type: 'Product',
    description: 'Creates a product and, with `publishTo`, publishes it at once.',
    args: { input: t.arg({ type: CreateProductInput, required: true, description: 'The new product.' }) },
    resolve: async (query, _root, { input }, context, info) => {
      const { id: orgId } = await context.org(input.org);
      return createProduct({ context, info, query }, orgId, input);
    },
  }),
);

type CreateRun = {
  readonly context: ManagementContext;
  readonly info: GraphQLResolveInfo;
  /** The requested fields. They are read within the transaction, so that a rehearsal answers them. */
  readonly query: Pick<Prisma.ProductFindUniqueArgs, 'select' | 'include'>;
};

type CreateInput = typeof CreateProductInput.$inferInput;

async function createProduct(
  { context, info, query }: CreateRun,
  orgId: string,
  input: CreateInput,
): Promise<CreatedProduct> {
  const named = { name: nameFor(input), version: input.version ?? '1.0.0' };
  const { publishTo } = input;
  const run = { orgId, subject: versionedName(named), dryRun: input.dryRun ?? false };
  const draft = draftIn(context, { ...input, ...named, orgId });
  const read = (transaction: Transaction, id: string) =>
    transaction.product.findUniqueOrThrow({ ...query, where: { id } }) as Promise<Product>;
  if (publishTo == null)
    return context.change({ ...run, action: 'createProduct' }, async (transaction) =>
      read(transaction, await draft(transaction)),
    );
  const request = { ...run, field: CHANGE, detail: { publishTo }, context, info };
  let product: Product | undefined;
  const lifecycleChange = await runLifecycle(request, async (transaction) => {
    const id = await draft(transaction);
    product = await read(transaction, id);
    const path = ['input', 'publishTo'];
    const catalog = await catalogNamed(transaction, { orgId, name: publishTo, path });
    return {
      catalog,
      scope: { products: { catalogId: catalog.id, ...named }, subscriptions: false },
      work: async () => {
        const publication = { catalog, product: named, action: 'PUBLISH' } as const;
        const published = await copyWithinQuota(transaction, publication);
        return {
          product: published.product,
          transitions: [published.transition],
          warnings: [
            ...(await missingPrerequisitesOf(transaction, context, { id: published.product.id, catalog })),
            ...(await sharedPaths(transaction, catalog, published.apis)),
            ...published.warnings,
          ],
        };
      },
    };
  });
  return { ...(product as Product), lifecycleChange };
}

/** Creates the draft within its quota. @returns its id */
const draftIn =
  (
    { clock }: ManagementContext,
    { orgId, name, version, ...input }: CreateInput & VersionedName & { orgId: string },
  ) =>
  async (transaction: Transaction): Promise<string> => {
    await checkQuota(transaction, { resource: 'PRODUCTS', ownerId: orgId, now: clock() });
    const { id } = await createDraft(transaction, {
      name,
      version,
      orgId,
      title: input.title,
      apis: await findApis(transaction, { orgId, apis: input.apis }),
      plans: plansOf(input.plans, ['input', 'plans']),
      visibility: input.visibility ?? 'PUBLIC',
      subscribability: input.subscribability ?? 'AUTHENTICATED',
      words: productWordsFrom(input, ['input']),
    });
    return id;
  };
