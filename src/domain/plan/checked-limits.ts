import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { isName } from '../../foundation/text/name.ts';
import { checkMeterName } from '../api/meters.ts';
import { operationNames } from '../api/operation-names.ts';
import { isTimeZone } from './calendar.ts';
import {
  atOnceOf,
  countsSame,
  isMeasured,
  isOfCalendar,
  isWindowed,
  type LimitPeriod,
  limitPeriods,
  type PlanLimit,
  type PlanLimitDraft,
  periodSeconds,
  windowSecondsOf,
} from './plan-limit.ts';
import { planLimitInWords, USUAL_TIME_ZONE, usualName } from './plan-limit-words.ts';

/** Limits of one plan. Each is a counter that a call takes a point of. */
const LIMITS_MAX = 10;
/** The longest window that a first call opens. Its counter lives in memory or in Redis only. */
const WINDOW_SECONDS_MAX = 24 * periodSeconds.HOUR;
/** The months of which a year has a whole number. */
const MONTHS = [1, 2, 3, 4, 6, 12];
/** The largest number that the database and GraphQL's Int hold. */
export const LIMIT_MAX = 2_147_483_647;
/** The most calls at the same time that a subscription can have in a process. */
export const CONCURRENT_CALLS_MAX = 10_000;
/** The name of the cost limit's counter. (limit-keys.ts) */
const RESERVED = new Set(['cost', 'graphql-cost']);

/**
 * Checks and completes the limits of a plan, in their order.
 *
 * @param shortForms the limits that the plan has by `rateLimit` and `graphQLCostLimit`
 * @throws BAD_USER_INPUT when one is wrong, two have one name, or one can never be reached because of another
 */
export function planLimitsOf(
  drafts: readonly PlanLimitDraft[] | null | undefined,
  { shortForms, path }: { readonly shortForms: readonly PlanLimit[]; readonly path: InputPath },
): PlanLimit[] {
  if (!drafts) return [];
  if (drafts.length > LIMITS_MAX)
    refuse('BAD_USER_INPUT', { detail: `A plan has at most ${LIMITS_MAX} limits.`, path });
  const limits = drafts.map((draft, at) => planLimitOf(draft, [...path, at]));
  for (const [at, limit] of limits.entries())
    checkAgainst(limit, [...shortForms, ...limits.slice(0, at)], [...path, at]);
  return limits;
}

function planLimitOf(draft: PlanLimitDraft, path: InputPath): PlanLimit {
  const { limit } = draft;
  const counts = draft.counts ?? 'CALLS';
  const mode = draft.mode ?? 'ENFORCE';
  const window = counts === 'CONCURRENT' ? noWindow(draft, path) : windowOf(draft, path);
  const meter = meterOf(draft, [...path, 'meter']);
  const name = draft.name ?? usualName({ counts, meter, mode, ...window });
  checkName(name, [...path, 'name']);
  checkWhole(limit, counts === 'CONCURRENT' ? CONCURRENT_CALLS_MAX : LIMIT_MAX, [...path, 'limit']);
  const burst = burstOf(draft, window, [...path, 'burst']);
  const operations = operationNames(draft.operations, [...path, 'operations']);
  return {
    name,
    counts,
    ...(meter && { meter }),
    limit,
    ...window,
    ...(burst !== undefined && { burst }),
    operations,
    mode,
  };
}

function meterOf({ counts, meter }: PlanLimitDraft, path: InputPath): string | undefined {
  if (counts === 'METER') {
    if (meter == null)
      return refuse('BAD_USER_INPUT', {
        detail: 'A limit that counts METER names a meter of an API: give meter, for example "tokens".',
        path,
      });
    checkMeterName(meter, path);
    return meter;
  }
  if (meter == null) return undefined;
  return refuse('BAD_USER_INPUT', {
    detail: `A limit that counts ${counts ?? 'CALLS'} has no meter: leave meter out, or count METER.`,
    path,
  });
}

type WindowTerms = Pick<PlanLimit, 'per' | 'every' | 'timeZone'>;

/** Checks a burst. Windows carry it over, so one has to follow another. */
function burstOf(
  { limit, burst }: PlanLimitDraft,
  { per, every }: WindowTerms,
  path: InputPath,
): number | undefined {
  if (burst === null || burst === undefined) return undefined;
  if (per === null || isOfCalendar(per))
    return refuse('BAD_USER_INPUT', {
      detail: `Only windows of seconds, minutes and hours have a burst: leave it out${per === null ? '' : `, or count per HOUR instead of ${per}`}.`,
      path,
    });
  checkWhole(burst, LIMIT_MAX, path);
  if (burst <= limit)
    refuse('BAD_USER_INPUT', {
      detail: `burst is ${burst}, and a window admits ${limit} at once anyway: give more, or leave it out.`,
      path,
    });
  if (Math.ceil(burst / limit) * windowSecondsOf({ per, every }) > WINDOW_SECONDS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `burst is ${burst}, which windows of ${limit} need more than 24 hours to leave over: give less.`,
      path,
    });
  return burst;
}

