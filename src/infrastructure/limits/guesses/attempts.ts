import { createHash } from 'node:crypto';
import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';
import { PeriodCounts } from '../period-counts.ts';
import { SharedStore } from '../redis/redis.ts';
import {
  type AttemptHistory,
  type FailureCount,
  type FailureKey,
  type Failures,
  LocalFailures,
  SharedFailures,
} from './failures.ts';
import { FairQueue, type QueuePosition } from './fair-queue.ts';

/** An attempt: the secret that is guessed, and its source. */
export type AttemptInput = {
  /**
   * The owner of the secret, for example a person by provider and username. What people type is behind the first part,
   * and behind the second one where there are more than two: these are the realm.
   */
  readonly target: readonly string[];
  /** The source, for example a network address or a device. Without it, all attempts at the target count alike. */
  readonly source?: readonly string[];
  /** Is true for a source of an earlier success. Something that only the platform issues proves it. */
  readonly isKnown?: boolean;
  /** Successes at the target per minute, where each opens a session. Unlimited by default. */
  readonly rightMax?: number;
};

/** Sign-ins of one person. They are enough for many windows, and for scripts that keep their session. */
export const SIGN_INS_A_MINUTE = 30;

type AttemptsOptions = {
  readonly clock: Clock;
  /** The Redis to share. Without it, failures are counted in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Called once when Redis is lost, not at each attempt. */
  readonly onFault?: (error: unknown) => void;
};

const PAIR = { free: 10, waitMaxMs: 60_000 };
const TARGET = { free: 50, waitMaxMs: 60_000 };
const NEWCOMERS = { free: 100, waitMaxMs: 60_000 };
const SOURCE = { free: 500, waitMaxMs: 5_000 };
/** The time for which an attempt waits for its turn. */
const PATIENCE_MS = 15_000;
/** Targets whose latest successes are remembered. */
const RIGHT_TARGETS_MAX = 50_000;

/**
 * Slows the guessing of secrets.
 *
 * - One target from one source: ten failures are free. Each further one makes the next attempt wait, from five seconds
 * to a minute. Right attempts wait as wrong ones do. Somebody who goes on guessing at a person from the same source
 * takes most of that person's turns there, and none elsewhere.
 * - A known source, from which an attempt succeeded before: nothing else delays its attempts.
 * - Any other source: the same holds with larger numbers for one target from all sources, and for one source at all
 * targets. Sources that failed at a target before are counted apart from new ones. An unknown address is not delayed
 * before a hundred addresses have failed in the same quarter of an hour.
 * - Attempts beyond those that may still fail wait for those under way. Concurrent guesses are counted as exactly,
 * right attempts do not refuse each other, and the sources take turns. (fair-queue.ts)
 * - All is forgotten a quarter of an hour after the first failure.
 * - A bound on successes is per target, in this process. No wrong attempt counts, so nobody uses up another's.
 */
export class Attempts {
  readonly #clock: Clock;
  readonly #store: SharedStore | undefined;
  readonly #failures: Failures;
  readonly #queue = new FairQueue();
  /** Successes by target. */
  readonly #right: PeriodCounts;

  constructor({ clock, redisUrl, onFault }: AttemptsOptions) {
    this.#clock = clock;
    this.#store = redisUrl === undefined ? undefined : new SharedStore({ redisUrl, onFault });
    this.#failures = this.#store ? new SharedFailures(this.#store) : new LocalFailures();
    this.#right = new PeriodCounts(clock, RIGHT_TARGETS_MAX);
  }

  /**
   * Makes an attempt, unless it has to wait.
   *
   * @param judge true is right, false is wrong, undefined is neither
   * @throws TOO_MANY_ATTEMPTS with Retry-After; nothing is judged then
   */
  async attempt(
    guess: AttemptInput,
    judge: () => Promise<boolean | undefined>,
  ): Promise<boolean | undefined> {
    const keys = keysOf(guess);
    const counts = await this.#takeTurn(keys);
    let isRight: boolean | undefined;
    try {
      if (guess.rightMax !== undefined) this.#checkRight(keys, guess.rightMax);
      isRight = await judge();
      if (isRight && guess.rightMax !== undefined) this.#right.add(keys.target);
      if (isRight) await this.#failures.succeed(pairOf(keys));
      return isRight;
    } finally {
      await this.#failures.settle(counts, { failed: isRight === false, now: this.#now() });
      this.#queue.call(keys);
    }
  }

  close(): void {
    this.#store?.close();
  }

  #now(): number {
    return this.#clock().getTime();
  }

  /** @throws TOO_MANY_ATTEMPTS when too many were right within a minute */
  #checkRight({ target }: Keys, rightMax: number): void {
    const { count, secondsLeft } = this.#right.of(target);
    if (count >= rightMax) tooMany(secondsLeft);
  }

  /**
   * Resolves when one more attempt may fail.
   * @throws TOO_MANY_ATTEMPTS
   */
  async #takeTurn(keys: Keys): Promise<readonly FailureCount[]> {
    const patientUntil = performance.now() + PATIENCE_MS;
    for (let isBack = false; ; isBack = true) {
      const history = keys.isKnown ? 'KNOWN' : await this.#failures.historyOf(pairOf(keys), this.#now());
      const counts = countsOf(keys, history);
      const turn = await this.#failures.take(counts, this.#now());
      // A caller that stops waiting lets the next one try.
      if (isBack && turn.kind !== 'BUSY') this.#queue.call(keys);
      if (turn.kind === 'TAKEN') return counts;
      if (turn.kind === 'CLOSED') tooMany(Math.ceil(turn.waitMs / 1000));
      const forMs = patientUntil - performance.now();
      if (!(await this.#queue.wait(keys, { forMs, isBack }))) tooMany(1);
    }
  }
}

type Keys = QueuePosition & {
  readonly pair: string;
  readonly isKnown: boolean;
  /** The realms of the target and of the source. */
  readonly realms: Readonly<Record<keyof QueuePosition, string>>;
};

function keysOf({ target, source, isKnown = source === undefined }: AttemptInput): Keys {
  return {
    pair: keyOf('pair', [...target, ...(source ?? [])]),
    target: keyOf('target', target),
    source: keyOf('source', source ?? target),
    isKnown,
    realms: { target: realmOf(target), source: realmOf(source ?? target) },
  };
}

const pairOf = ({ pair, realms }: Keys): FailureKey => ({ key: pair, realm: realms.target });
const realmOf = (names: readonly string[]) => names.slice(0, Math.min(2, names.length - 1)).join(' ');

/** Returns the counts of an attempt. One from a new source counts apart until it is known whether it fails. */
function countsOf(keys: Keys, history: AttemptHistory): readonly FailureCount[] {
  const { target, source, realms } = keys;
  const own = { ...pairOf(keys), ...PAIR };
  if (history === 'KNOWN') return [own];
  const all = { key: source, realm: realms.source, ...SOURCE };
  const { target: realm } = realms;
  if (history === 'TRIED') return [own, { key: target, realm, ...TARGET }, all];
  return [{ ...own, atOnceMax: 1 }, { key: `${target}:newcomers`, realm, ...NEWCOMERS }, all];
}

function tooMany(seconds: number): never {
  refuse('TOO_MANY_ATTEMPTS', {
    detail: `There were too many attempts: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** Makes the key of a name, the same for all its spellings. Targets are not kept in clear text. */
function keyOf(kind: string, names: readonly string[]): string {
  const spelled = names.map((name) => name.normalize('NFKC').toLowerCase());
  return `${kind}:${createHash('sha256').update(JSON.stringify(spelled)).digest('base64url')}`;
}
