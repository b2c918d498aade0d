import { isSame } from '../../../domain/manifest/difference.ts';
import { Faults } from '../../../domain/manifest/manifest-fault.ts';
import type { ManifestStep } from '../../../domain/manifest/plan-manifest.ts';
import { refuse } from '../../../foundation/errors.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { isObject } from '../../../foundation/json.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Org } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { checkTarget } from '../api/api-source.ts';
import { checkServerAddress, introspect } from '../api/introspect-server.ts';
import type { AcceptedBreaks } from '../api/version-breaks.ts';
import { demandRole, shareOf } from '../caller.ts';
import type { ReviewedStep } from '../change-request/reviewed.ts';
import type { ManagementContext } from '../context.ts';
import { secretValuesOf } from './catalog-backends.ts';
import { currentOrg, orgWithin } from './current.ts';
import { inManifestTurn } from './large-manifests.ts';
import { type DecideInput, decide, type ManifestUrl, newAddresses } from './manifest-plan.ts';
import { type ManifestSource, readManifestSource } from './manifest-text.ts';
import { readManifest } from './read-manifest.ts';
import { reviewedManifest } from './reviewed-manifest.ts';
import { StepRefused } from './step-refused.ts';
import { webhookSecretsOf } from './webhooks.ts';
import { writeSteps } from './write.ts';
import { differenceWithEnds } from './write-position.ts';

/** A whole org is written in one transaction, on the embedded database too. */
const TIMEOUT_MS = 180_000;

type ManifestOrder = {
  readonly org?: string | null | undefined;
  /** An object, or YAML or JSON text. */
  readonly manifest?: unknown;
  readonly dryRun: boolean;
  readonly prune: boolean;
  /** Breaks that a version of an API may have without announcing them. The number of a version announces breaks. */
  readonly accepted: AcceptedBreaks;
  readonly expectedRevision?: number | null | undefined;
};

export type ManifestChange = {
  readonly dryRun: boolean;
  /** The revision afterwards; after a rehearsal, the one before. */
  readonly revision: number;
  readonly changes: readonly ReviewedStep[];
};

/** A manifest within its transaction. */
type AppliedManifest = ManifestChange & { readonly steps: readonly ManifestStep[] };

/** Results of the work before the transaction. Calls to other servers do not hold the transaction up. */
type PreparedManifest = {
  readonly checked: ReadonlySet<string>;
  readonly schemas: ReadonlyMap<string, string>;
};

/** A manifest with the org that it is applied to. */
type Application = Pick<DecideInput, 'manifest' | 'prune'> & {
  readonly org: Org;
  readonly accepted: AcceptedBreaks;
  readonly source: ManifestSource;
  readonly context: ManagementContext;
};

/**
 * Brings an org to what a manifest says, in one transaction.
 *
 * @throws the first fault's code, or BAD_USER_INPUT where they differ, with all faults; CONFLICT when the org is at
 *   another revision than expected; what a rule refuses, with the place in the manifest; TEMPORARILY_UNAVAILABLE when
 *   too many large ones wait
 */
export function applyManifest(context: ManagementContext, order: ManifestOrder): Promise<ManifestChange> {
  const { caller } = context;
  return inManifestTurn(order.manifest, [shareOf(caller), caller.actor], () => applyInTurn(context, order));
}

async function applyInTurn(context: ManagementContext, order: ManifestOrder): Promise<ManifestChange> {
  const queueKey = shareOf(context.caller);
  const source = await readManifestSource(order.manifest, queueKey);
  const org = await context.org(order.org ?? orgNameIn(source.value));
  const faults = new Faults();
  const { prisma } = context.database;
  const manifest = await readManifest(source.value, { faults, queueKey: org.id, database: prisma });
  if (manifest.org.name !== undefined && manifest.org.name !== org.name)
    faults.add(['org', 'name'], `This manifest is for the org ${manifest.org.name}, not for ${org.name}.`);
  const { prune, dryRun, accepted, expectedRevision } = order;
  const application = { org, source, manifest, prune, accepted, context };
  const prepared = await prepare(application, faults);
  return context.change<AppliedManifest>(
    {
      orgId: org.id,
      action: 'applyManifest',
      subject: org.name,
      dryRun,
      timeoutMs: TIMEOUT_MS,
      isChange: ({ changes }) => changes.length > 0,
      detailOf: ({ changes }) => toStore({ prune, changes }),
      reviewed: ({ changes, steps }) => reviewedManifest({ org: org.name, changes, steps }),
    },
    async (transaction) => {
      const revision = await revisionOf(transaction, org, expectedRevision);
      const { changes, steps } = await applyInTransaction(transaction, application, prepared);
      const isChange = changes.length > 0 && !dryRun;
      return { dryRun, revision: isChange ? revision + 1 : revision, changes, steps };
    },
  );
}

