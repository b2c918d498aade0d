import type { LimitPeriod, PlanLimit, PlanLimitDraft } from './plan-limit.ts';

/** The time zone of a calendar's limit that names none. */
export const USUAL_TIME_ZONE = 'UTC';

/**
 * Returns a limit in words: `10 calls per second with bursts of 50`, `5 calls at the same time of POST /reports`.
 */
export function planLimitInWords(limit: PlanLimit): string {
  const of = limit.operations.length === 0 ? '' : ` of ${limit.operations.join(', ')}`;
  return `${limit.limit} ${amountInWords(limit)} ${spanInWords(limit)}${of}`;
}

/** Names what a limit counts, behind its number: `calls`, `of tokens`. */
function amountInWords({ counts, meter, limit }: PlanLimit): string {
  if (counts === 'GRAPHQL_COST') return 'of cost';
  if (counts === 'METER') return `of ${meter}`;
  const one = counts === 'KILOBYTES' ? 'kilobyte' : 'call';
  return limit === 1 ? one : `${one}s`;
}

const spanInWords = ({ per, every, timeZone, burst }: PlanLimit) =>
  per === null
    ? 'at the same time'
    : `per ${windowInWords({ per, every })}${zoneInWords(timeZone)}${burst ? ` with bursts of ${burst}` : ''}`;

const zoneInWords = (timeZone: string | null) =>
  timeZone === null || timeZone === USUAL_TIME_ZONE ? '' : ` in ${timeZone}`;

/** Returns a limit as people write it: `10 calls per second`, `fair-use: 10 calls per second`. */
export function planLimitLine(limit: PlanLimit): string {
  const words = `${limit.mode === 'MEASURE' ? 'measure ' : ''}${planLimitInWords(limit)}`;
  return limit.name === usualName(limit) ? words : `${limit.name}: ${words}`;
}

const WINDOW = String.raw`per\s+(?:(?<every>\d+)\s+)?(?<per>second|minute|hour|day|week|month)s?(?:\s+in\s+(?<timeZone>[^\s,]+))?(?:\s+with\s+bursts\s+of\s+(?<burst>\d+))?`;
const AMOUNT = String.raw`calls?\s+(?<together>at\s+the\s+same\s+time)|(?<amount>calls?|kilobytes?|of\s+[a-z0-9-]+)\s+${WINDOW}`;
const LINE = new RegExp(
  String.raw`^(?:(?<name>[^\s:]+):\s+)?(?<measure>measure\s+)?(?<limit>\d+)\s+(?:${AMOUNT})(?:\s+of\s+(?<operations>\S.*))?$`,
);

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
    ...(read['together'] ? { counts: 'CONCURRENT' } : amountIn(read['amount'] ?? '')),
    limit: Number(read['limit']),
    per: read['per']?.toUpperCase() as LimitPeriod | undefined,
    every: read['every'] === undefined ? undefined : Number(read['every']),
    timeZone: read['timeZone'],
    burst: read['burst'] === undefined ? undefined : Number(read['burst']),
    operations: read['operations']?.split(/,\s+/),
    mode: read['measure'] === undefined ? 'ENFORCE' : 'MEASURE',
  };
}

function amountIn(words: string): Pick<PlanLimitDraft, 'counts' | 'meter'> {
  const [first, meter] = words.split(/\s+/);
  if (first !== 'of') return { counts: first?.startsWith('kilobyte') ? 'KILOBYTES' : 'CALLS' };
  return meter === 'cost' ? { counts: 'GRAPHQL_COST' } : { counts: 'METER', meter };
}

/** Returns the length of a window in words: `hour`, `10 minutes`. */
export const windowInWords = ({
  per,
  every,
}: {
  readonly per: LimitPeriod;
  readonly every: number;
}): string => (every === 1 ? per.toLowerCase() : `${every} ${per.toLowerCase()}s`);

type Named = Pick<PlanLimit, 'counts' | 'meter' | 'per' | 'every' | 'mode'>;

/** Names amounts in names of limits. */
const amounts: Partial<Record<PlanLimit['counts'], string>> = {
  GRAPHQL_COST: 'cost',
  KILOBYTES: 'kilobytes',
};

/** Makes the name of a limit from its window: `per-second`, `tokens-per-month`, `measured-concurrent`. */
export const usualName = ({ counts, meter, mode, per, every }: Named): string =>
  [
    mode === 'MEASURE' ? 'measured' : '',
    meter ?? amounts[counts] ?? '',
    per === null ? 'concurrent' : `per ${windowInWords({ per, every })}`,
  ]
    .filter((part) => part !== '')
    .join('-')
    .replaceAll(' ', '-');