function windowOf(draft: PlanLimitDraft, path: InputPath): WindowTerms {
  const { per } = draft;
  if (per === null || per === undefined)
    return refuse('BAD_USER_INPUT', {
      detail: `per is missing: give the unit of the window, one of ${limitPeriods.join(', ')}.`,
      path: [...path, 'per'],
    });
  const every = draft.every ?? 1;
  checkEvery(per, every, [...path, 'every']);
  return { per, every, timeZone: timeZoneOf(per, draft.timeZone, [...path, 'timeZone']) };
}

/** Calls at the same time are counted without a window. */
function noWindow({ per, every, timeZone }: PlanLimitDraft, path: InputPath): WindowTerms {
  for (const [member, given] of Object.entries({ per, every: every === 1 ? null : every, timeZone }))
    if (given !== null && given !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `Calls at the same time have no window: leave ${member} out.`,
        path: [...path, member],
      });
  return { per: null, every: 1, timeZone: null };
}

function checkEvery(per: LimitPeriod, every: number, path: InputPath): void {
  if (!isOfCalendar(per)) {
    checkWhole(every, Math.floor(WINDOW_SECONDS_MAX / periodSeconds[per]), path);
    return;
  }
  const allowed = per === 'MONTH' ? MONTHS : [1];
  if (allowed.includes(every)) return;
  refuse('BAD_USER_INPUT', {
    detail:
      per === 'MONTH'
        ? `every is ${every}: windows of months begin with the year, so give 1, 2, 3, 4, 6 or 12.`
        : `every is ${every}: a window of the calendar lasts one ${per.toLowerCase()}.`,
    path,
  });
}

function timeZoneOf(per: LimitPeriod, timeZone: PlanLimitDraft['timeZone'], path: InputPath): string | null {
  if (!isOfCalendar(per)) {
    if (timeZone === null || timeZone === undefined) return null;
    refuse('BAD_USER_INPUT', {
      detail: `The first call opens a window of ${per.toLowerCase()}s, so it has no time zone: leave timeZone out, or give DAY, WEEK or MONTH.`,
      path,
    });
  }
  const name = timeZone ?? USUAL_TIME_ZONE;
  if (isTimeZone(name)) return name;
  refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(short(name))} is no time zone: give an IANA name, for example "Europe/Berlin".`,
    path,
  });
}

function checkName(name: string, path: InputPath): void {
  if (isName(name) && !RESERVED.has(name)) return;
  const reason = RESERVED.has(name)
    ? 'is the name of graphQLCostLimit'
    : 'is not a name: use lower case letters, digits and single hyphens, at most 63';
  refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(short(name))} ${reason}.`, path });
}

/** @throws BAD_USER_INPUT when it is no whole number from 1 to `max`; the path ends in its name */
export function checkWhole(value: number, max: number, path: InputPath): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  refuse('BAD_USER_INPUT', {
    detail: `${path.at(-1)} is ${value}: give a whole number from 1 to ${max}.`,
    path,
  });
}

/**
 * A longer window that allows less than a shorter one makes the shorter one useless. Of two limits on calls at the same
 * time, one is.
 */
function checkAgainst(limit: PlanLimit, before: readonly PlanLimit[], path: InputPath): void {
  if (before.some(({ name }) => name === limit.name))
    refuse('BAD_USER_INPUT', {
      detail: `There are two limits ${limit.name}: give one of them another name.`,
      path: [...path, 'name'],
    });
  for (const other of before) {
    if (!countsSame(other, limit) || isMeasured(other) !== isMeasured(limit)) continue;
    if (`${other.operations}` !== `${limit.operations}`) continue;
    const [shorter, longer] = lengthOf(other) <= lengthOf(limit) ? [other, limit] : [limit, other];
    if (lengthOf(shorter) < lengthOf(longer) && isLess(shorter, longer)) continue;
    refuse('BAD_USER_INPUT', {
      detail: `${shorter.name} allows ${planLimitInWords(shorter)}, and ${longer.name} ${planLimitInWords(longer)}: one of them is never reached.`,
      path,
    });
  }
}

const isLess = (one: PlanLimit, other: PlanLimit): boolean =>
  one.limit < other.limit && atOnceOf(one) < atOnceOf(other);
const lengthOf = (limit: PlanLimit): number => (isWindowed(limit) ? windowSecondsOf(limit) : 0);
