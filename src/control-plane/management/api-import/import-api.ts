import { plansOf } from '../../../domain/plan/plan.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { NO_WORDS } from '../../../domain/product/product-words.ts';
import { imageDifference } from '../../../domain/product/undo.ts';
import { refuse } from '../../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Api, Catalog } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { PlainOperation } from '../../../openapi/document/document-facts.ts';
import { createNewApi, readNewApi } from '../api/create.ts';
import { newApiFields } from '../api/input.ts';
import { builder } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { missingPrerequisitesOf } from '../lifecycle/product-prerequisites.ts';
import { sharedPaths } from '../lifecycle/shared-paths.ts';
import { beginUndoRecord, keepUndo, type UndoAnswer, undoAnswer } from '../lifecycle/undo-record.ts';
import { UndoableChangeRef } from '../lifecycle/undoable-changes.ts';
import { LifecycleWarningType } from '../lifecycle/warning.ts';
import { createDraft } from '../product/draft.ts';
import { PlanInput } from '../product/plan.ts';
import { copyWithinQuota } from '../product/publication.ts';
import { firstOperation, type TestCall, TestCallRef, testCallOf } from './test-call.ts';

const ACTION = 'importApi';
/** Catalogs of one import, at most. */
const CATALOGS_MAX = 20;

type ImportPublication = {
  readonly catalog: Catalog;
  readonly warnings: readonly LifecycleWarning[];
  readonly testCall: TestCall | null;
} & UndoAnswer;

type ApiImport = {
  readonly dryRun: boolean;
  readonly api: string;
  readonly product: string;
  readonly basePath: string;
  readonly publications: readonly ImportPublication[];
};

const PublicationRef = builder.objectRef<ImportPublication>('ApiImportPublication').implement({
  description: 'A catalog that an import published to.',
  fields: (t) => ({
    catalog: t.prismaField({
      type: 'Catalog',
      description: 'The catalog.',
      resolve: (query, { catalog: { id } }, _args, { database }) =>
        database.prisma.catalog.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    warnings: t.field({
      type: [LifecycleWarningType],
      description: 'What the API lacks to be served there, and the paths that it shares.',
      resolve: ({ warnings }) => [...warnings],
    }),
    testCall: t.field({
      type: TestCallRef,
      nullable: true,
      description:
        'A call that is answered; null unless it is asked for, of a rehearsal, and of an API that takes access tokens alone.',
      resolve: ({ testCall }) => testCall,
    }),
    undoToken: t.exposeString('undoToken', {
      nullable: true,
      description:
        'Give it to `undoLifecycleChange` within 30 days, which takes the product out of this catalog and leaves the drafts. It is shown this once; null of a rehearsal.',
    }),
    change: t.field({
      type: UndoableChangeRef,
      nullable: true,
      description:
        'The change as `undoableChanges` lists it; its `id` undoes it as the token does. Null of a rehearsal.',
      resolve: ({ change }) => change,
    }),
  }),
});

const ApiImportRef = builder.objectRef<ApiImport>('ApiImport').implement({
  description: 'What an import made, or with dryRun would make.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was nothing made?' }),
    api: t.expose('api', { type: 'VersionedName', description: 'The API.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'The product that holds it.' }),
    basePath: t.exposeString('basePath', { description: 'Its path below each catalog.' }),
    publications: t.field({
      type: [PublicationRef],
      description: 'The catalogs that it is published to.',
      resolve: ({ publications }) => [...publications],
    }),
  }),
});

