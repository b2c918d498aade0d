import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../errors.ts';

/** OWASP's minimum for argon2id, the library's own default: 19 MiB, two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a password that was thrown away, with the same parameters: what an unknown user's is compared with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$PYUUcQYt94yBRfoORfrxhA$4Yvic6F1391Nwd10uSwDl/oeNMvG2SBC602aWoikYOI';

/**
 * People's passwords, hashed with argon2id; at most so many at once, so that signing in cannot stall the rest, and so
 * many more that wait, so that nobody who could be told to come back waits long.
 */
export type Passwords = {
  /** @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an unknown user (no hash) as for a wrong password.
   *
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
   */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
};

type Bounds = { readonly atOnceMax?: number; readonly waitingMax?: number };

export function createPasswords({ atOnceMax = 2, waitingMax = 100 }: Bounds = {}): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax && waiting.length >= waitingMax)
      refuse('TEMPORARILY_UNAVAILABLE', {
        detail: 'Too many people sign in or up at this moment: try again.',
        headers: { 'Retry-After': '1' },
      });
    if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), PARAMETERS)),
    async verify(password, passwordHash) {
      const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password.normalize('NFKC')));
      return matches && passwordHash !== undefined;
    },
  };
}
