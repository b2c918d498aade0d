import { backendSettings } from '../../../domain/backend/backend.ts';
import type { TargetHealth } from '../../../domain/backend/health-check.ts';
import { servingStates } from '../../../domain/product/lifecycle.ts';
import { emptyImage, imageDifference } from '../../../domain/product/undo.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { LifecycleUndo } from '../../../infrastructure/database/generated/prisma/client.ts';
import { checkTarget } from '../api/api-source.ts';
import { builder } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { backendRows } from '../lifecycle/product-image.ts';
import { type KeptUndo, keepUndo, type UndoAnswer, undoAnswer } from '../lifecycle/undo-record.ts';
import { UndoableChangeRef } from '../lifecycle/undoable-changes.ts';
import { RemoveBackendInput, SetBackendInput } from './backend-input.ts';
import { backendNamed } from './backend-named.ts';
import { CatalogBackendRef, type CatalogBackendShape, healthColumns, shapeOf } from './catalog-backend.ts';
import { type TokenCheck, tokenCheckOf } from './token-check.ts';
import { checkUsedSecrets } from './used-secrets.ts';
import { writeBackend } from './write-backend.ts';

type BackendChange = {
  readonly dryRun: boolean;
  readonly before: CatalogBackendShape | null;
  readonly after: CatalogBackendShape;
  /** APIs that the catalog serves, `name:version` each. */
  readonly apis: readonly string[];
  readonly tokenCheck: TokenCheck;
} & UndoAnswer;

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
    undoToken: t.exposeString('undoToken', {
      nullable: true,
      description:
        'Give it to `undoLifecycleChange` within 30 days. It is shown this once; null when nothing was changed.',
    }),
    change: t.field({
      type: UndoableChangeRef,
      nullable: true,
      description:
        'The change as `undoableChanges` lists it; its `id` undoes it as the token does. Null when nothing was changed.',
      resolve: ({ change }) => change,
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
      const named = { action: 'setBackend', subject: `${catalog}/${backend}` };
      const detailOf = ({ change }: BackendChange) => ({ catalog, change: change?.id });
      const request = { orgId, ...named, dryRun, detailOf };
      return context.change<BackendChange>(request, async (transaction) => {
        const { key, before } = await readCatalogBackend(transaction, { orgId, catalog, backend });
        const settings = backendSettings(input, before?.settings);
        const used = { catalogId: key.catalogId, catalog, settings, path: ['input'] };
        await checkUsedSecrets(transaction, used, context.secrets);
        const { health, kept } = await withUndo(transaction, { orgId, key, ...named, dryRun }, context, () =>
          writeBackend(transaction, key, { settings, at: context.clock() }),
        );
        const apis = await callersOf(transaction, { catalogId: key.catalogId, backend });
        const checked = { catalogId: key.catalogId, credentials: settings.credentials };
        const tokenCheck = await tokenCheckOf(transaction, checked, { secrets: context.secrets, outbound });
        return {
          dryRun,
          before: before ?? null,
          after: { ...key, settings, health },
          apis,
          tokenCheck,
          ...undoAnswer(kept, { ...named, catalog }),
        };
      });
    },
  }),
);

builder.mutationField('removeBackend', (t) =>
  t.boolean({
    description:
      'Takes a back-end out of a catalog; refused while the catalog serves an API that calls it. `undoableChanges` lists it.',
    args: { input: t.arg({ type: RemoveBackendInput, required: true, description: 'The back-end.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, backend } = input;
      const path = ['input', 'backend'];
      const named = { action: 'removeBackend', subject: `${catalog}/${backend}` };
      const detailOf = (kept: KeptUndo | undefined) => ({ catalog, change: kept?.id });
      await context.change({ orgId, ...named, detailOf }, async (transaction) => {
        const { key, before } = await readCatalogBackend(transaction, { orgId, catalog, backend });
        if (!before)
          refuse('NOT_FOUND', { detail: `The catalog ${catalog} has no back-end ${backend}.`, path });
        await refuseCalled(transaction, { catalogId: key.catalogId, catalog, backend, path });
        const { kept } = await withUndo(
          transaction,
          { orgId, key, ...named, dryRun: false },
          context,
          async () => {
            await transaction.catalogBackend.delete({ where: { catalogId_backendId: key } });
            return [];
          },
        );
        return kept;
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

type BackendUndo = Pick<LifecycleUndo, 'orgId' | 'action' | 'subject'> & {
  readonly key: BackendKey;
  readonly dryRun: boolean;
};

type UndoableWork = { readonly health: TargetHealth[]; readonly kept: KeptUndo | undefined };

/** Changes a back-end of a catalog, and keeps what it was for an undo. A rehearsal keeps nothing. */
async function withUndo(
  transaction: Transaction,
  { key, dryRun, ...undo }: BackendUndo,
  context: ManagementContext,
  work: () => Promise<TargetHealth[]>,
): Promise<UndoableWork> {
  const before = await backendRows(transaction, key);
  const health = await work();
  if (dryRun) return { health, kept: undefined };
  const after = await backendRows(transaction, key);
  const difference = imageDifference({ ...emptyImage, backends: before }, { ...emptyImage, backends: after });
  const kept = await keepUndo(transaction, { catalogId: key.catalogId, ...undo, ...difference }, context);
  return { health, kept };
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
