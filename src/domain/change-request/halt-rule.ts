import { type InputPath, refuse } from '../../foundation/errors.ts';
import { MINUTE_MS } from '../call/usage.ts';

/** Tells when waves halt. Shares are of all calls: 0.02 is 2 in a hundred. */
export type HaltRule = {
  /** Shares that may fail besides the usual ones; null is any. */
  readonly serverErrors: number | null;
  readonly clientErrors: number | null;
  readonly refused: number | null;
  /** Times of the usual time that 95 of 100 calls may take; null is any. */
  readonly p95: number | null;
  /** Calls from which on shares and times are judged. */
  readonly minimumCalls: number;
  /** The most calls of a wave that may fail. A refused one has failed, too. Null is any number. */
  readonly budget: number | null;
  /** The end of a wave whose time is over with fewer calls than `minimumCalls`. */
  readonly withoutCalls: 'WAIT' | 'GO_ON';
};

/** A rule as the management API takes it. */
type HaltRuleDraft = { readonly [Member in keyof HaltRule]?: HaltRule[Member] | null | undefined };

/** The rule that holds unless another is given. It halts what is plainly worse. */
export const haltRuleDefault: HaltRule = {
  serverErrors: 0.02,
  clientErrors: 0.05,
  refused: 0.05,
  p95: 2,
  minimumCalls: 100,
  budget: null,
  withoutCalls: 'WAIT',
};

const P95_MAX = 100;
const CALLS_MAX = 1_000_000;

/** Checks and completes a rule. @throws BAD_USER_INPUT, with the path of the member at fault */
export function haltRuleFrom(draft: HaltRuleDraft, path: InputPath): HaltRule {
  const given = Object.entries(draft).filter(([, value]) => value !== undefined);
  const { minimumCalls, withoutCalls } = haltRuleDefault;
  const rule: HaltRule = {
    ...haltRuleDefault,
    ...Object.fromEntries(given),
    minimumCalls: draft.minimumCalls ?? minimumCalls,
    withoutCalls: draft.withoutCalls ?? withoutCalls,
  };
  for (const member of ['serverErrors', 'clientErrors', 'refused'] as const)
    checkRange(rule[member], { member, from: 0, to: 1, path });
  checkRange(rule.p95, { member: 'p95', from: 1, to: P95_MAX, path });
  checkRange(rule.minimumCalls, { member: 'minimumCalls', from: 1, to: CALLS_MAX, path });
  checkRange(rule.budget, { member: 'budget', from: 1, to: CALLS_MAX, path });
  return rule;
}

type Range = {
  readonly member: string;
  readonly from: number;
  readonly to: number;
  readonly path: InputPath;
};

