import { hashSync, verifySync } from '@node-rs/argon2';
import { createPasswords, type Passwords } from '../../src/infrastructure/secrets/passwords.ts';

/** The least that argon2id takes. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * Hashes passwords at the least cost, in the process of the test. The real cost, its child processes and their
 * turns are asserted by unit/secrets/passwords.test.ts and integration/oauth/local-sign-in.test.ts, which hash as the
 * platform does.
 */
export const lightPasswords = (): Passwords =>
  createPasswords({
    argon2: {
      hash: async (text, salt) => hashSync(text, { ...LEAST, ...(salt && { salt }) }),
      verify: async (hash, text) => verifySync(hash, text),
    },
  });
