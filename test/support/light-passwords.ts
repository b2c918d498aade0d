import { hashSync, verifySync } from '@node-rs/argon2';
import { createPasswords, type Passwords } from '../../src/infrastructure/secrets/passwords.ts';

/** The least that argon2id takes. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * Hashes passwords at the least cost, in the thread of the test. Tests of hashing itself, of its
 * threads and of its cost are those of `passwords` and `local-sign-in`.
 */
export const lightPasswords = (): Passwords =>
  createPasswords({
    argon2: {
      hash: async (text, salt) => hashSync(text, { ...LEAST, ...(salt && { salt }) }),
      verify: async (hash, text) => verifySync(hash, text),
    },
  });
