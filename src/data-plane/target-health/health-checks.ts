import { takesCalls } from '../../domain/backend/backend.ts';
import {
  type HealthCheck,
  type HealthTally,
  type TargetHealthState,
  tallyAfter,
} from '../../domain/backend/health-check.ts';
import type { Clock } from '../../foundation/clock.ts';
import { PendingWork } from '../../foundation/pending-work.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { Lease } from '../../infrastructure/database/lease.ts';
import type { ClientTls } from '../../infrastructure/outbound/client-tls.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { SnapshotFeed } from '../snapshot/snapshot-feed.ts';
import { checkTarget } from './check-target.ts';

type HealthChecksDeps = {
  readonly snapshots: Pick<SnapshotFeed, 'current'>;
  readonly database: Pick<Database, 'query'>;
  readonly outbound: Pick<Outbound, 'forOrg'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** A target to check, as the snapshot has it. */
type Checked = {
  readonly orgId: string;
  readonly backendId: string;
  readonly url: string;
  readonly healthCheck: HealthCheck;
  readonly tls: ClientTls | null;
  readonly health: TargetHealthState;
};

type Progress = {
  tally: HealthTally;
  nextAt: number;
  isUnderWay: boolean;
};

/** Checks of an org at the same time. Its silent targets do not hold up those of others. */
const ORG_CHECKS_MAX = 16;

/**
 * Checks the targets of back-ends, for all gateways of the platform.
 *
 * The gateway process that holds the lease checks: gateways can reach back-ends, and checks by each of them would
 * multiply the requests. Results are stored, and come to every gateway with its snapshot. Without the database nobody
 * checks: the last results stay, and each gateway still ejects targets that fail.
 */
export class HealthChecks {
  readonly #deps: HealthChecksDeps;
  readonly #lease: Lease;
  readonly #progress = new Map<string, Progress>();
  readonly #pending = new PendingWork();
  readonly #closing = new AbortController();

  constructor(deps: HealthChecksDeps) {
    this.#deps = deps;
    this.#lease = new Lease('health checks', deps);
  }

  /** Begins the checks that are due. @returns when the lease is known; checks may take longer */
  async begin(): Promise<void> {
    const checked = checkedTargets(this.#deps.snapshots.current());
    if (checked.length === 0 || !(await this.#lease.hold())) {
      this.#progress.clear();
      return;
    }
    this.#forgetOthers(checked);
    const ofOrgs = new Map<string, number>();
    for (const { orgId, ...target } of checked)
      if (this.#progressOf(target).isUnderWay) ofOrgs.set(orgId, (ofOrgs.get(orgId) ?? 0) + 1);
    for (const target of this.#due(checked)) {
      const running = ofOrgs.get(target.orgId) ?? 0;
      if (running >= ORG_CHECKS_MAX) continue;
      ofOrgs.set(target.orgId, running + 1);
      this.#start(target);
    }
  }

  /** Resolves when the checks under way have ended. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }

  /** Ends the checks, and leaves them to another gateway. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
    await this.#lease.release().catch(this.#deps.onFault);
  }

  /** Lists the targets that are due, the longest overdue first. */
  #due(checked: readonly Checked[]): Checked[] {
    const now = this.#now();
    const dueAt = (target: Checked) => this.#progressOf(target).nextAt;
    return checked
      .filter((target) => !this.#progressOf(target).isUnderWay && dueAt(target) <= now)
      .sort((one, other) => dueAt(one) - dueAt(other));
  }

  #start(target: Checked): void {
    const progress = this.#progressOf(target);
    progress.isUnderWay = true;
    // Spread at random: checks that began together would otherwise always come together.
    progress.nextAt = this.#now() + target.healthCheck.intervalSeconds * (950 + Math.random() * 100);
    const check = this.#check(target, progress)
      .catch(this.#deps.onFault)
      .finally(() => {
        progress.isUnderWay = false;
      });
    this.#pending.add(check);
  }

  async #check(target: Checked, progress: Progress): Promise<void> {
    const { signal } = this.#closing;
    const fault = await checkTarget({ ...target, signal }, this.#deps.outbound.forOrg(target.orgId));
    if (signal.aborted) return;
    progress.tally = tallyAfter(progress.tally, fault === null, target.healthCheck);
    const { state } = progress.tally;
    // Stored again with the next result, where the database fails now.
    if (state !== target.health) await this.#store(target, state, state === 'UNHEALTHY' ? fault : null);
  }

  async #store({ backendId, url }: Checked, state: TargetHealthState, fault: string | null): Promise<void> {
    const values = [backendId, url, state, this.#deps.clock(), fault];
    const known = await this.#deps.database.query(UPDATE, values);
    // Settings of the version before have no row for their targets.
    if (known.length === 0) await this.#deps.database.query(INSERT, values.slice(0, 2));
    if (known.length === 0) await this.#deps.database.query(UPDATE, values);
  }

  #progressOf({ backendId, url, health }: Omit<Checked, 'orgId'>): Progress {
    const key = `${backendId} ${url}`;
    const known = this.#progress.get(key);
    if (known) return known;
    const progress = { tally: { state: health, streak: 0 }, nextAt: 0, isUnderWay: false };
    this.#progress.set(key, progress);
    return progress;
  }

  #forgetOthers(checked: readonly Checked[]): void {
    const keys = new Set(checked.map(({ backendId, url }) => `${backendId} ${url}`));
    for (const key of this.#progress.keys()) if (!keys.has(key)) this.#progress.delete(key);
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}

const UPDATE = `UPDATE "TargetHealth" SET "state" = $3::"TargetHealthState", "since" = $4, "fault" = $5
  WHERE "catalogBackendId" = $1::uuid AND "url" = $2 RETURNING "id"`;
const INSERT = `INSERT INTO "TargetHealth" ("id", "catalogBackendId", "url")
  SELECT gen_random_uuid(), "id", $2 FROM "CatalogBackend" WHERE "id" = $1::uuid`;

function checkedTargets({ catalogs }: Snapshot): Checked[] {
  return [...catalogs.values()].flatMap(({ orgId, backends }) =>
    [...backends.values()].flatMap(({ id: backendId, targets, healthCheck, tls }) =>
      healthCheck
        ? targets
            .filter(takesCalls)
            .map(({ url, health }) => ({ orgId, backendId, url, health, healthCheck, tls }))
        : [],
    ),
  );
}
