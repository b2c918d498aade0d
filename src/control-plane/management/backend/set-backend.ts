import { type BackendSettings, backendSettings, takesCalls } from '../../../domain/backend/backend.ts';
import type { TargetHealth } from '../../../domain/backend/health-check.ts';
import { servingStates } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { checkTarget } from '../api/api-source.ts';
import { builder } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { RemoveBackendInput, SetBackendInput } from './backend-input.ts';
import { backendNamed } from './backend-named.ts';
import { CatalogBackendRef, type CatalogBackendShape, healthColumns, shapeOf } from './catalog-backend.ts';
import { type TokenCheck, tokenCheckOf } from './token-check.ts';
import { checkUsedSecrets } from './used-secrets.ts';

type BackendChange = {
  readonly dryRun: boolean;
  readonly before: CatalogBackendShape | null;
  readonly after: CatalogBackendShape;
  /** APIs that the catalog serves, `name:version` each. */
  readonly apis: readonly string[];
  readonly tokenCheck: TokenCheck;
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
    tokenFault: t.string({
      nullable: true,
      description:
        'Why the issuer gives no token now, for credentials OAUTH2_CLIENT_CREDENTIALS; null where it gives one. It is asked when this field is. The back-end is set all the same: the issuer may be down for a moment.',
      resolve: ({ tokenCheck }) => tokenCheck(),
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
      const { tokenUrl } = input.credentials ?? {};
      if (tokenUrl != null) await outbound.check(tokenUrl, ['input', 'credentials', 'tokenUrl']);
      const dryRun = input.dryRun ?? false;
      const request = {
        orgId,
        action: 'setBackend',
        subject: `${catalog}/${backend}`,
        dryRun,
      };
      return context.change<BackendChange>(request, async (transaction) => {
        const { key, before } = await readCatalogBackend(transaction, { orgId, catalog, backend });
        const settings = backendSettings(input, before?.settings);
        const used = { catalogId: key.catalogId, catalog, settings, path: ['input'] };
        await checkUsedSecrets(transaction, used, context.secrets);
        const health = await writeBackend(transaction, key, { settings, at: context.clock() });
        const apis = await callersOf(transaction, { catalogId: key.catalogId, backend });
        const checked = { catalogId: key.catalogId, credentials: settings.credentials };
        const tokenCheck = await tokenCheckOf(transaction, checked, { secrets: context.secrets, outbound });
        return { dryRun, before: before ?? null, after: { ...key, settings, health }, apis, tokenCheck };
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
  const known = await transaction.catalogBackend.findUnique({
    where: { catalogId_backendId: key },
    include: { health: { select: healthColumns } },
  });
  return { key, before: known ? shapeOf(known) : undefined };
}

type WrittenBackend = { readonly settings: BackendSettings; readonly at: Date };

/**
 * Writes the settings of a back-end in a catalog.
 *
 * It notes as well which of its targets get calls, and since when.
 *
 * @returns the health of its targets; without a health check, of those that get calls
 */
export async function writeBackend(
  transaction: Transaction,
  key: BackendKey,
  { settings, at }: WrittenBackend,
): Promise<TargetHealth[]> {
  const { id: catalogBackendId } = await transaction.catalogBackend.upsert({
    where: { catalogId_backendId: key },
    create: { ...key, settings: toStore(settings) },
    update: { settings: toStore(settings) },
  });
  const urls = settings.targets.filter(takesCalls).map(({ url }) => url);
  const { targetHealth } = transaction;
  await targetHealth.deleteMany({ where: { catalogBackendId, url: { notIn: urls } } });
  const kept = await targetHealth.findMany({ where: { catalogBackendId }, select: healthColumns });
  const added = urls.filter((url) => !kept.some((each) => each.url === url));
  if (added.length === 0) return kept;
  await targetHealth.createMany({ data: added.map((url) => ({ catalogBackendId, url, since: at })) });
  return targetHealth.findMany({ where: { catalogBackendId }, select: healthColumns });
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
