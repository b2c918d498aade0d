import { LATENCY_BUCKETS, latencyBucketOf } from '../../../domain/call/latency.ts';
import type { UsageOutcome } from '../../../domain/call/usage.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { UNKNOWN_FIELDS } from '../../../infrastructure/usage/field-sets.ts';
import type { UsageStore } from '../../../infrastructure/usage/store.ts';
import {
  type FieldSetCount,
  MEASURED,
  type MeterCount,
  type UsageBatch,
} from '../../../infrastructure/usage/usage-batch.ts';
import type { Call } from '../call.ts';
import { exceedsMeasured } from './counted-limit.ts';
import { type Count, type TalliedCall, Tallies, type Tally } from './usage-tallies.ts';

export type CountedCall = TalliedCall &
  Pick<Call, 'refusedWith' | 'fieldSets' | 'counted' | 'charged' | 'exceedsConcurrency' | 'metering'>;

type UsageDeps = { readonly store: UsageStore; readonly clock: Clock };

/**
 * Counts calls by the minute, by client, operation, outcome and duration.
 *
 * It also keeps each credential's last use.
 */
export class UsageCounter {
  readonly #store: UsageStore;
  readonly #clock: Clock;
  #tallies = new Tallies();
  /** The batch that is sent, or could not be written. */
  #unwritten: UsageBatch | undefined;
  #sequence = 0;
  #undetailed = 0;

  constructor({ store, clock }: UsageDeps) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Calls that are counted by catalog and outcome alone. Too many others waited to be written. */
  undetailed(): number {
    return this.#undetailed;
  }

  /** Notes a call of a client that was admitted. */
  use(call: TalliedCall): void {
    const now = this.#clock().getTime();
    this.#tallies.of(call, now).usedAt = now;
  }

  /** Counts a call that has ended. */
  count(call: CountedCall, outcome: UsageOutcome, durationMs: number): void {
    const tally = this.#tallies.of(call, this.#clock().getTime());
    if (tally.series.api === null && call.chosen) this.#undetailed += 1;
    const { durations } = countOf(tally, call, outcome);
    if (call.fieldSets) this.#tallies.countFields(tally, call.fieldSets);
    const bucket = latencyBucketOf(durationMs);
    durations[bucket] = (durations[bucket] ?? 0) + 1;
  }

  /** Counts the units that an answer told. Undefined is what could not be told. */
  meter(call: TalliedCall, meter: string, units: number | undefined): void {
    const tally = this.#tallies.of(call, this.#clock().getTime());
    tally.meters ??= [];
    let counted = tally.meters.find((each) => each.meter === meter);
    if (!counted) {
      counted = { meter, units: 0, faults: 0 };
      tally.meters.push(counted);
    }
    if (units === undefined) counted.faults += 1;
    else counted.units += units;
  }

  /**
   * Writes what was counted. What could not be written is kept as it is, because nobody knows whether it was, and is
   * sent again before what came after it.
   *
   * @throws what the store throws
   */
  async write(): Promise<void> {
    await this.#send(this.#unwritten);
    await this.#send(this.#taken());
  }

  async #send(batch: UsageBatch | undefined): Promise<void> {
    this.#unwritten = batch;
    if (batch) await this.#store.write(batch);
    this.#unwritten = undefined;
  }

  #taken(): UsageBatch | undefined {
    const { all } = this.#tallies;
    if (all.length === 0) return undefined;
    this.#tallies = new Tallies();
    this.#sequence += 1;
    return {
      sequence: this.#sequence,
      at: this.#clock(),
      counts: all.flatMap((tally) => tally.counts),
      meters: all.flatMap(metersIn),
      fieldSets: all.flatMap(fieldSetsIn),
      lastUse: lastUseIn(all),
    };
  }
}

function countOf({ series, minute, counts }: Tally, call: CountedCall, outcome: UsageOutcome): Count {
  const code = call.refusedWith ?? (isMeasuredRefusal(call) ? MEASURED : null);
  for (const count of counts) if (count.outcome === outcome && count.code === code) return count;
  const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
  const count: Count = { series, minute, outcome, code, durations };
  counts.push(count);
  return count;
}

const isMeasuredRefusal = ({ counted, charged, metering, exceedsConcurrency }: CountedCall) =>
  exceedsConcurrency ||
  exceedsMeasured(counted) ||
  exceedsMeasured(charged) ||
  (metering !== undefined && exceedsMeasured(metering.reserved));

const NO_METERS: readonly MeterCount[] = [];

const metersIn = ({ series, minute, meters }: Tally): readonly MeterCount[] =>
  meters ? meters.map((counted) => ({ series, minute, ...counted })) : NO_METERS;

const NO_FIELDS: readonly FieldSetCount[] = [];

function fieldSetsIn({ series, minute, fieldSets, query }: Tally): readonly FieldSetCount[] {
  const isOfQuery = query !== undefined;
  if (query === 'UNREAD') return [{ series, minute, isOfQuery, set: UNKNOWN_FIELDS, calls: 1 }];
  return fieldSets
    ? [...fieldSets].map(([set, calls]) => ({ series, minute, isOfQuery, set, calls }))
    : NO_FIELDS;
}

function lastUseIn(tallies: readonly Tally[]): Map<string, number> {
  const lastUse = new Map<string, number>();
  for (const { credentialId, usedAt } of tallies)
    if (credentialId !== undefined && usedAt > (lastUse.get(credentialId) ?? 0))
      lastUse.set(credentialId, usedAt);
  return lastUse;
}
