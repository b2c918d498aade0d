import type { GraphQLResolveInfo } from 'graphql';
import { combinedSubscribers } from '../../../domain/plan/plan-subscribers.ts';
import { touched } from '../../../domain/product/compared-products.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { ApiRef, type ApiShape, apiOfCopy, apiOfDraft, draftKey } from '../api/api.ts';
import { type OnlineTarget, servedCopies, setOnline } from '../api/online.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { runLifecycle } from './lifecycle-change.ts';
import { type LifecycleChange, LifecycleChangeRef } from './payload.ts';
import { missingPrerequisitesOf } from './product-prerequisites.ts';
import { sharedPaths } from './shared-paths.ts';
import { planSubscribersOf } from './subscribers.ts';

/** An API in the answer of the mutation that switched it. */
type SwitchedApi = ApiShape & { readonly lifecycleChange?: LifecycleChange | undefined };

const SetApiOnlineInput = builder.inputType('SetApiOnlineInput', {
  description: 'Where to switch an API on or off.',
  fields: (t) => ({
    org: t.string(inOrg),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which API.' }),
    online: t.boolean({ required: true, description: 'Shall it answer calls?' }),
    catalog: t.string({ defaultValue: 'sandbox', description: 'In which catalog, by name.' }),
    dryRun: t.boolean({
      defaultValue: false,
      description: 'Check and change nothing; `lifecycleChange` tells what it would do.',
    }),
  }),
});

const CHANGE = 'lifecycleChange';

builder.objectField(ApiRef, CHANGE, (t) =>
  t.field({
    type: LifecycleChangeRef,
    nullable: true,
    description:
      'What `setApiOnline` did, or with dryRun would do; null where it was so already, and in every other answer.',
    resolve: ({ lifecycleChange }: SwitchedApi) => lifecycleChange,
  }),
);

builder.mutationField('setApiOnline', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Switches an API on or off in a catalog. Online publishes the API by itself, in a product of its own, where no published product holds it yet.',
    args: { input: t.arg({ type: SetApiOnlineInput, required: true, description: 'Which, and where.' }) },
    resolve: async (_root, { input }, context, info): Promise<SwitchedApi> => {
      const { id: orgId } = await context.org(input.org);
      const { api, online } = input;
      const catalog = { name: input.catalog ?? 'sandbox', path: ['input', 'catalog'] };
      const target = { orgId, api, online, catalog };
      const run = { context, info, dryRun: input.dryRun ?? false };
      const lifecycleChange = (await isSo(context, target)) ? undefined : await switchApi(run, target);
      return { ...(await shapeOf(context, target)), lifecycleChange };
    },
  }),
);

type SwitchRun = {
  readonly context: ManagementContext;
  readonly info: GraphQLResolveInfo;
  readonly dryRun: boolean;
};

function switchApi(run: SwitchRun, target: OnlineTarget): Promise<LifecycleChange> {
  const { orgId, api, online } = target;
  const request = { ...run, orgId, field: CHANGE, subject: api, detail: { online } };
  return runLifecycle(request, async (transaction) => {
    const catalog = await catalogNamed(transaction, { orgId, ...target.catalog });
    const holders = { catalogId: catalog.id, apis: { some: readVersionedName(api) } };
    return {
      catalog,
      scope: { products: holders, subscriptions: false },
      work: async () => {
        const before = online ? [] : await offlineWarnings(transaction, { catalog, api, holders });
        await setOnline(transaction, target);
        const warnings = online
          ? await onlineWarnings(transaction, run.context, { catalog, api, holders })
          : before;
        return { product: null, transitions: [], warnings };
      },
    };
  });
}

type Held = {
  readonly catalog: Catalog;
  readonly api: string;
  /** The products of the catalog that hold it. */
  readonly holders: Prisma.CatalogProductWhereInput;
};

/** Warns of what the API lacks to be served, and of others at its path. */
async function onlineWarnings(
  transaction: Transaction,
  context: ManagementContext,
  { catalog, api, holders }: Held,
): Promise<LifecycleWarning[]> {
  const products = await transaction.catalogProduct.findMany({
    where: holders,
    orderBy: { id: 'asc' },
    select: {
      id: true,
      apis: { orderBy: { position: 'asc' }, select: { name: true, version: true, basePath: true } },
    },
  });
  const found = new Map<string, LifecycleWarning>();
  for (const product of products)
    for (const warning of [
      ...(await missingPrerequisitesOf(transaction, context, { id: product.id, catalog })),
      ...(await sharedPaths(transaction, catalog, product.apis)),
    ])
      if (warning.subject === api) found.set(`${warning.code} ${warning.message}`, warning);
  return [...found.values()];
}

/** Warns of calls that are refused then, with whose they are. */
async function offlineWarnings(
  transaction: Transaction,
  { api, holders }: Held,
): Promise<LifecycleWarning[]> {
  const plans = await transaction.catalogPlan.findMany({ where: { catalogProduct: holders } });
  const subscribed = await planSubscribersOf(transaction, plans);
  const message = `Calls of ${api} get 503. ${touched(subscribed)}`;
  const facts = { api, touched: combinedSubscribers(subscribed) };
  return [{ code: 'API_OFFLINE', subject: api, message, facts }];
}

/** Tells whether the API has this state already. Then nothing changes, and the revision stays. */
async function isSo(
  { database: { prisma } }: ManagementContext,
  { orgId, api, online, catalog }: OnlineTarget,
): Promise<boolean> {
  const { id } = await catalogNamed(prisma, { orgId, ...catalog });
  const where = servedCopies(id, api);
  const copies = await prisma.catalogApi.findMany({ where, select: { online: true } });
  return copies.length > 0 && copies.every((copy) => copy.online === online);
}

/** Reads the draft of an API. Where it was deleted since, its copy in the catalog is read. */
async function shapeOf(
  { database: { prisma } }: ManagementContext,
  { orgId, api, catalog }: OnlineTarget,
): Promise<ApiShape> {
  const draft = await prisma.api.findUnique({ where: draftKey(orgId, api) });
  if (draft) return apiOfDraft(draft);
  const { id } = await catalogNamed(prisma, { orgId, ...catalog });
  return apiOfCopy(await prisma.catalogApi.findFirstOrThrow({ where: servedCopies(id, api) }), orgId);
}
