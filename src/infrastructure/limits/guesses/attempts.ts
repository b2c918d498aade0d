import { createHash } from 'node:crypto';
import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';
import { createMinuteCounts } from '../minute-counts.ts';
import { openSharedStore } from '../redis/redis.ts';
import { type AttemptHistory, type FailureCount, localFailures, sharedFailures } from './failures.ts';
import { createFairQueue, type QueuePosition } from './fair-queue.ts';

/** What is guessed, and from where. */
export type AttemptInput = {
  /** Whose secret it is, for example a person's by provider and username. */
  readonly target: readonly string[];
  /** From where it is tried, for example a network address or a device; without it, all tries at the target are alike. */
  readonly source?: readonly string[];
  /** Did the source show that somebody was right from it before, by what only we can have given it? */
  readonly isKnown?: boolean;
  /** How many may be right at the target within a minute, where each opens a session; any number unless given. */
  readonly rightMax?: number;
};

/** Of one person: enough for whoever has many windows, and for scripts that keep their session. */
export const SIGN_INS_A_MINUTE = 30;

/**
 * Slows the guessing of secrets.
 *
 * - Of one target from one source, ten failures are free; each further one makes the next attempt wait, from five
 *   seconds to a minute. Right ones wait as wrong ones do: who goes on guessing at a person from the same source takes
 *   most of that person's turns there, and none elsewhere.
 * - From a source that is known, because somebody was right there before, nothing else holds an attempt up.
 * - From any other, the same holds with larger numbers of one target from all sources, and from one source at all
 *   targets. Sources that failed at a target before, and those that try for the first time, are counted apart: who comes
 *   from an unknown address is not held up before a hundred addresses have failed in the same quarter of an hour.
 * - Attempts beyond what may still fail wait in line for those under way: guesses at the same time are counted as
 *   exactly, right ones are not refused because of each other, and the sources take turns. (line.ts)
 * - All is forgotten a quarter of an hour after the first failure.
 * - Where right ones are bounded, they are by target, in this process: no wrong one counts, so nobody takes them from another.
 */
export type Attempts = {
  /**
   * Judges an attempt, unless it has to wait.
   *
   * @param judge true is right, false is wrong, undefined says neither
   * @throws TOO_MANY_ATTEMPTS with Retry-After; nothing is judged then
   */
  attempt(guess: AttemptInput, judge: () => Promise<boolean | undefined>): Promise<boolean | undefined>;
  close(): void;
};

export type AttemptsOptions = {
  readonly clock: Clock;
  /** Without it, failures are counted in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Told once when Redis is lost, not at each attempt. */
  readonly onFault?: (error: unknown) => void;
};

const PAIR = { free: 10, waitMaxMs: 60_000 };
const TARGET = { free: 50, waitMaxMs: 60_000 };
const NEWCOMERS = { free: 100, waitMaxMs: 60_000 };
const SOURCE = { free: 500, waitMaxMs: 5_000 };
/** How long an attempt waits for its turn. */
const PATIENCE_MS = 15_000;
/** Of the targets at which somebody was right last. */
const RIGHT_TARGETS_MAX = 50_000;

export function createAttempts({ clock, redisUrl, onFault }: AttemptsOptions): Attempts {
  const store = redisUrl === undefined ? undefined : openSharedStore({ redisUrl, onFault });
  const failures = store ? sharedFailures(store) : localFailures();
  const line = createFairQueue();
  const now = () => clock().getTime();
  const right = createMinuteCounts(clock, RIGHT_TARGETS_MAX);

  /** @throws TOO_MANY_ATTEMPTS when too many were right within a minute */
  function checkRight({ target }: Keys, rightMax: number): void {
    const { count, secondsLeft } = right.of(target);
    if (count >= rightMax) tooMany(secondsLeft);
  }

  /** Resolves when one more may fail. @throws TOO_MANY_ATTEMPTS */
  async function takeTurn(keys: Keys): Promise<readonly FailureCount[]> {
    const patientUntil = performance.now() + PATIENCE_MS;
    for (let isBack = false; ; isBack = true) {
      const counts = countsOf(keys, keys.isKnown ? 'KNOWN' : await failures.standing(keys.pair, now()));
      const turn = await failures.take(counts, now());
      // Whoever was called and does not wait on lets the next one look.
      if (isBack && turn.kind !== 'BUSY') line.call(keys);
      if (turn.kind === 'TAKEN') return counts;
      if (turn.kind === 'CLOSED') tooMany(Math.ceil(turn.waitMs / 1000));
      const forMs = patientUntil - performance.now();
      if (!(await line.wait(keys, { forMs, isBack }))) tooMany(1);
    }
  }

  return {
    async attempt(guess, judge) {
      const keys = keysOf(guess);
      const counts = await takeTurn(keys);
      let isRight: boolean | undefined;
      try {
        if (guess.rightMax !== undefined) checkRight(keys, guess.rightMax);
        isRight = await judge();
        if (isRight && guess.rightMax !== undefined) right.add(keys.target);
        if (isRight) await failures.succeed(keys.pair);
        return isRight;
      } finally {
        await failures.settle(counts, { failed: isRight === false, now: now() });
        line.call(keys);
      }
    },
    close: () => store?.close(),
  };
}

type Keys = QueuePosition & { readonly pair: string; readonly isKnown: boolean };

function keysOf({ target, source, isKnown = source === undefined }: AttemptInput): Keys {
  return {
    pair: keyOf('pair', [...target, ...(source ?? [])]),
    target: keyOf('target', target),
    source: keyOf('source', source ?? target),
    isKnown,
  };
}

/** What an attempt counts in: one from a new source goes alone until it is known whether that one fails. */
function countsOf({ pair, target, source }: Keys, standing: AttemptHistory): readonly FailureCount[] {
  const own = { key: pair, ...PAIR };
  if (standing === 'KNOWN') return [own];
  const all = { key: source, ...SOURCE };
  if (standing === 'TRIED') return [own, { key: target, ...TARGET }, all];
  return [{ ...own, atOnceMax: 1 }, { key: `${target}:newcomers`, ...NEWCOMERS }, all];
}

function tooMany(seconds: number): never {
  refuse('TOO_MANY_ATTEMPTS', {
    detail: `There were too many attempts: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** One name may be spelled in several ways; they count together. What is guessed at is not kept in clear. */
function keyOf(kind: string, names: readonly string[]): string {
  const spelled = names.map((name) => name.normalize('NFKC').toLowerCase());
  return `${kind}:${createHash('sha256').update(JSON.stringify(spelled)).digest('base64url')}`;
}
