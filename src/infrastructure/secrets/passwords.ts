import { availableParallelism } from 'node:os';
import { refusal, refuse } from '../../foundation/errors.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';
import { runInChild } from '../child-processes/run-in-child.ts';
import { hashPassword, verifyPassword } from './argon2.ts';

/** The hash of a discarded password, with the same parameters. Unknown users' passwords are compared with it. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$PYUUcQYt94yBRfoORfrxhA$4Yvic6F1391Nwd10uSwDl/oeNMvG2SBC602aWoikYOI';

/**
 * Hashes of one org that run at a time. One core stays free, since on one core two hashes would leave the rest a third
 * of the time. One hash more may run, of another org: it need not wait until a hash has ended.
 */
const AT_ONCE_EACH = Math.max(1, Math.min(3, availableParallelism() - 1));
const AT_ONCE_MAX = AT_ONCE_EACH + 1;
/** Hashes that may wait: in all, per org or console, per catalog, per address. */
const WAITING_MAX = [2_000, 200, 150, 100];

/**
 * Hashes passwords with argon2id. Few run at a time, so that signing in cannot stall the rest. Orgs take turns, then
 * the catalogs within an org, then the addresses within a catalog. The waiters of each are limited, so that the others
 * are refused at once instead of waiting long.
 */
export type Passwords = {
  /**
   * Hashes with a new salt, or a given one. With a given salt, the same password gives the same hash.
   *
   * @param queueKeys the keys it queues under: the org, the catalog, and the address
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
   */
  hash(password: string, queueKeys: readonly string[], salt?: Uint8Array): Promise<string>;
  /**
   * Verifies a password. It takes as long for an unknown user (no hash) as for a wrong password.
   *
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
   */
  verify(password: string, passwordHash: string | undefined, queueKeys: readonly string[]): Promise<boolean>;
};

type CreatePasswords = {
  readonly atOnceMax?: number;
  readonly atOnceEach?: number;
  readonly waitingMax?: readonly number[];
  /** The hash function. */
  readonly argon2?: Argon2;
  /** Waits for a turn of the event loop after a hash. The statements of a sign-in follow it. */
  readonly turn?: (queueKeys: readonly string[]) => Promise<void> | undefined;
};

type Argon2 = {
  hash(text: string, salt: Uint8Array | undefined, nice: number): Promise<string>;
  verify(hash: string, text: string, nice: number): Promise<boolean>;
};

const tooMuch = () => refusal('TEMPORARILY_UNAVAILABLE', { detail: 'The password took too long to check.' });

/**
 * The nice value of child processes that hash. They follow the event loop, and precede child processes that read
 * documents.
 */
const NICE = 5;
/** The nice value for hashes of an org that has more to do. They follow those of the others. */
const NICE_OF_MANY = 10;

/**
 * Runs hashes in child processes of low priority. Node's own threads for such work would compete with the event
 * loop.
 */
const inChildren: Argon2 = {
  hash: (text, salt, nice) =>
    runInChild({
      module: 'infrastructure/secrets/argon2',
      work: hashPassword,
      input: { text, salt },
      nice,
      tooMuch,
    }),
  verify: (hash, text, nice) =>
    runInChild({
      module: 'infrastructure/secrets/argon2',
      work: verifyPassword,
      input: { text, hash },
      nice,
      tooMuch,
    }),
};

export function createPasswords({
  atOnceMax = AT_ONCE_MAX,
  atOnceEach = Math.min(atOnceMax, AT_ONCE_EACH),
  waitingMax = WAITING_MAX,
  argon2 = inChildren,
  turn = () => undefined,
}: CreatePasswords = {}): Passwords {
  const hashes = new TurnQueue({ atOnceMax, atOnceEach, waitingMax, tooMany });
  async function inTurn<Hashed>(
    queueKeys: readonly string[],
    hash: (nice: number) => Promise<Hashed>,
  ): Promise<Hashed> {
    const hashed = await hashes.run(queueKeys, (moreWaits) => hash(moreWaits ? NICE_OF_MANY : NICE));
    await turn(queueKeys);
    return hashed;
  }
  return {
    hash: (password, queueKeys, salt) =>
      inTurn(queueKeys, (nice) => argon2.hash(password.normalize('NFKC'), salt, nice)),
    async verify(password, passwordHash, queueKeys) {
      const text = password.normalize('NFKC');
      const matches = await inTurn(queueKeys, (nice) =>
        argon2.verify(passwordHash ?? NOBODYS_HASH, text, nice),
      );
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