const ImportApiInput = builder.inputType('ImportApiInput', {
  description:
    'What a new API is made from, as createApi takes it; the plans of its product; and where that is published.',
  fields: (t) => ({
    ...newApiFields(t),
    plans: t.field({
      type: [PlanInput],
      description: 'The plans of its product, one or more; Default Plan, 100 calls per hour, unless given.',
    }),
    publishTo: t.stringList({
      defaultValue: [],
      description: 'The catalogs to publish it to, at most 20. A GraphQL API is taken online there, too.',
    }),
    testCall: t.boolean({
      defaultValue: false,
      description: 'Make a test application in each catalog, and a call with its credentials?',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but make nothing.' }),
  }),
});

builder.mutationField('importApi', (t) =>
  t.field({
    type: ApiImportRef,
    description:
      'Makes an API and a product of the same name, title and version that holds it, and publishes that, in one transaction: all of it is done, or nothing.',
    args: { input: t.arg({ type: ImportApiInput, required: true, description: 'What to import.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId, name: org } = await context.org(input.org);
      const publishTo = catalogNamesOf(input.publishTo ?? []);
      const api = await readNewApi(context, orgId, input);
      const plans = plansOf(input.plans, ['input', 'plans']);
      const isTested = input.testCall === true && input.dryRun !== true;
      const operation = isTested ? await firstOperation(api.openapi, orgId) : null;
      const [subject, dryRun] = [versionedName(api), input.dryRun ?? false];
      const detailOf = ({ publications }: ApiImport) => ({ publishTo, changes: changesOf(publications) });
      const governed = publishTo.map((catalog) => ({ catalog, actions: ['PUBLISH'] as const }));
      const request = { orgId, action: ACTION, subject, dryRun, detailOf, governed };
      return context.change(request, async (transaction): Promise<ApiImport> => {
        const draft = await createNewApi(transaction, api, { input, now: context.clock() });
        await checkQuota(transaction, { resource: 'PRODUCTS', ownerId: orgId, now: context.clock() });
        const product = await createDraft(transaction, {
          orgId,
          name: draft.name,
          version: draft.version,
          title: draft.title,
          apis: [draft],
          plans,
          visibility: 'PUBLIC',
          subscribability: 'AUTHENTICATED',
          words: NO_WORDS,
        });
        const made = { org, draft, product, operation, isTested, dryRun, context };
        const publications: ImportPublication[] = [];
        for (const [index, name] of publishTo.entries()) {
          const path = ['input', 'publishTo', index];
          const catalog = await catalogNamed(transaction, { orgId, name, path });
          publications.push(await publish(transaction, { ...made, catalog }));
        }
        return {
          dryRun,
          api: subject,
          product: versionedName(product),
          basePath: draft.basePath,
          publications,
        };
      });
    },
  }),
);

/** Keeps each name once. @throws BAD_USER_INPUT when there are too many */
function catalogNamesOf(names: readonly string[]): string[] {
  const once = [...new Set(names)];
  if (once.length > CATALOGS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `Publish to at most ${CATALOGS_MAX} catalogs at once.`,
      path: ['input', 'publishTo'],
    });
  return once;
}

type PublishInput = {
  readonly org: string;
  readonly catalog: Catalog;
  readonly draft: Api;
  readonly product: VersionedName;
  readonly operation: PlainOperation | null;
  readonly isTested: boolean;
  readonly dryRun: boolean;
  readonly context: ManagementContext;
};

/** Ids of the changes by their catalogs, as the audit keeps them. */
const changesOf = (publications: readonly ImportPublication[]): Record<string, string> =>
  Object.fromEntries(
    publications.flatMap(({ catalog, change }) => (change ? [[catalog.name, change.id]] : [])),
  );

async function publish(
  transaction: Transaction,
  { org, catalog, draft, product: named, operation, isTested, dryRun, context }: PublishInput,
): Promise<ImportPublication> {
  const scope = {
    products: { catalogId: catalog.id, name: named.name, version: named.version },
    subscriptions: true,
  };
  const { before, after } = await beginUndoRecord(transaction, scope);
  const { product, apis } = await copyWithinQuota(transaction, {
    catalog,
    product: { name: named.name, version: named.version },
    action: 'PUBLISH',
  });
  // Whoever imports an API wants it to answer: a proxy is online at once, as a REST API is by publishing.
  const api = await transaction.catalogApi.update({
    where: {
      id: (
        await transaction.catalogApi.findFirstOrThrow({
          where: { catalogProductId: product.id, name: draft.name },
          select: { id: true },
        })
      ).id,
    },
    data: { online: true },
  });
  const testCall = isTested
    ? await testCallOf(transaction, { org, catalog: catalog.name, product, api, operation, context })
    : null;
  const change = { action: ACTION, subject: versionedName(product) };
  const { id: catalogId, orgId } = catalog;
  const kept = dryRun
    ? undefined
    : await keepUndo(
        transaction,
        { orgId, catalogId, ...change, ...imageDifference(before, await after()) },
        context,
      );
  return {
    catalog,
    warnings: [
      ...(await missingPrerequisitesOf(transaction, context, { id: product.id, catalog })),
      ...(await sharedPaths(transaction, catalog, apis)),
    ],
    testCall,
    ...undoAnswer(kept, { ...change, catalog: catalog.name }),
  };
}
