import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellCredentialEnds } from '../../../../src/control-plane/jobs/credential-ends.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const DAY_MS = 86_400_000;
const address = { catalog: CATALOG, consumerOrg: 'consumers' };
let world: CatalogWorld;
let count = 0;
/** An application that no other test knows. */
let application: string;
let clientKey: string;

beforeAll(async () => {
  world = await openCatalog();
});
afterAll(() => world.close());
beforeEach(async () => {
  await policy({ maxDays: 90 });
  count += 1;
  application = `shop-${count}`;
  ({ clientKey } = await world.mutate<{ clientKey: string }>(
    'createApplication',
    { ...address, title: `Shop ${count}` },
    '{ clientKey }',
  ));
});

const policy = (credentialPolicy: object | null) =>
  world.mutate('updateCatalog', { name: CATALOG, credentialPolicy });
const inDays = (days: number) => new Date(world.deps.clock().getTime() + days * DAY_MS);
const iso = (days: number) => inDays(days).toISOString();
const secret = () => world.database.prisma.credential.findFirstOrThrow({ where: { clientKey } });
const reset = (more: object = {}) =>
  world.mutate('resetClientSecret', { catalog: CATALOG, clientKey, ...more }, '{ clientKey }');
type Key = { readonly apiKey: { readonly id: string; readonly expiresAt: string | null } };
const createKey = (more: object = {}) =>
  world.mutate<Key>(
    'createApiKey',
    { ...address, application, title: 'CI', ...more },
    '{ apiKey { id expiresAt } }',
  );
const replaceKey = (id: string, more: object = {}) =>
  world.mutate<Key>('replaceApiKey', { catalog: CATALOG, id, ...more }, '{ apiKey { id expiresAt } }');
/** The ends that were told of the application, by their days. */
async function told() {
  const events = await world.database.prisma.event.findMany({
    where: { type: 'CREDENTIAL_ENDING', subject: `consumers/${application}` },
    orderBy: { id: 'asc' },
  });
  return events.map(({ detail }) => detail as Record<string, unknown>);
}
const days = async () => (await told()).map((detail) => detail['days']);
/** The sweep of three processes at once. */
const sweep = () => Promise.all([1, 2, 3].map(() => tellCredentialEnds(world.deps)));

describe('the end of a client secret', () => {
  it('is that of the policy when it is made or replaced, or an earlier one that is asked for', async () => {
    expect((await secret()).secretExpiresAt).toEqual(inDays(90));
    await reset({ expiresAt: iso(5) });
    expect((await secret()).secretExpiresAt).toEqual(inDays(5));
    await reset();
    expect((await secret()).secretExpiresAt).toEqual(inDays(90));
    const input = { catalog: CATALOG, clientKey, expiresAt: iso(91) };
    expect(await world.refused('resetClientSecret', input, '{ clientKey }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'expiresAt'],
    });
    await policy(null);
    expect((await secret()).secretExpiresAt, 'what there is stays as it is').toEqual(inDays(90));
    await reset();
    expect((await secret()).secretExpiresAt).toBeNull();
    const made = { ...address, application, title: 'Second', expiresAt: iso(400) };
    const selection = '{ credential { secretExpiresAt } }';
    expect(await world.mutate('createCredential', made, selection)).toEqual({
      credential: { secretExpiresAt: iso(400) },
    });
  });

  it('is not put off by the overlap with the one that replaces it', async () => {
    await reset({ expiresAt: new Date(world.deps.clock().getTime() + 60_000).toISOString() });
    const { secretExpiresAt } = await secret();
    await reset({ overlapSeconds: 3_600 });
    expect((await secret()).previousSecretExpiresAt).toEqual(secretExpiresAt);
  });
});

describe('the end of an API key', () => {
  it('is that of the policy, also where the key replaces one that has ended', async () => {
    const { apiKey } = await createKey();
    expect(apiKey.expiresAt).toBe(iso(90));
    world.pass(91 * DAY_MS);
    expect((await replaceKey(apiKey.id)).apiKey.expiresAt).toBe(iso(90));
  });

  it('is without a policy the one that is asked for', async () => {
    await policy(null);
    const { apiKey } = await createKey({ expiresAt: iso(10) });
    expect((await replaceKey(apiKey.id)).apiKey.expiresAt).toBe(iso(10));
    expect((await replaceKey(apiKey.id, { expiresAt: iso(40) })).apiKey.expiresAt).toBe(iso(40));
  });
});

describe('an end is told', () => {
  it('30, 7 and 1 days before and when it is there, each once by all processes and over restarts', async () => {
    const { id, secretExpiresAt } = await secret();
    for (const [pass, expected] of [
      [60 * DAY_MS - 1, []],
      [1, [30]],
      [23 * DAY_MS, [30, 7]],
      [6 * DAY_MS, [30, 7, 1]],
      [DAY_MS - 1, [30, 7, 1]],
      [1, [30, 7, 1, 0]],
      [DAY_MS, [30, 7, 1, 0]],
    ] as const) {
      world.pass(pass);
      await sweep();
      await sweep();
      expect(await days()).toEqual(expected);
    }
    expect((await told())[0]).toEqual({
      days: 30,
      kind: 'SECRET',
      id,
      title: 'Default credential',
      endsAt: secretExpiresAt?.toISOString(),
    });
  });

  it('as one notice where several were missed', async () => {
    await createKey();
    world.pass(85 * DAY_MS);
    await sweep();
    expect(await told()).toMatchObject([
      { days: 7, kind: 'SECRET' },
      { days: 7, kind: 'API_KEY', title: 'CI' },
    ]);
    world.pass(50 * DAY_MS);
    await sweep();
    expect(await days()).toEqual([7, 7, 0, 0]);
  });

  it('no more of what was replaced, and anew of the one in its place', async () => {
    world.pass(60 * DAY_MS);
    const { apiKey } = await createKey({ expiresAt: iso(3) });
    await sweep();
    expect(await days()).toEqual([30]);
    await reset({ overlapSeconds: 3_600 });
    await replaceKey(apiKey.id, { overlapSeconds: 3_600 });
    expect((await secret()).noticedDays).toBeNull();
    world.pass(40 * DAY_MS);
    await sweep();
    expect(await days()).toEqual([30]);
    world.pass(20 * DAY_MS);
    await sweep();
    expect(await days()).toEqual([30, 30, 30]);
  });

  it('of no secret of a public client, and of no key that was made for a day', async () => {
    await world.mutate('updateApplication', { ...address, name: application, clientType: 'PUBLIC' });
    await createKey({ expiresAt: iso(1) });
    world.pass(91 * DAY_MS);
    await sweep();
    expect(await told()).toEqual([]);
  });
});
