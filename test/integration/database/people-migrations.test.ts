import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { knownMigrations, migrate } from '../../../src/infrastructure/database/migrate.ts';
import { createPasswords } from '../../../src/infrastructure/secrets/passwords.ts';
import { bareDatabase } from '../../support/database.ts';

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const SIGNED_IN = new Date('2026-11-01T00:00Z');
let database: Database;
beforeEach(async () => {
  database = await bareDatabase();
});
afterEach(() => database.close());

it('a password opens after the upgrade the orgs that its person was in, not those of open invitations', async () => {
  const names = knownMigrations();
  const before = names.findIndex((name) => name.endsWith('_passwords_of_orgs')) - 1;
  await migrate(database, { upTo: names[before] });
  const passwords = createPasswords();
  const passwordHash = await passwords.hash('ada-password', ['test']);
  await database.execute(`
    INSERT INTO "Org" (id, name, title) VALUES ('${id(1)}', 'acme', ''), ('${id(2)}', 'beta', ''), ('${id(3)}', 'gamma', '');
    INSERT INTO "User" (id, email, "passwordHash", "lastSignInAt") VALUES
      ('${id(4)}', 'ada@acme.example', '${passwordHash}', '${SIGNED_IN.toISOString()}'),
      ('${id(5)}', 'bob@acme.example', '${passwordHash}', '${SIGNED_IN.toISOString()}'),
      ('${id(6)}', 'eva@acme.example', NULL, NULL);
    INSERT INTO "Membership" (id, "userId", "orgId", role, state) VALUES
      ('${id(1)}', '${id(4)}', '${id(1)}', 'VIEWER', 'ENABLED'), ('${id(2)}', '${id(4)}', '${id(2)}', 'VIEWER', 'SUSPENDED'),
      ('${id(3)}', '${id(4)}', '${id(3)}', 'VIEWER', 'INVITED'), ('${id(4)}', '${id(5)}', NULL, 'VIEWER', 'ENABLED'),
      ('${id(5)}', '${id(6)}', '${id(1)}', 'VIEWER', 'INVITED');
    INSERT INTO "ConsoleSession" (id, "membershipId", "tokenHash", "expiresAt")
      VALUES ('${id(1)}', '${id(1)}', 'hash', '2030-01-01')`);
  await migrate(database);
  const { user, membership, consoleSession } = database.prisma;
  const memberships = await membership.findMany({ orderBy: { id: 'asc' } });
  expect(memberships.map((each) => [each.passwordHash, each.lastSignInAt])).toEqual([
    [passwordHash, null],
    [passwordHash, null],
    [null, null],
    [passwordHash, SIGNED_IN],
    [null, null],
  ]);
  const [ada, , eva] = await user.findMany({ orderBy: { id: 'asc' } });
  expect(await passwords.hash('ada-password', ['test'], ada?.passwordSalt)).toBe(passwordHash);
  expect(eva?.passwordSalt).toHaveLength(16);
  const { opens } = await consoleSession.findFirstOrThrow();
  expect(opens.toSorted()).toEqual([id(1), id(2)]);
});
