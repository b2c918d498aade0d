import { type InputPath, refuse } from '../../foundation/errors.ts';
import { DAY_MS, HOUR_MS } from './usage.ts';

/** Policy of a catalog for usage alerts. It says how many calls are a spike, and how long none is silence. */
export type UsageAlertPolicy = {
  /** The times that a spike exceeds the same hour of earlier days. */
  readonly spikeFactor: number;
  /** An hour with fewer calls is none. */
  readonly spikeCalls: number;
  readonly silentHours: number;
};

/** A policy as the management API and a manifest take it. */
export type UsageAlertPolicyDraft = {
  readonly [Member in keyof UsageAlertPolicy]?: number | null | undefined;
};

/** A subscription whose usage has changed, as it is told once. */
export type UsageAlert = {
  readonly kind: 'SPIKE' | 'SILENCE';
  /** The beginning of the spike's hour, or of the silence, in milliseconds since 1970. */
  readonly since: number;
  readonly calls: number;
  /** The most calls in the same hour before, or the fewest of a day before. */
  readonly usual: number;
};

/** Calls by the beginning of their hour. Hours without any are left out. */
export type CallsByHour = ReadonlyMap<number, number>;

/** Days that an hour is compared with. */
const DAYS = 7;
/** A spike is told again after so long without one. */
const CALM_HOURS = 24;

const members = {
  spikeFactor: { usual: 5, least: 2, most: 1_000 },
  spikeCalls: { usual: 100, least: 1, most: 2_147_483_647 },
  silentHours: { usual: 24, least: 1, most: 168 },
} as const satisfies Readonly<Record<keyof UsageAlertPolicy, object>>;

/** Returns the beginning of the first hour whose calls are needed to judge an hour. */
export const usageNeededFrom = (hour: number, { silentHours }: UsageAlertPolicy): number =>
  hour - DAYS * DAY_MS - Math.max(CALM_HOURS, silentHours) * HOUR_MS;

/**
 * Checks and completes a policy.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function usageAlertPolicyFrom(draft: UsageAlertPolicyDraft, path: InputPath): UsageAlertPolicy {
  const member = (name: keyof UsageAlertPolicy): number => {
    const { usual, least, most } = members[name];
    const value = draft[name] ?? usual;
    if (!Number.isInteger(value) || value < least || value > most)
      refuse('BAD_USER_INPUT', {
        detail: `${name} is ${value}: give a whole number from ${least} to ${most}.`,
        path: [...path, name],
      });
    return value;
  };
  return {
    spikeFactor: member('spikeFactor'),
    spikeCalls: member('spikeCalls'),
    silentHours: member('silentHours'),
  };
}

/**
 * Judges an hour that has closed. The calls of a day of silence and of eight days before have to be known: see
 * {@link usageNeededFrom}.
 */
export function usageAlertOf(
  calls: CallsByHour,
  hour: number,
  policy: UsageAlertPolicy,
): UsageAlert | undefined {
  return spikeOf(calls, hour, policy) ?? silenceOf(calls, hour, policy);
}

function spikeOf(calls: CallsByHour, hour: number, policy: UsageAlertPolicy): UsageAlert | undefined {
  if (!isSpike(calls, hour, policy)) return undefined;
  for (let before = 1; before <= CALM_HOURS; before += 1)
    if (isSpike(calls, hour - before * HOUR_MS, policy)) return undefined;
  return { kind: 'SPIKE', since: hour, calls: callsIn(calls, hour), usual: mostBefore(calls, hour) };
}

function isSpike(calls: CallsByHour, hour: number, { spikeFactor, spikeCalls }: UsageAlertPolicy): boolean {
  const own = callsIn(calls, hour);
  return own >= spikeCalls && own >= spikeFactor * mostBefore(calls, hour);
}

const callsIn = (calls: CallsByHour, hour: number): number => calls.get(hour) ?? 0;
const days = Array.from({ length: DAYS }, (_, day) => day + 1);
const mostBefore = (calls: CallsByHour, hour: number): number =>
  Math.max(...days.map((day) => callsIn(calls, hour - day * DAY_MS)));

/** Finds a silence in the hour that makes it long enough. Each of the seven days before it had calls. */
function silenceOf(
  calls: CallsByHour,
  hour: number,
  { silentHours }: UsageAlertPolicy,
): UsageAlert | undefined {
  const since = hour - (silentHours - 1) * HOUR_MS;
  if (callsIn(calls, since - HOUR_MS) === 0) return undefined;
  if (callsBetween(calls, since, hour + HOUR_MS) > 0) return undefined;
  const usual = Math.min(
    ...days.map((day) => callsBetween(calls, since - day * DAY_MS, since - (day - 1) * DAY_MS)),
  );
  return usual === 0 ? undefined : { kind: 'SILENCE', since, calls: 0, usual };
}

function callsBetween(calls: CallsByHour, from: number, to: number): number {
  let sum = 0;
  for (let hour = from; hour < to; hour += HOUR_MS) sum += callsIn(calls, hour);
  return sum;
}
