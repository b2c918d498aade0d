import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/maintenance/checks/check.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { AUDIT, withAuditChain } from '../../../src/infrastructure/database/audit-chain.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { holdToFirstSecretKey } from '../../../src/infrastructure/secrets/first-secret-key.ts';
import { Secrets, UnsealError } from '../../../src/infrastructure/secrets/secrets.ts';
import { commandDatabases, type DatabaseSettings, openNamed } from '../../support/command-databases.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';
import { createProvider, createSandbox } from '../../support/published.ts';

const FIRST = 'the first secret key of these tests, which is long';
const SECOND = 'the second secret key of these tests, also long';
const THIRD = 'the third secret key of these tests, as long as the others';
const both = { SECRET_KEY: SECOND, SECRET_KEY_OLD: FIRST };
const WEBHOOKS = 150;
const DONE = 'Nothing needs SECRET_KEY_OLD any more: leave it out, and restart every process.';

let gatehouse: CommandLine;
let named: DatabaseSettings;
const databases = commandDatabases();
beforeAll(() => databases.fill((opened) => asProcess(opened, new Secrets(FIRST), fill)));
afterAll(() => databases.remove());
beforeEach(async () => {
  gatehouse = openCommandLine(systemClock);
  named = await databases.copy();
  const ports = { GATEWAY_PORT: '0', CONTROL_PORT: '0', GRAPHQL_SERVER_PORT: '0', BACKENDS_PORT: '0' };
  gatehouse.set({ ...ports, OPS_PORT: '0', ...named });
});
afterEach(() => gatehouse.close());

type Work = (database: Database, secrets: Secrets) => Promise<unknown>;

/** Does what a process does that was started with these keys. */
async function asProcess(opened: Database, secrets: Secrets, work: Work): Promise<void> {
  const database = withAuditChain(opened, secrets.signer(AUDIT));
  await holdToFirstSecretKey({ database, secrets });
  await work(database, secrets);
}

async function withDatabase(secrets: Secrets, work: Work): Promise<void> {
  const opened = await openNamed(named);
  await asProcess(opened, secrets, work).finally(() => opened.close());
}

async function fill(database: Database, secrets: Secrets): Promise<void> {
  const sandbox = await createSandbox(database);
  await createProvider(database, sandbox, secrets);
  await changed(database);
  const catalog = await database.prisma.catalog.findFirstOrThrow();
  await database.prisma.webhook.createMany({
    data: Array.from({ length: WEBHOOKS }, (_, count) => {
      const id = randomUUID();
      const hook = { id, catalogId: catalog.id, name: `hook-${count}`, url: 'https://x.test', types: [] };
      return { ...hook, secretSealed: new Uint8Array(secrets.seal(`whsec_${count}`, id)) };
    }),
  });
  const secret = { catalogId: catalog.id, name: 'crm' };
  const { id } = await database.prisma.secret.create({ data: { ...secret, valueSealed: Buffer.from('') } });
  const valueSealed = new Uint8Array(secrets.seal('crm-password', id));
  await database.prisma.secret.update({ where: { id }, data: { valueSealed } });
  const directory = {
    orgId: catalog.orgId,
    name: 'directory',
    title: 'Directory',
    displayName: 'Staff',
    type: 'LDAP',
    url: 'ldaps://directory.test',
  } as const;
  const { id: registryId } = await database.prisma.userRegistry.create({ data: directory });
  const secretSealed = new Uint8Array(secrets.seal('bind-password', registryId));
  await database.prisma.userRegistry.update({ where: { id: registryId }, data: { secretSealed } });
  const { orgId } = catalog;
  const registration = await database.prisma.clientRegistration.create({ data: { orgId } });
  const managementSealed = new Uint8Array(secrets.seal('{}', registration.id));
  await database.prisma.clientRegistration.update({
    where: { id: registration.id },
    data: { managementSealed },
  });
  await database.prisma.changeRequest.create({ data: sealedRequest(orgId, secrets) });
  const tokenHash = secrets.hash('gh_token');
  await database.prisma.accessToken.create({ data: { name: 'ci', role: 'VIEWER', tokenHash } });
}

function sealedRequest(orgId: string, secrets: Secrets) {
  const id = randomUUID();
  const at = new Date();
  return {
    id,
    orgId,
    number: 1,
    state: 'PROPOSED',
    title: 'A change',
    mutation: 'stageProduct',
    subject: 'customer:1.0.0',
    inputSealed: new Uint8Array(secrets.seal('{}', id)),
    actions: [],
    hash: 'hash',
    items: {},
    outcome: {},
    proposedBy: 'token:ci',
    proposerKey: 'token:ci',
    authority: {},
    proposedAt: at,
    expiresAt: at,
  };
}

