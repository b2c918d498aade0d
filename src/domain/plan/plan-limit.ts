import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { isName } from '../../foundation/text/name.ts';
import { Calendar, type CalendarUnit, calendarUnits, isTimeZone } from './calendar.ts';

/** The amounts that a limit of a plan can count. */
export const limitedAmounts = ['CALLS', 'GRAPHQL_COST'] as const;
export type LimitedAmount = (typeof limitedAmounts)[number];

/** The ways of a limit: it refuses what exceeds it, or only counts that. */
export const limitModes = ['ENFORCE', 'MEASURE'] as const;
export type LimitMode = (typeof limitModes)[number];

/** The units of a window's length, in seconds. A month is the longest one. */
export const periodSeconds = {
  SECOND: 1,
  MINUTE: 60,
  HOUR: 3600,
  DAY: 86_400,
  WEEK: 7 * 86_400,
  MONTH: 31 * 86_400,
} as const;
export type LimitPeriod = keyof typeof periodSeconds;
export const limitPeriods = Object.keys(periodSeconds) as LimitPeriod[];

/**
 * A limit of a plan besides `rateLimit` and `graphQLCostLimit`. It admits so many calls, or so much cost, in a window. A
 * call has to fit all limits of its plan.
 */
export type PlanLimit = {
  /** Its name within the plan, for example `per-second`. */
  readonly name: string;
  readonly counts: LimitedAmount;
  readonly limit: number;
  readonly per: LimitPeriod;
  /** The number of units that a window lasts. */
  readonly every: number;
  /** The time zone whose days, weeks or months it follows. Null where its first call opens a window. */
  readonly timeZone: string | null;
  /** The operations that it counts, for example `GET /customers/{id}`. Empty means all. */
  readonly operations: string[];
  /** ENFORCE unless given. */
  readonly mode?: LimitMode | undefined;
};

/** A limit as the management API takes it, before it is checked. */
export type PlanLimitDraft = {
  readonly name?: string | null | undefined;
  readonly counts?: LimitedAmount | null | undefined;
  readonly limit: number;
  readonly per: LimitPeriod;
  readonly every?: number | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly operations?: readonly string[] | null | undefined;
  readonly mode?: LimitMode | null | undefined;
};

/** Limits of one plan. Each is a counter that a call takes a point of. */
const LIMITS_MAX = 10;
/** Gateways hold the operations of all plans in memory. */
const OPERATIONS_MAX = 20;
const OPERATION_LENGTH_MAX = 300;
/** The longest window that a first call opens. Its counter lives in memory or in Redis only. */
const WINDOW_SECONDS_MAX = 24 * periodSeconds.HOUR;
/** The months of which a year has a whole number. */
const MONTHS = [1, 2, 3, 4, 6, 12];
const USUAL_TIME_ZONE = 'UTC';
/** The largest number that the database and GraphQL's Int hold. */
export const LIMIT_MAX = 2_147_483_647;
/** The name of the cost limit's counter. (limit-keys.ts) */
const RESERVED = new Set(['cost', 'graphql-cost']);

/** Tells whether a limit only counts what exceeds it. Callers are not told of it. */
export const isMeasured = ({ mode }: Pick<PlanLimit, 'mode'>): boolean => mode === 'MEASURE';

/** Returns the length of a window; that of the longest, where they differ. */
export const windowSecondsOf = ({ per, every }: Pick<PlanLimit, 'per' | 'every'>): number =>
  every * periodSeconds[per];

/** Returns the calendar that a limit follows, if it follows one. */
export function calendarOf({
  per,
  every,
  timeZone,
}: Pick<PlanLimit, 'per' | 'every' | 'timeZone'>): Calendar | undefined {
  return isOfCalendar(per) && timeZone !== null ? new Calendar({ per, every, timeZone }) : undefined;
}

const isOfCalendar = (per: LimitPeriod): per is CalendarUnit =>
  (calendarUnits as readonly string[]).includes(per);

/** Returns a limit in words: `10 calls per second`. */
export function planLimitInWords(limit: PlanLimit): string {
  const amount = limit.counts === 'GRAPHQL_COST' ? 'of cost' : limit.limit === 1 ? 'call' : 'calls';
  const of = limit.operations.length === 0 ? '' : ` of ${limit.operations.join(', ')}`;
  return `${limit.limit} ${amount} per ${windowInWords(limit)}${zoneInWords(limit)}${of}`;
}

const zoneInWords = ({ timeZone }: PlanLimit) =>
  timeZone === null || timeZone === USUAL_TIME_ZONE ? '' : ` in ${timeZone}`;

