import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { CallRecord } from '../../../infrastructure/observability/access-log.ts';
import { DatabaseUsageStore, type UsageStore } from '../../../infrastructure/usage/store.ts';
import { AnsweredCalls } from '../../recorded/answered-calls.ts';
import { ContractDrifts } from '../../recorded/contract-drifts.ts';
import { LimitAlerts } from '../../recorded/limit-alerts.ts';
import { RecordedShapes } from '../../recorded/recorded-shapes.ts';
import { type RefusedCall, RefusedCalls } from '../../recorded/refused-calls.ts';
import { RehearsalFindings } from '../../recorded/rehearsal-findings.ts';
import type { CountedLimit } from '../accounting/counted-limit.ts';
import { UsageCounter } from '../accounting/usage-counter.ts';
import { usageOutcomeOf } from '../accounting/usage-outcome.ts';
import type { Call } from '../call.ts';
import { answeredCallOf } from './answered-call.ts';
import { noteLimitAlerts } from './note-limit-alerts.ts';

type RecorderDeps = {
  readonly database: Pick<Database, 'query' | 'execute'>;
  /** The store of usage. By default it is added to its tables at once. */
  readonly usage?: UsageStore;
  readonly clock: Clock;
};

/** The records of calls that are kept in the database. They are gathered in memory, and written later. */
export class Recorder {
  readonly #clock: Clock;
  readonly #usage: UsageCounter;
  readonly #refusedCalls: RefusedCalls;
  readonly #answeredCalls: AnsweredCalls;
  readonly #limitAlerts: LimitAlerts;
  /** The ways in which calls broke the documents of their APIs. */
  readonly drifts: ContractDrifts;
  readonly rehearsals: RehearsalFindings;
  /** The shapes of sampled calls. */
  readonly shapes: RecordedShapes;

  constructor(deps: RecorderDeps) {
    this.#clock = deps.clock;
    const { clock, usage: store = new DatabaseUsageStore(deps.database) } = deps;
    this.#usage = new UsageCounter({ store, clock });
    this.#refusedCalls = new RefusedCalls(deps);
    this.#answeredCalls = new AnsweredCalls(deps);
    this.#limitAlerts = new LimitAlerts(deps);
    this.drifts = new ContractDrifts(deps);
    this.rehearsals = new RehearsalFindings(deps);
    this.shapes = new RecordedShapes(deps);
  }

  /** Writers of what was gathered. */
  writers(): (() => Promise<void>)[] {
    const all = [
      this.#usage,
      this.#refusedCalls,
      this.#answeredCalls,
      this.#limitAlerts,
      this.drifts,
      this.rehearsals,
      this.shapes,
    ];
    return all.map((each) => () => each.write());
  }

  /** Calls whose usage lacks details, because too many others waited to be written. */
  undetailed(): number {
    return this.#usage.undetailed();
  }

  /** Notes a call of a client that was admitted. */
  use(call: Call): void {
    if (call.client && call.subscription) this.#usage.use(call);
  }

  /** Records the units that an answer told. Undefined is what could not be told. */
  metered(call: Call, meter: string, units: number | undefined): void {
    this.#usage.meter(call, meter, units);
  }

  /** Records the limits on usage of a call, once they are settled. */
  settled(call: Call, limits: readonly CountedLimit[]): void {
    noteLimitAlerts(call, limits, {
      alerts: this.#limitAlerts,
      countedAt: () => this.#clock().getTime(),
    });
  }

  refused(call: RefusedCall): void {
    this.#refusedCalls.note(call);
  }

  /** Records a call that has ended. */
  ended(call: Call, { durationMs, outcome }: CallRecord): void {
    const usage = usageOutcomeOf(call);
    if (usage) this.#usage.count(call, usage, durationMs);
    const alerting = {
      alerts: this.#limitAlerts,
      countedAt: () => Math.floor(this.#clock().getTime() - durationMs),
    };
    noteLimitAlerts(call, call.counted, alerting);
    noteLimitAlerts(call, call.charged, alerting);
    if (outcome === 'ANSWERED')
      this.#answeredCalls.offer(call.catalog.id, durationMs, (at) => answeredCallOf(call, durationMs, at));
  }
}
