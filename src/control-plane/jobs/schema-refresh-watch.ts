import type { ApiSettings } from '../../domain/api/api-settings.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { Refusal } from '../../foundation/errors.ts';
import type { Api } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { type RefreshDeps, refreshSchema } from '../management/schema-refresh/refresh.ts';
import { refreshDueAt } from './schema-refresh-due.ts';
import { workByOrg } from './work-by-org.ts';

/** Numbers of APIs with a held schema, and with a failed refresh. */
type Unsettled = { readonly held: number; readonly failed: number };

type SchemaRefreshWatchOptions = RefreshDeps & { readonly onFault: (error: unknown) => void };

const EVERY_MS = 30_000;

/** Refreshes the schemas of GraphQL APIs on their schedules, as long as the process runs. */
export class SchemaRefreshWatch {
  readonly #options: SchemaRefreshWatchOptions;
  readonly #job: BackgroundJob;
  #unsettled: Unsettled = { held: 0, failed: 0 };

  constructor(options: SchemaRefreshWatchOptions) {
    this.#options = options;
    this.#job = startBackgroundJob(() => this.#look(), { everyMs: EVERY_MS, onFault: options.onFault });
  }

  /** The numbers of the last look. */
  get unsettled(): Unsettled {
    return this.#unsettled;
  }

  /** Looks now. */
  look(): Promise<void> {
    return this.#job.look();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  async #look(): Promise<void> {
    const { onFault, ...deps } = this.#options;
    const { schemaRefresh } = deps.database.prisma;
    const lateAt = deps.clock().getTime() + EVERY_MS;
    const isLate = () => deps.clock().getTime() >= lateAt;
    // A server that does not answer takes five seconds: those of one org would hold up all others.
    await workByOrg(await dueApis(deps), isLate, (api) => refreshOne(deps, api).catch(onFault));
    this.#unsettled = {
      held: await schemaRefresh.count({ where: { heldSdl: { not: null } } }),
      failed: await schemaRefresh.count({ where: { failure: { not: null } } }),
    };
  }
}

type DueApi = Api & { readonly triedAt: Date | undefined };

/** Finds the APIs that are due. Those of an org that were tried last come last. */
async function dueApis({ database, clock }: RefreshDeps): Promise<DueApi[]> {
  const now = clock();
  const scheduled = await database.prisma.api.findMany({
    where: { kind: 'GRAPHQL', settings: { path: ['schemaRefreshMinutes'], gte: 1 } },
    select: { id: true, createdAt: true, settings: true, schemaRefresh: { select: { triedAt: true } } },
  });
  const due = scheduled.flatMap(({ id, createdAt, settings, schemaRefresh }) => {
    const minutes = stored<ApiSettings>(settings).schemaRefreshMinutes ?? 0;
    const triedAt = schemaRefresh?.triedAt;
    return refreshDueAt({ id, minutes, last: triedAt ?? createdAt }) <= now ? [{ id, triedAt }] : [];
  });
  const rows = await database.prisma.api.findMany({ where: { id: { in: due.map(({ id }) => id) } } });
  const triedAt = new Map(due.map(({ id, triedAt }) => [id, triedAt]));
  return rows
    .map((row) => ({ ...row, triedAt: triedAt.get(row.id) }))
    .sort((one, other) => (one.triedAt?.getTime() ?? 0) - (other.triedAt?.getTime() ?? 0));
}

/**
 * Refreshes one API. Of several processes the one that notes its attempt first does it. A refusal is noted with the
 * API already.
 */
async function refreshOne(deps: RefreshDeps, { triedAt, ...api }: DueApi): Promise<void> {
  const { schemaRefresh } = deps.database.prisma;
  const now = deps.clock();
  const { count } = triedAt
    ? await schemaRefresh.updateMany({ where: { apiId: api.id, triedAt }, data: { triedAt: now } })
    : await schemaRefresh.createMany({ data: { apiId: api.id, triedAt: now }, skipDuplicates: true });
  if (count === 0) return;
  await refreshSchema(deps, { api, actor: 'platform' }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
