import { availableParallelism } from 'node:os';
import { refusal, refuse } from '../../foundation/errors.ts';
import { createTurns } from '../../foundation/turn-queue.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { hashPassword, verifyPassword } from './argon2.ts';

/** Of a password that was thrown away, with the same parameters: what an unknown user's is compared with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$PYUUcQYt94yBRfoORfrxhA$4Yvic6F1391Nwd10uSwDl/oeNMvG2SBC602aWoikYOI';

/** One core stays for what is served meanwhile: on one core two of them would leave it a third of the time. */
const AT_ONCE_MAX = Math.max(1, Math.min(3, availableParallelism() - 1));
/** In all; then of an org, or of the console; of a catalog; of an address. */
const WAITING_MAX = [2_000, 200, 150, 100];

/**
 * People's passwords, hashed with argon2id; at most so many at once, so that signing in cannot stall the rest. Orgs take
 * turns, within an org its catalogs, within a catalog the addresses that ask; of each so many wait and no more, so that
 * nobody who could be told to come back waits long.
 */
export type Passwords = {
  /**
   * A hash of its own, unless a salt is given: by that the same password gives the same hash.
   *
   * @param place whose turn it takes: the org, the catalog, and from where it comes
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
   */
  hash(password: string, place: readonly string[], salt?: Uint8Array): Promise<string>;
  /**
   * Takes as long for an unknown user (no hash) as for a wrong password.
   *
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
   */
  verify(password: string, passwordHash: string | undefined, place: readonly string[]): Promise<boolean>;
};

export type CreatePasswords = {
  readonly atOnceMax?: number;
  readonly waitingMax?: readonly number[];
  /** The work itself. */
  readonly argon2?: Argon2;
};

export type Argon2 = {
  hash(text: string, salt: Uint8Array | undefined): Promise<string>;
  verify(hash: string, text: string): Promise<boolean>;
};

const MODULE = 'infrastructure/secrets/argon2';
const tooMuch = () => refusal('TEMPORARILY_UNAVAILABLE', { detail: 'The password took too long to check.' });

/** Threads give way to the event loop, which those that Node has for such work do not. */
const inThreads: Argon2 = {
  hash: (text, salt) => runInThread({ module: MODULE, work: hashPassword, input: { text, salt }, tooMuch }),
  verify: (hash, text) =>
    runInThread({ module: MODULE, work: verifyPassword, input: { text, hash }, tooMuch }),
};

export function createPasswords({
  atOnceMax = AT_ONCE_MAX,
  waitingMax = WAITING_MAX,
  argon2 = inThreads,
}: CreatePasswords = {}): Passwords {
  const inTurn = createTurns({ atOnceMax, waitingMax, tooMany });
  return {
    hash: (password, place, salt) => inTurn(place, () => argon2.hash(password.normalize('NFKC'), salt)),
    async verify(password, passwordHash, place) {
      const text = password.normalize('NFKC');
      const matches = await inTurn(place, () => argon2.verify(passwordHash ?? NOBODYS_HASH, text));
      return matches && passwordHash !== undefined;
    },
  };
}

function tooMany(): never {
  refuse('TEMPORARILY_UNAVAILABLE', {
    detail: 'Too many people sign in or up at this moment: try again.',
    headers: { 'Retry-After': '1' },
  });
}
