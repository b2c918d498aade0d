import { type BackendSettings, backendSettings } from '../../../domain/backend/backend.ts';
import { secretOf } from '../../../domain/backend/credentials.ts';
import { servingStates } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { checkTarget } from '../api/api-source.ts';
import { TimeoutsInput } from '../api/settings.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { backendNamed } from './backend-named.ts';
import {
  BackendCredentialsType,
  CatalogBackendRef,
  type CatalogBackendShape,
  shapeOf,
} from './catalog-backend.ts';
import { checkSecret } from './secret.ts';

const BackendTargetInput = builder.inputType('BackendTargetInput', {
  description: 'An address of a back-end.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description:
        'Where calls are sent: of a REST API the root that replaces its base path, of a GraphQL API the server.',
    }),
    weight: t.int({
      defaultValue: 1,
      description: 'Its share of the calls, beside the other weights: 0 to 1000.',
    }),
    drained: t.boolean({
      defaultValue: false,
      description: 'Does it get no new calls? Those under way end as they would.',
    }),
  }),
});

const BackendCredentialsInput = builder.inputType('BackendCredentialsInput', {
  description: 'What gateways prove themselves with to a back-end.',
  fields: (t) => ({
    type: t.field({
      type: BackendCredentialsType,
      required: true,
      description: 'How they prove themselves.',
    }),
    username: t.string({ description: 'Of BASIC, required there: the username.' }),
    name: t.string({
      description:
        'Of HEADER and QUERY, required there: the header, for example `X-Api-Key`, or the parameter.',
    }),
    secret: t.string({
      description: 'Of all but NONE, required there: a secret of the catalog, by name.',
    }),
  }),
});

const BackendHeaderInput = builder.inputType('BackendHeaderInput', {
  description: 'A header of each call to a back-end. It is shown to whoever manages the org.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    value: t.string({ required: true, description: 'Its value, visible ASCII.' }),
  }),
});

const SetBackendInput = builder.inputType('SetBackendInput', {
  description:
    'Where a back-end is in a catalog, and how it is called there. What is left out stays as it is; null resets it.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    backend: t.string({ required: true, description: 'The back-end.' }),
    targets: t.field({
      type: [BackendTargetInput],
      description: 'Where calls are sent, 1 to 16: the whole list. It is required at first.',
    }),
    credentials: t.field({
      type: BackendCredentialsInput,
      description: 'What gateways prove themselves with: all of it. None unless given.',
    }),
    headers: t.field({
      type: [BackendHeaderInput],
      description:
        "Headers of each call, in place of the caller's of these names: the whole list, at most 20.",
    }),
    timeouts: t.field({
      type: TimeoutsInput,
      description: 'How long the gateway waits, in place of what the API says: all of it.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
  }),
});

const RemoveBackendInput = builder.inputType('RemoveBackendInput', {
  description: 'A back-end in a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    backend: t.string({ required: true, description: 'The back-end.' }),
  }),
});

type BackendChange = {
  readonly dryRun: boolean;
  readonly before: CatalogBackendShape | null;
  readonly after: CatalogBackendShape;
  /** APIs that the catalog serves, `name:version` each. */
  readonly apis: readonly string[];
};

const BackendChangeRef = builder.objectRef<BackendChange>('BackendChange').implement({
  description: 'What setting a back-end did, or with dryRun would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was nothing changed?' }),
    before: t.field({
      type: CatalogBackendRef,
      nullable: true,
      description: 'The back-end before; null where it is new to the catalog.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: CatalogBackendRef,
      description: 'The back-end afterwards.',
      resolve: ({ after }) => after,
    }),
    apis: t.field({
      type: ['VersionedName'],
      description: 'The APIs that the catalog serves and whose calls it gets.',
      resolve: ({ apis }) => apis,
    }),
  }),
});