/** Returns a limit as people write it: `10 calls per second`, `fair-use: 10 calls per second`. */
export function planLimitLine(limit: PlanLimit): string {
  const words = `${isMeasured(limit) ? 'measure ' : ''}${planLimitInWords(limit)}`;
  return limit.name === usualName(limit) ? words : `${limit.name}: ${words}`;
}

const LINE =
  /^(?:(?<name>[^\s:]+):\s+)?(?<measure>measure\s+)?(?<limit>\d+)\s+(?<counts>calls?|of cost)\s+per\s+(?:(?<every>\d+)\s+)?(?<per>second|minute|hour|day|week|month)s?(?:\s+in\s+(?<timeZone>[^\s,]+))?(?:\s+of\s+(?<operations>\S.*))?$/;

/**
 * Reads a limit as people write it on a line: {@link planLimitLine}.
 *
 * @returns undefined for other words
 */
export function readPlanLimit(line: string): PlanLimitDraft | undefined {
  const read = LINE.exec(line.trim())?.groups;
  if (!read) return undefined;
  return {
    name: read['name'],
    counts: read['counts'] === 'of cost' ? 'GRAPHQL_COST' : 'CALLS',
    limit: Number(read['limit']),
    per: read['per']?.toUpperCase() as LimitPeriod,
    every: read['every'] === undefined ? undefined : Number(read['every']),
    timeZone: read['timeZone'],
    operations: read['operations']?.split(/,\s+/),
    mode: read['measure'] === undefined ? 'ENFORCE' : 'MEASURE',
  };
}

/** Returns the length of a window in words: `hour`, `10 minutes`. */
export const windowInWords = ({ per, every }: Pick<PlanLimit, 'per' | 'every'>): string =>
  every === 1 ? per.toLowerCase() : `${every} ${per.toLowerCase()}s`;

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
  const { limit, per } = draft;
  const every = draft.every ?? 1;
  const counts = draft.counts ?? 'CALLS';
  const mode = draft.mode ?? 'ENFORCE';
  const name = draft.name ?? usualName({ counts, every, per, mode });
  checkName(name, [...path, 'name']);
  checkWhole(limit, LIMIT_MAX, [...path, 'limit']);
  checkEvery(per, every, [...path, 'every']);
  const timeZone = timeZoneOf(draft, [...path, 'timeZone']);
  return { name, counts, limit, per, every, timeZone, operations: operationsOf(draft, path), mode };
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

function timeZoneOf({ per, timeZone }: PlanLimitDraft, path: InputPath): string | null {
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

/** Makes the name of a limit from its window: `per-second`, `cost-per-10-minutes`, `measured-per-day`. */
const usualName = ({ counts, mode, ...window }: Pick<PlanLimit, 'counts' | 'per' | 'every' | 'mode'>) =>
  [isMeasured({ mode }) ? 'measured' : '', counts === 'CALLS' ? '' : 'cost', 'per', windowInWords(window)]
    .filter((part) => part !== '')
    .join('-')
    .replace(' ', '-');

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

function operationsOf({ operations }: PlanLimitDraft, path: InputPath): string[] {
  const all = [...new Set(operations)].sort();
  const at = [...path, 'operations'];
  if (all.length > OPERATIONS_MAX)
    refuse('BAD_USER_INPUT', { detail: `A limit names at most ${OPERATIONS_MAX} operations.`, path: at });
  const wrong = all.find((each) => each.trim() === '' || each.length > OPERATION_LENGTH_MAX);
  if (wrong !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(wrong))} is no operation: write it as usage does, for example "GET /customers/{id}".`,
      path: at,
    });
  return all;
}

/** A longer window that allows less than a shorter one makes the shorter one useless. */
function checkAgainst(limit: PlanLimit, before: readonly PlanLimit[], path: InputPath): void {
  if (before.some(({ name }) => name === limit.name))
    refuse('BAD_USER_INPUT', {
      detail: `There are two limits ${limit.name}: give one of them another name.`,
      path: [...path, 'name'],
    });
  for (const other of before) {
    if (other.counts !== limit.counts || isMeasured(other) !== isMeasured(limit)) continue;
    if (`${other.operations}` !== `${limit.operations}`) continue;
    const [shorter, longer] =
      windowSecondsOf(other) <= windowSecondsOf(limit) ? [other, limit] : [limit, other];
    if (windowSecondsOf(shorter) < windowSecondsOf(longer) && shorter.limit < longer.limit) continue;
    refuse('BAD_USER_INPUT', {
      detail: `${shorter.name} allows ${planLimitInWords(shorter)}, and ${longer.name} ${planLimitInWords(longer)}: one of them is never reached.`,
      path,
    });
  }
}
