import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';
import { type FailureCount, type Failures, localFailures, sharedFailures, type Turn } from './failures.ts';
import { openSharedStore } from './redis.ts';

/** What is guessed, and from where. */
export type Guess = {
  /** Whose secret it is, for example a person's by provider and username. */
  readonly target: readonly string[];
  /** Through what it is tried, for example a client or a network address; without it, all tries at the target are alike. */
  readonly source?: readonly string[];
};

/**
 * Slows the guessing of secrets.
 *
 * - Of one target through one source, ten failures are free; each further one makes the next attempt wait, from five
 *   seconds to a minute. Right ones wait as wrong ones do: who goes on guessing at a person through the same source takes
 *   most of that person's turns there, and none elsewhere.
 * - Of one target through all sources together, and through one source at all targets, the same holds with larger numbers.
 *   Whoever was right through a source before is not held up by these two: a guesser elsewhere, or at other people, does
 *   not shut out those who are known.
 * - Attempts beyond what may still fail wait for those under way: guesses at the same time are counted as exactly, and
 *   right ones are never refused because of each other.
 * - All is forgotten a quarter of an hour after the first failure.
 */
export type Attempts = {
  /**
   * Judges an attempt, unless it has to wait.
   *
   * @param judge true is right, false is wrong, undefined says neither
   * @throws TOO_MANY_ATTEMPTS with Retry-After; nothing is judged then
   */
  attempt(guess: Guess, judge: () => Promise<boolean | undefined>): Promise<boolean | undefined>;
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
const SOURCE = { free: 500, waitMaxMs: 5_000 };
/** How often, and how long, an attempt looks whether it is its turn. */
const LOOK_MS = 20;
const PATIENCE_MS = 15_000;

export function createAttempts({ clock, redisUrl, onFault }: AttemptsOptions): Attempts {
  const store = redisUrl === undefined ? undefined : openSharedStore({ redisUrl, onFault });
  const failures = store ? sharedFailures(store) : localFailures();
  const now = () => clock().getTime();

  return {
    async attempt(guess, judge) {
      const pair = keyOf('pair', [...guess.target, ...(guess.source ?? [])]);
      const counts = await countsOf(guess, pair, failures);
      await takeTurn(counts, failures, now);
      let isRight: boolean | undefined;
      try {
        isRight = await judge();
        if (isRight) await failures.succeed(pair);
        return isRight;
      } finally {
        await failures.settle(counts, { failed: isRight === false, now: now() });
      }
    },
    close: () => store?.close(),
  };
}

async function countsOf(
  { target, source }: Guess,
  pair: string,
  failures: Failures,
): Promise<readonly FailureCount[]> {
  const own = { key: pair, ...PAIR };
  if (!source || (await failures.hasSucceeded(pair))) return [own];
  return [own, { key: keyOf('target', target), ...TARGET }, { key: keyOf('source', source), ...SOURCE }];
}

/** Resolves when one more may fail. @throws TOO_MANY_ATTEMPTS */
async function takeTurn(
  counts: readonly FailureCount[],
  failures: Failures,
  now: () => number,
): Promise<void> {
  const patient = performance.now() + PATIENCE_MS;
  let turn: Turn = await failures.take(counts, now());
  while (turn.kind === 'BUSY' && performance.now() < patient) {
    await after(LOOK_MS);
    turn = await failures.take(counts, now());
  }
  if (turn.kind !== 'TAKEN') tooMany(turn.kind === 'CLOSED' ? Math.ceil(turn.waitMs / 1000) : 1);
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
