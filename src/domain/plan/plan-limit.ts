import { Calendar, type CalendarUnit, calendarUnits } from './calendar.ts';

/** The amounts that a limit of a plan can count. */
export const limitedAmounts = ['CALLS', 'GRAPHQL_COST', 'CONCURRENT', 'METER', 'KILOBYTES'] as const;
export type LimitedAmount = (typeof limitedAmounts)[number];

/** Tells whether a limit counts usage. That is known after a call: the units of a meter, or kilobytes. */
export const isOfUsage = ({ counts }: Pick<PlanLimit, 'counts'>): boolean =>
  counts === 'METER' || counts === 'KILOBYTES';

/** Tells whether two limits count the same. */
export const countsSame = (one: Amount, other: Amount): boolean =>
  one.counts === other.counts && (one.meter ?? null) === (other.meter ?? null);

type Amount = Pick<PlanLimit, 'counts' | 'meter'>;

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
 * A limit of a plan besides its short forms. It admits so many calls, so much cost or so much usage in a window, or so
 * many calls at the same time. A call has to fit all limits of its plan.
 */
export type PlanLimit = {
  /** Its name within the plan, for example `per-second`. */
  readonly name: string;
  readonly counts: LimitedAmount;
  /** The meter whose units it counts. Others than METER have none. */
  readonly meter?: string | null | undefined;
  readonly limit: number;
  /** The unit of its window. Null where it counts calls at the same time. */
  readonly per: LimitPeriod | null;
  /** The number of units that a window lasts. */
  readonly every: number;
  /** The time zone whose days, weeks or months it follows. Null where its first call opens a window. */
  readonly timeZone: string | null;
  /**
   * The most that may come at once, where earlier windows have left it over. Without it, a window admits its limit and
   * no more.
   */
  readonly burst?: number | null | undefined;
  /** The operations that it counts, for example `GET /customers/{id}`. Empty means all. */
  readonly operations: string[];
  /** ENFORCE unless given. */
  readonly mode?: LimitMode | undefined;
};

/** A limit that counts in windows. */
export type WindowedLimit = PlanLimit & { readonly per: LimitPeriod };

/** Tells whether a limit counts in windows. Calls at the same time have none. */
export const isWindowed = <Limit extends Pick<PlanLimit, 'per'>>(
  limit: Limit,
): limit is Limit & { readonly per: LimitPeriod } => limit.per !== null;

/** A limit as the management API takes it, before it is checked. */
export type PlanLimitDraft = {
  readonly name?: string | null | undefined;
  readonly counts?: LimitedAmount | null | undefined;
  readonly meter?: string | null | undefined;
  readonly limit: number;
  readonly per?: LimitPeriod | null | undefined;
  readonly every?: number | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly burst?: number | null | undefined;
  readonly operations?: readonly string[] | null | undefined;
  readonly mode?: LimitMode | null | undefined;
};

/** Tells whether a limit only counts what exceeds it. Callers are not told of it. */
export const isMeasured = ({ mode }: Pick<PlanLimit, 'mode'>): boolean => mode === 'MEASURE';

/** Returns the most that a limit admits at once. */
export const atOnceOf = ({ limit, burst }: Pick<PlanLimit, 'limit' | 'burst'>): number => burst ?? limit;

/** Returns the length of a window; that of the longest, where they differ. */
export const windowSecondsOf = ({ per, every }: Pick<WindowedLimit, 'per' | 'every'>): number =>
  every * periodSeconds[per];

/** Returns the calendar that a limit follows, if it follows one. */
export function calendarOf({
  per,
  every,
  timeZone,
}: Pick<PlanLimit, 'per' | 'every' | 'timeZone'>): Calendar | undefined {
  return per !== null && isOfCalendar(per) && timeZone !== null
    ? new Calendar({ per, every, timeZone })
    : undefined;
}

/** Tells whether windows of a unit follow a calendar. */
export const isOfCalendar = (per: LimitPeriod): per is CalendarUnit =>
  (calendarUnits as readonly string[]).includes(per);
