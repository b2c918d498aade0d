import { HOUR_MS } from '../call/usage.ts';
import {
  atOnceOf,
  calendarOf,
  isWindowed,
  type PlanLimit,
  type WindowedLimit,
  windowSecondsOf,
} from './plan-limit.ts';

/**
 * The judgement of a limit by usage, which is read by the hour.
 *
 * ESTIMATED: its windows are taken to begin with an hour, or as its calendar says. AT_LEAST: its windows are shorter than
 * an hour, so only calls count that no spread over their hour could have fitted in. NOT_JUDGED: usage does not keep what it
 * counts.
 */
export type LimitJudgement = 'ESTIMATED' | 'AT_LEAST' | 'NOT_JUDGED';

/** Calls of one hour by the group of their operation: see {@link operationGroups}. */
export type HourOfCalls = {
  readonly at: number;
  readonly calls: readonly number[];
  /** Units of meters that these calls used together. */
  readonly units?: ReadonlyMap<string, number>;
};

export type SimulatedCalls = {
  readonly calls: number;
  readonly refused: number;
  /** Refused calls by the name of the limit that refuses them. */
  readonly refusedBy: ReadonlyMap<string, number>;
};

const HOUR_SECONDS = HOUR_MS / 1000;

export function judgementOf(limit: PlanLimit): LimitJudgement {
  if (!isWindowed(limit)) return 'NOT_JUDGED';
  const isShort = windowSecondsOf(limit) < HOUR_SECONDS;
  if (limit.counts === 'CALLS') return isShort ? 'AT_LEAST' : 'ESTIMATED';
  // Units are kept by the hour, and not by operation.
  const isKept = limit.counts === 'METER' && limit.operations.length === 0 && !isShort;
  return isKept ? 'ESTIMATED' : 'NOT_JUDGED';
}

const isJudged = (limit: PlanLimit): limit is WindowedLimit => judgementOf(limit) !== 'NOT_JUDGED';

/**
 * Sorts operations into groups. The same limits count all of a group; operations that no limit names are group 0.
 */
export function operationGroups(limits: readonly PlanLimit[]): ReadonlyMap<string, number> {
  const judged = limits.filter(isJudged);
  const groups = new Map<string, number>();
  const byOperation = new Map<string, number>();
  for (const operation of new Set(judged.flatMap(({ operations }) => operations))) {
    const signature = judged.map(({ operations }) => operations.includes(operation)).join();
    const group = groups.get(signature) ?? groups.size + 1;
    groups.set(signature, group);
    byOperation.set(operation, group);
  }
  return byOperation;
}

/** A limit, the groups of operations that it counts, and its current window. */
type Counter = {
  readonly limit: WindowedLimit;
  readonly groups: ReadonlySet<number> | undefined;
  closesAt: number;
  left: number;
};

/**
 * Finds the calls that limits would have refused. As in the gateway, limits of some operations come first, then the
 * smaller ones, and a call that one refuses costs nothing in those behind it.
 *
 * @param hours in their order
 */
export function simulateLimits(limits: readonly PlanLimit[], hours: Iterable<HourOfCalls>): SimulatedCalls {
  const counters = countersOf(limits);
  const refusedBy = new Map<string, number>();
  let [calls, refused] = [0, 0];
  for (const hour of hours) {
    const admitted = [...hour.calls];
    calls += sum(admitted);
    for (const counter of counters) {
      const excess = trim(admitted, counter, hour);
      if (excess === 0) continue;
      refused += excess;
      refusedBy.set(counter.limit.name, (refusedBy.get(counter.limit.name) ?? 0) + excess);
    }
    for (const counter of counters) counter.left -= countedBy(counter, admitted, hour);
  }
  return { calls, refused, refusedBy };
}

function countersOf(limits: readonly PlanLimit[]): Counter[] {
  const groupOf = operationGroups(limits);
  return limits
    .filter(isJudged)
    .toSorted(
      (one, other) =>
        Number(other.operations.length > 0) - Number(one.operations.length > 0) || one.limit - other.limit,
    )
    .map((limit) => ({
      limit,
      groups:
        limit.operations.length === 0
          ? undefined
          : new Set(limit.operations.map((operation) => groupOf.get(operation) ?? 0)),
      closesAt: 0,
      left: atOnceOf(limit),
    }));
}

/** Takes the calls that a limit refuses from an hour, and returns their number. */
function trim(admitted: number[], counter: Counter, hour: HourOfCalls): number {
  const counted = countedBy(counter, admitted, hour);
  if (counted > 0 && hour.at >= counter.closesAt) open(counter, hour.at);
  const beyond = Math.max(0, counted - Math.max(0, counter.left));
  const excess = isOfUnits(counter) && counted > 0 ? Math.round((sum(admitted) * beyond) / counted) : beyond;
  let rest = excess;
  for (const [group, calls] of admitted.entries()) {
    if (rest === 0) break;
    if (counter.groups && !counter.groups.has(group)) continue;
    const taken = Math.min(calls, rest);
    admitted[group] = calls - taken;
    rest -= taken;
  }
  return excess;
}

/** Opens a window. An hour meets as many short ones as fit in it, and one more. */
function open(counter: Counter, at: number): void {
  const { limit } = counter;
  const seconds = windowSecondsOf(limit);
  const passed = 1 + Math.floor((at - counter.closesAt) / (seconds * 1000));
  const isShort = judgementOf(limit) === 'AT_LEAST';
  const calendar = calendarOf(limit);
  counter.closesAt = calendar ? calendar.at(at).endsAt : at + Math.max(HOUR_MS, seconds * 1000);
  const burst = atOnceOf(limit);
  if (isShort) counter.left = limit.limit * Math.ceil(HOUR_SECONDS / seconds) + burst;
  else counter.left = Math.min(burst, Math.max(0, counter.left) + limit.limit * passed);
}

const isOfUnits = ({ limit }: Counter) => limit.counts === 'METER';

/** Returns what admitted calls count. All calls of an hour are taken to use as many units each. */
function countedBy(counter: Counter, admitted: readonly number[], { calls, units }: HourOfCalls): number {
  const { groups, limit } = counter;
  if (isOfUnits(counter)) {
    const used = units?.get(limit.meter ?? '') ?? 0;
    return used === 0 ? 0 : (used * sum(admitted)) / sum(calls);
  }
  return groups
    ? admitted.reduce((total, each, group) => (groups.has(group) ? total + each : total), 0)
    : sum(admitted);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
