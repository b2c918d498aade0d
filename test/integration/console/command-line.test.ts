import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenRecipient, type TokenRecipient } from '../../../src/infrastructure/tokens/handover.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';

const PATH = '/console/command-line';
const MINUTE = 60_000;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let recipient: TokenRecipient;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
  recipient = await createTokenRecipient();
});
afterAll(() => world.close());

const request = (changes: Readonly<Record<string, string>> = {}) => ({
  key: recipient.publicKey,
  host: 'laptop',
  at: `${world.deps.clock().getTime()}`,
  port: '49152',
  ...changes,
});
const question = (changes = {}, visitor = person) =>
  readPage(visitor.get(`${PATH}?${new URLSearchParams(request(changes))}`));
const sealedIn = (html: string) => /<code class="code">([\w-]+(?:\.[\w-]*){4})<\/code>/.exec(html)?.[1] ?? '';

describe('the page of a login of the command line', () => {
  it('tells which machine asks and for what, and gives it a token that only it can read', async () => {
    const shown = await question();
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('A terminal on laptop asks for an access token that acts as you');
    const code = `${recipient.publicKey.slice(0, 4)}-${recipient.publicKey.slice(4, 8)}`;
    expect(shown.text).toContain(code.toUpperCase().replaceAll('_', '0'));
    const answer = await person.submit(PATH, { ...request(), org: 'acme' });
    const sealed = /^0; url=http:\/\/127\.0\.0\.1:49152\/\?sealed=([\w.-]+)$/.exec(
      answer.headers.get('refresh') ?? '',
    )?.[1];
    const html = await answer.text();
    expect(sealedIn(html)).toBe(sealed);
    const token = await recipient.open(sealed ?? '');
    expect(html).not.toContain(token);
    const { viewer: caller } = await world
      .withToken(token)
      .query<{ viewer: { name: string; orgs: unknown } }>('{ viewer { name orgs { name } } }');
    expect(caller).toEqual({ name: expect.stringMatching(/^temporary-/), orgs: [{ name: 'acme' }] });
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents(org: "acme", first: 1) { nodes { action subject } } }',
    );
    expect(auditEvents.nodes).toEqual([{ action: 'issueTemporaryToken', subject: caller.name }]);
  });

  it('leads nowhere by itself where the text is to be pasted', async () => {
    const answer = await person.submit(PATH, { ...request({ port: '' }), org: 'acme' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('refresh')).toBeNull();
    expect(await recipient.open(sealedIn(await answer.text()))).toMatch(/^gh_/);
  });

  it.each([
    ['older than ten minutes', () => ({ at: `${world.deps.clock().getTime() - 11 * MINUTE}` })],
    ['of a time to come', () => ({ at: `${world.deps.clock().getTime() + 2 * MINUTE}` })],
    ['without a key', () => ({ key: '' })],
    ['with a key that seals nothing', () => ({ key: 'A'.repeat(43) })],
    ['with a port that is none', () => ({ port: '80' })],
    ['with a machine of another form', () => ({ host: 'a b' })],
  ])('refuses an address %s, and issues nothing', async (_what, changes) => {
    const count = () => world.database.prisma.accessToken.count();
    const before = await count();
    expect(await question(changes())).toMatchObject({
      status: 400,
      text: expect.stringContaining('begin again with gatehouse login'),
    });
    expect((await person.submit(PATH, request(changes()))).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it('gives a viewer a token of a viewer, which she may end, and no other', async () => {
    const answer = await viewer.submit(PATH, { ...request(), org: 'acme' });
    const client = world.withToken(await recipient.open(sealedIn(await answer.text())));
    const { viewer: caller } = await client.query<{ viewer: { name: string; role: string } }>(
      '{ viewer { name role } }',
    );
    expect(caller.role).toBe('VIEWER');
    expect(await client.refused('createBackend', { title: CATALOG })).toMatchObject({ code: 'FORBIDDEN' });
    const other = await world.mutate<{ name: string }>(
      'createAccessToken',
      { org: 'acme', name: 'other', role: 'VIEWER' },
      '{ name }',
    );
    expect(await client.refused('revokeAccessToken', { org: 'acme', name: other.name }, '')).toMatchObject({
      code: 'FORBIDDEN',
    });
    await client.mutate('revokeAccessToken', { org: 'acme', name: caller.name }, '');
    expect((await client.send('{ viewer { name } }')).status).toBe(401);
  });
});