function checkRange(value: number | null, { member, from, to, path }: Range): void {
  if (value === null || (value >= from && value <= to)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${member} is ${value}: give ${from} to ${to}.`,
    path: [...path, member],
  });
}

/** Calls of a group of subscriptions in a time. */
export type CallFigures = {
  readonly calls: number;
  readonly serverErrors: number;
  readonly clientErrors: number;
  /** Refused by the gateway, by a limit too. */
  readonly refused: number;
  /** Null where no call was answered. */
  readonly p95Ms: number | null;
};

/** The moved subscriptions on the new version, and those whom they are compared with. */
export type ComparedFigures = {
  readonly moved: CallFigures;
  /** The subscriptions on the old version in the same time. */
  readonly rest: CallFigures;
  /** The moved ones in the hour before they moved. */
  readonly before: CallFigures;
};

export const haltCauses = {
  SERVER_ERRORS: 'More calls of the moved subscriptions failed with 5xx.',
  CLIENT_ERRORS: 'The back-end answered more calls of the moved subscriptions with 4xx.',
  REFUSED: 'The gateway refused more calls of the moved subscriptions.',
  P95: 'Calls of the moved subscriptions took longer.',
  BUDGET: 'As many calls of the moved subscriptions failed as the budget has.',
  NO_CALLS: 'There were too few calls to judge, for seven days.',
  MOVED: 'Somebody changed one of the products meanwhile.',
  REFUSAL: 'A rule refused the next wave, or the proposer may not do it any more.',
  BY_HAND: 'Somebody halted it.',
} as const;
export type HaltCause = keyof typeof haltCauses;

export const haltCauseNames = Object.keys(haltCauses) as HaltCause[];

/** A reason to halt, with its figures in a sentence. */
export type Breach = { readonly cause: HaltCause; readonly message: string };

type Judged = {
  readonly rule: HaltRule;
  /** The whole wave, and its last minutes alone. What begins to fail late is found too. */
  readonly windows: readonly ComparedFigures[];
  /** Calls of the wave that failed or were refused, which the budget is of. */
  readonly failed: number;
  /** Tells whether a gateway got none of the budget when it asked last. */
  readonly isWanted: boolean;
};

/**
 * Finds what halts a wave. Calls under way hold a part of the budget: where a gateway gets none, half of it need to have
 * failed.
 */
export function breachOf({ rule, windows, failed, isWanted }: Judged): Breach | undefined {
  if (rule.budget !== null && failed >= (isWanted ? rule.budget / 2 : rule.budget))
    return {
      cause: 'BUDGET',
      message: `${failed} calls of the moved subscriptions failed; the budget has ${rule.budget}.`,
    };
  for (const window of windows) {
    if (window.moved.calls < rule.minimumCalls) continue;
    const breach = shareBreach(rule, window) ?? timeBreach(rule, window);
    if (breach) return breach;
  }
  return undefined;
}

const shares = {
  serverErrors: { cause: 'SERVER_ERRORS', words: 'failed with 5xx' },
  clientErrors: { cause: 'CLIENT_ERRORS', words: 'were answered with 4xx' },
  refused: { cause: 'REFUSED', words: 'were refused' },
} as const satisfies Partial<Record<keyof HaltRule, { cause: HaltCause; words: string }>>;

type Share = keyof typeof shares;

/** The groups with enough calls to be compared with. */
const comparable = ({ minimumCalls }: HaltRule, { rest, before }: ComparedFigures): CallFigures[] =>
  [rest, before].filter(({ calls }) => calls >= minimumCalls);

/**
 * Finds a share that is worse than those of both who are compared. Where the rest fails as much, the fault is not the
 * version's; where the same subscriptions failed as much before, it is not new.
 */
function shareBreach(rule: HaltRule, window: ComparedFigures): Breach | undefined {
  const { moved } = window;
  for (const share of Object.keys(shares) as Share[]) {
    const margin = rule[share];
    if (margin === null) continue;
    const usual = Math.max(0, ...comparable(rule, window).map((each) => each[share] / each.calls));
    if (moved[share] / moved.calls <= usual + margin) continue;
    const { cause, words } = shares[share];
    const found = `${moved[share]} of ${moved.calls} calls of the moved subscriptions ${words} (${percent(moved[share] / moved.calls)})`;
    return {
      cause,
      message: `${found}; ${percent(usual)} is usual, and ${percent(margin)} more is allowed.`,
    };
  }
  return undefined;
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

function timeBreach(rule: HaltRule, window: ComparedFigures): Breach | undefined {
  const { p95Ms } = window.moved;
  const known = comparable(rule, window).flatMap((each) => each.p95Ms ?? []);
  const usual = Math.max(...known);
  if (rule.p95 === null || p95Ms === null || known.length === 0 || p95Ms <= usual * rule.p95)
    return undefined;
  return {
    cause: 'P95',
    message: `95 of 100 calls of the moved subscriptions took up to ${Math.round(p95Ms)} ms; ${Math.round(usual)} ms is usual, and ${rule.p95} times that is allowed.`,
  };
}

/** The time that a wave waits for calls. */
const WAITS_MS = 7 * 24 * 60 * MINUTE_MS;

type WaveAtTime = {
  readonly startedAt: Date;
  readonly minutes: number;
  /** The number of subscriptions on the new version. Without one there is nothing to wait for. */
  readonly moved: number;
};

/** The end of the time that a wave is watched. */
export const endOfWave = ({ startedAt, minutes }: Pick<WaveAtTime, 'startedAt' | 'minutes'>): Date =>
  new Date(startedAt.getTime() + minutes * MINUTE_MS);

/** The next step of a wave. */
type Verdict =
  | { readonly does: 'HALT'; readonly breach: Breach }
  | { readonly does: 'GO_ON' }
  | { readonly does: 'WATCH'; readonly lacksCalls: boolean };

/** Judges a wave by its calls and its time. */
export function verdictOf(judged: Judged, wave: WaveAtTime, now: Date): Verdict {
  const breach = breachOf(judged);
  if (breach) return { does: 'HALT', breach };
  if (now < endOfWave(wave)) return { does: 'WATCH', lacksCalls: false };
  const { rule, windows } = judged;
  const calls = windows[0]?.moved.calls ?? 0;
  if (wave.moved === 0 || rule.withoutCalls === 'GO_ON' || calls >= rule.minimumCalls)
    return { does: 'GO_ON' };
  if (now.getTime() < wave.startedAt.getTime() + WAITS_MS + wave.minutes * MINUTE_MS)
    return { does: 'WATCH', lacksCalls: true };
  const message = `${calls} calls in the last day are fewer than the ${rule.minimumCalls} that are judged.`;
  return { does: 'HALT', breach: { cause: 'NO_CALLS', message } };
}