/** The org that the manifest names, for a caller who names none. */
function orgNameIn(value: unknown): string | undefined {
  const org = isObject(value) ? value['org'] : undefined;
  const name = isObject(org) ? org['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Reads the revision before this change. The change has raised it already, so others wait. */
async function revisionOf(
  transaction: Transaction,
  { id, name }: Org,
  expected: number | null | undefined,
): Promise<number> {
  const org = await transaction.org.findUniqueOrThrow({ where: { id }, select: { revision: true } });
  const revision = org.revision - 1;
  if (expected != null && expected !== revision)
    refuse('CONFLICT', {
      detail: `The org ${name} is at revision ${revision}, not ${expected}: see what has changed, then expect ${revision}.`,
      path: ['input', 'expectedRevision'],
    });
  return revision;
}

async function prepare(application: Application, faults: Faults): Promise<PreparedManifest> {
  const { context, manifest, org, source } = application;
  const current = await currentOrg(context.database, org.id);
  const input = { ...application, current, faults };
  const { unasked } = await inFreshTurns(decide({ ...input, schemas: new Map() }));
  const addresses = newAddresses(manifest, current);
  const checked = await checkAddresses(context, org, { addresses, faults });
  const schemas = new Map<string, string>();
  for (const url of unasked) {
    const path = addresses.find((each) => each.url === url)?.path ?? [];
    const sdl = await faults.gather(path, () => introspect(context, { orgId: org.id, url, path: ['input'] }));
    if (sdl !== undefined) schemas.set(url, sdl);
  }
  if (faults.list.length > 0) throw await source.refusalOf(faults.list);
  return { checked, schemas };
}

async function checkAddresses(
  context: ManagementContext,
  { id: orgId }: Org,
  { addresses, faults }: { readonly addresses: readonly ManifestUrl[]; readonly faults: Faults },
): Promise<Set<string>> {
  const path = ['input'];
  const outbound = context.outbound.forOrg(orgId);
  const checks = {
    TARGET: ({ url }: ManifestUrl) => checkTarget(outbound, url, path),
    GRAPHQL: ({ url }: ManifestUrl) => checkServerAddress(context, { orgId, url, path }),
    OTHER: ({ url, ports }: ManifestUrl) => outbound.check(url, path, ports),
  };
  for (const address of addresses) await faults.gather(address.path, () => checks[address.use](address));
  return new Set(addresses.map(({ url }) => url));
}

/** Decides the steps again within the transaction. The org may have changed since the preparation. */
async function applyInTransaction(
  transaction: Transaction,
  { context, org, source, manifest, prune, accepted }: Application,
  { checked, schemas }: PreparedManifest,
): Promise<Pick<AppliedManifest, 'changes' | 'steps'>> {
  const faults = new Faults();
  const current = await orgWithin(transaction, org.id);
  const { steps, unasked } = await inFreshTurns(decide({ manifest, prune, current, schemas, faults }));
  if (faults.list.length > 0) throw await source.refusalOf(faults.list);
  if (unasked.length > 0 || newAddresses(manifest, current).some(({ url }) => !checked.has(url)))
    refuse('CONFLICT', { detail: 'The org was changed at the same time: apply the manifest again.' });
  if (steps.some(changesPolicy)) demandRole(context.caller, 'ADMINISTRATOR');
  const { clock, secrets } = context;
  const writeContext = {
    transaction,
    orgId: org.id,
    clock,
    secrets,
    accepted,
    webhookSecrets: webhookSecretsOf(manifest),
    secretValues: secretValuesOf(manifest),
    registrySecrets: new Map(
      (manifest.lists.UserRegistry ?? []).flatMap(({ name, thing: { secret } }) =>
        secret === undefined ? [] : [[name, secret] as const],
      ),
    ),
    deprecatedAt: await deprecatedSince(transaction, org),
    knownApis: new Set([...current.Api.values()].map(({ name }) => name)),
  };
  const changes: ReviewedStep[] = [];
  for (const step of steps) {
    const { action, kind, name } = step;
    changes.push({ action, kind, name, diff: await differenceWithEnds(writeContext, step) });
  }
  await writeSteps(writeContext, steps).catch(async (error: unknown) => {
    throw error instanceof StepRefused ? await source.refusalOf([error.fault]) : error;
  });
  return { changes, steps };
}

/** Tells whether a step sets who approves changes of a catalog. Who needs approvals may not lift them. */
const changesPolicy = ({ kind, before, after }: ManifestStep): boolean =>
  kind === 'Catalog' && !isSame(before?.changePolicy ?? null, after?.changePolicy ?? null);

async function deprecatedSince(transaction: Transaction, { id: orgId }: Org): Promise<Map<string, Date>> {
  const rows = await transaction.catalogProduct.findMany({
    where: { catalog: { orgId }, state: 'DEPRECATED' },
    select: { id: true, deprecatedAt: true },
  });
  return new Map(rows.flatMap(({ id, deprecatedAt }) => (deprecatedAt ? [[id, deprecatedAt] as const] : [])));
}