builder.mutationField('setBackend', (t) =>
  t.field({
    type: BackendChangeRef,
    description:
      'Says where a back-end is in a catalog, and how it is called there. No product changes; gateways follow within a second, and calls under way end as they began.',
    args: { input: t.arg({ type: SetBackendInput, required: true, description: 'The back-end.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, backend } = input;
      const outbound = context.outbound.forOrg(orgId);
      for (const [index, { url }] of (input.targets ?? []).entries())
        await checkTarget(outbound, url, ['input', 'targets', index, 'url']);
      const dryRun = input.dryRun ?? false;
      const request = {
        orgId,
        action: 'setBackend',
        subject: `${catalog}/${backend}`,
        dryRun,
        detailOf: ({ before, after }: BackendChange) =>
          toStore({ before: before?.settings ?? null, after: after.settings }),
      };
      return context.change<BackendChange>(request, async (transaction) => {
        const { key, before } = await readCatalogBackend(transaction, { orgId, catalog, backend });
        const settings = backendSettings(input, before?.settings);
        const secret = secretOf(settings.credentials);
        const path = ['input', 'credentials', 'secret'];
        if (secret !== undefined)
          await checkSecret(transaction, { catalogId: key.catalogId, catalog, name: secret, path });
        await writeBackend(transaction, key, settings);
        const apis = await callersOf(transaction, { catalogId: key.catalogId, backend });
        return { dryRun, before: before ?? null, after: { ...key, settings }, apis };
      });
    },
  }),
);

builder.mutationField('removeBackend', (t) =>
  t.boolean({
    description: 'Takes a back-end out of a catalog; refused while the catalog serves an API that calls it.',
    args: { input: t.arg({ type: RemoveBackendInput, required: true, description: 'The back-end.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, backend } = input;
      const path = ['input', 'backend'];
      const request = { orgId, action: 'removeBackend', subject: `${catalog}/${backend}` };
      await context.change(request, async (transaction) => {
        const { key, before } = await readCatalogBackend(transaction, { orgId, catalog, backend });
        if (!before)
          refuse('NOT_FOUND', { detail: `The catalog ${catalog} has no back-end ${backend}.`, path });
        await refuseCalled(transaction, { catalogId: key.catalogId, catalog, backend, path });
        await transaction.catalogBackend.delete({ where: { catalogId_backendId: key } });
      });
      return true;
    },
  }),
);

type BackendKey = { readonly catalogId: string; readonly backendId: string };
type BackendAddress = { readonly orgId: string; readonly catalog: string; readonly backend: string };

/** @throws NOT_FOUND when the org lacks the catalog or the back-end */
async function readCatalogBackend(
  transaction: Transaction,
  { orgId, catalog, backend }: BackendAddress,
): Promise<{ readonly key: BackendKey; readonly before: CatalogBackendShape | undefined }> {
  const { id: catalogId } = await catalogNamed(transaction, {
    orgId,
    name: catalog,
    path: ['input', 'catalog'],
  });
  const { id: backendId } = await backendNamed(transaction, {
    orgId,
    name: backend,
    path: ['input', 'backend'],
  });
  const key = { catalogId, backendId };
  const known = await transaction.catalogBackend.findUnique({ where: { catalogId_backendId: key } });
  return { key, before: known ? shapeOf(known) : undefined };
}

/** Writes the settings of a back-end in a catalog. */
export async function writeBackend(
  transaction: Transaction,
  key: BackendKey,
  settings: BackendSettings,
): Promise<void> {
  await transaction.catalogBackend.upsert({
    where: { catalogId_backendId: key },
    create: { ...key, settings: toStore(settings) },
    update: { settings: toStore(settings) },
  });
}

/** The APIs that a catalog serves and that call a back-end. */
async function callersOf(
  transaction: Transaction,
  { catalogId, backend }: { readonly catalogId: string; readonly backend: string },
): Promise<string[]> {
  const copies = await transaction.catalogApi.findMany({
    where: { backend, catalogProduct: { catalogId, state: { in: [...servingStates] } } },
    select: { name: true, version: true },
    orderBy: [{ name: 'asc' }, { version: 'asc' }],
  });
  return [...new Set(copies.map(versionedName))];
}

type CalledBackend = {
  readonly catalogId: string;
  readonly catalog: string;
  readonly backend: string;
  readonly path: InputPath;
};

/** @throws IN_USE while a catalog serves an API that calls a back-end */
export async function refuseCalled(
  transaction: Transaction,
  { catalogId, catalog, backend, path }: CalledBackend,
): Promise<void> {
  const [first] = await callersOf(transaction, { catalogId, backend });
  if (first !== undefined)
    refuse('IN_USE', {
      detail: `The API ${first}, which the catalog ${catalog} serves, calls the back-end ${backend}: publish it with another one first, or take it out of service.`,
      path,
    });
}