async function changed(database: Database): Promise<void> {
  const { id: orgId } = await database.prisma.org.findFirstOrThrow();
  await change(database, { orgId, actor: 'token:ci', action: 'test', subject: 'acme' }, async () => {});
}

async function command(keys: Record<string, string>, ...args: string[]) {
  gatehouse.set({ SECRET_KEY: undefined, SECRET_KEY_OLD: undefined, ...keys });
  return gatehouse.run(...args);
}
const rotate = (keys: Record<string, string>) => command(keys, 'rotate-secret');
async function findings(keys: Record<string, string>): Promise<Pick<Finding, 'check' | 'state'>[]> {
  const { stdout } = await command(keys, 'doctor', '-o', 'json');
  const { findings: all } = JSON.parse(stdout) as { findings: Finding[] };
  return all
    .filter(({ check }) => ['keys', 'audit'].includes(check))
    .map(({ check, state }) => ({ check, state }));
}
const WELL = [
  { check: 'keys', state: 'ok' },
  { check: 'audit', state: 'ok' },
];

describe('gatehouse rotate-secret', () => {
  it('seals everything anew, and what was hashed and chained before holds under the new key alone', async () => {
    expect(await findings(both)).toEqual([{ check: 'keys', state: 'warn' }, WELL[1]]);
    expect(await rotate(both)).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'signing keys: 1 of 1 made anew',
        'webhook secrets: 150 of 150 made anew',
        'previous webhook secrets: 0 of 0 made anew',
        'secrets of catalogs: 1 of 1 made anew',
        'secrets of user registries: 1 of 1 made anew',
        'change requests: 1 of 1 made anew',
        'registered clients: 1 of 1 made anew',
        'chains of audits: 1 of 1 made anew',
        'kept, since only their holders know them: hashes of 1 access tokens',
        `${DONE}\n`,
      ].join('\n'),
    });
    expect(await findings({ SECRET_KEY: SECOND })).toEqual(WELL);
    await withDatabase(new Secrets(SECOND), async (database, secrets) => {
      for (const { id, name, secretSealed } of await database.prisma.webhook.findMany())
        expect(secrets.unseal(secretSealed, id)).toBe(name.replace('hook-', 'whsec_'));
      for (const { id, valueSealed } of await database.prisma.secret.findMany())
        expect(secrets.unseal(valueSealed, id)).toBe('crm-password');
      const sealed = await database.prisma.userRegistry.findMany({ where: { type: 'LDAP' } });
      for (const { id, secretSealed } of sealed)
        expect(secrets.unseal(secretSealed ?? new Uint8Array(), id)).toBe('bind-password');
      const { tokenHash } = await database.prisma.accessToken.findFirstOrThrow();
      expect(secrets.matches('gh_token', tokenHash)).toBe(true);
      await changed(database);
    });
    expect(await findings({ SECRET_KEY: SECOND })).toEqual(WELL);
    await expect(withDatabase(new Secrets(FIRST), async () => {})).rejects.toThrow(UnsealError);
    await expect(withDatabase(new Secrets(FIRST, SECOND), async () => {})).rejects.toThrow(UnsealError);
  });

  it('goes on where it was cut off, and has nothing to do where it is called again', async () => {
    await withDatabase(new Secrets(SECOND, FIRST), async ({ prisma }, secrets) => {
      const some = await prisma.webhook.findMany({ take: 120, orderBy: { id: 'asc' } });
      for (const { id, secretSealed } of some) {
        const anew = new Uint8Array(secrets.seal(secrets.unseal(secretSealed, id), id));
        await prisma.webhook.update({ where: { id }, data: { secretSealed: anew } });
      }
    });
    expect((await rotate(both)).stdout).toContain('webhook secrets: 30 of 150 made anew\n');
    const again = await rotate(both);
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^signing keys: 0 of 1 made anew\nwebhook secrets: 0 of 150 made anew\nprevious webhook secrets: 0 of 0 made anew\nsecrets of catalogs: 0 of 1 made anew\nsecrets of user registries: 0 of 1 made anew\nchange requests: 0 of 1 made anew\nregistered clients: 0 of 1 made anew\nchains of audits: 0 /,
      ),
    ]);
  });

  it('names what opens under neither key, and leaves it as it is', async () => {
    let id = '';
    await withDatabase(new Secrets(FIRST), async ({ prisma }) => {
      ({ id } = await prisma.webhook.findFirstOrThrow());
      await prisma.webhook.update({ where: { id }, data: { secretSealed: Buffer.from('damaged') } });
    });
    const { code, stdout } = await rotate(both);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`webhook secrets: ${id} opens under neither key, and stays as it is\n`),
    ]);
    expect(stdout).toContain('webhook secrets: 149 of 150 made anew\n');
  });

  it('does it again with another key, and what is older still holds', async () => {
    await rotate(both);
    await withDatabase(new Secrets(SECOND), changed);
    expect((await rotate({ SECRET_KEY: THIRD, SECRET_KEY_OLD: SECOND })).code).toBe(0);
    expect(await findings({ SECRET_KEY: THIRD })).toEqual(WELL);
    await withDatabase(new Secrets(THIRD), async ({ prisma }, secrets) => {
      const { tokenHash } = await prisma.accessToken.findFirstOrThrow();
      expect(secrets.matches('gh_token', tokenHash)).toBe(true);
    });
  });

  it('tells still which event of before was changed', async () => {
    await rotate(both);
    await withDatabase(new Secrets(SECOND), (database) =>
      database.execute(`UPDATE "AuditEvent" SET actor = 'user:eve'`),
    );
    expect(await findings({ SECRET_KEY: SECOND })).toEqual([WELL[0], { check: 'audit', state: 'fail' }]);
  });

  it.each([
    ['without the key before', { SECRET_KEY: SECOND }, 'SECRET_KEY_OLD_MISSING'],
    [
      'with the keys the other way round',
      { SECRET_KEY: FIRST, SECRET_KEY_OLD: SECOND },
      'SECRET_KEYS_SWAPPED',
    ],
    ['with keys of another platform', { SECRET_KEY: SECOND, SECRET_KEY_OLD: THIRD }, 'SECRET_KEY_OTHER'],
    ['with the same key twice', { SECRET_KEY: FIRST, SECRET_KEY_OLD: FIRST }, 'SETTING_INVALID'],
  ])('is refused %s, and changes nothing', async (_what, keys, fault) => {
    expect(await rotate(keys)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^gatehouse: ${fault}: `)),
    });
    expect(await findings({ SECRET_KEY: FIRST })).toEqual(WELL);
  });

  it('gives up while processes still make things under the key before, and ends when they do not', async () => {
    // As a process does that was started with the key before: what is sealed anew is under that key again.
    const meanwhile = `CREATE FUNCTION "keepOld"() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END';
      CREATE TRIGGER "keepOld" BEFORE UPDATE ON "Webhook" FOR EACH ROW EXECUTE FUNCTION "keepOld"()`;
    await withDatabase(new Secrets(FIRST), (database) => database.execute(meanwhile));
    const { code, stderr } = await rotate(both);
    expect([code, stderr]).toEqual([
      1,
      'gatehouse: SECRET_KEY_IN_USE: Processes still make things under SECRET_KEY_OLD: restart each with the new SECRET_KEY, and run this again.\n',
    ]);
    expect(await findings(both)).toEqual([{ check: 'keys', state: 'warn' }, WELL[1]]);
    await withDatabase(new Secrets(SECOND, FIRST), (database) =>
      database.execute('DROP FUNCTION "keepOld" CASCADE'),
    );
    expect(await rotate(both)).toMatchObject({ code: 0, stderr: '' });
    expect(await findings({ SECRET_KEY: SECOND })).toEqual(WELL);
  });

  it('leaves backups of before readable, where the key before stands beside the new one', async () => {
    expect((await command({ SECRET_KEY: FIRST }, 'backup', 'before.gz')).code).toBe(0);
    await rotate(both);
    const alone = await command({ SECRET_KEY: SECOND }, 'restore', 'before.gz', '--replace');
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('set SECRET_KEY_OLD to it')]);
    expect(await command(both, 'restore', 'before.gz', '--replace')).toMatchObject({ code: 0, stderr: '' });
    expect((await rotate(both)).stdout).toContain('webhook secrets: 150 of 150 made anew\n');
    expect(await findings({ SECRET_KEY: SECOND })).toEqual(WELL);
  });
});

describe('a process with both keys', () => {
  it('knows under which of them an earlier version sealed, which noted none', async () => {
    await withDatabase(new Secrets(FIRST), ({ prisma }) => prisma.secretKey.deleteMany());
    await withDatabase(new Secrets(SECOND, FIRST), async () => {});
    await expect(withDatabase(new Secrets(SECOND), async () => {})).rejects.toThrow(UnsealError);
    await withDatabase(new Secrets(FIRST), async () => {});
  });
});
