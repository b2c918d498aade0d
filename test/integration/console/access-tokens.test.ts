import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf } from '../../support/page-elements.ts';

const DAY = 86_400_000;
const TOKENS = '/console/access-tokens?org=acme';

let world: ConsoleWorld;
let person: Visitor;

beforeEach(async () => {
  world = await openConsole();
  await world.mutate('createOrg', { title: 'Acme' });
  person = await world.signedIn();
});
afterEach(() => world.close());

const create = (fields: Record<string, string>) =>
  readPage(person.submit(TOKENS, { role: 'VIEWER', days: '90', ...fields }));
const tokenIn = (html: string) => /gh_[\w-]{43}/.exec(html)?.[0] ?? '';
const WHO = '{ viewer { name role } }';

describe('the access tokens of an org', () => {
  it('are made with a role and an end; the value is shown once, and is good', async () => {
    expect((await readPage(person.get(TOKENS))).text).toContain('No access tokens yet.');
    const { status, html, text } = await create({ name: 'ci', role: 'DEVELOPER', days: '30' });
    expect(status).toBe(200);
    expect(text).toContain('The access token ci ! Copy the token now. It is not shown again.');
    expect(text).toContain('It expires on 31 Jan 2027, 00:00 UTC.');
    const client = world.withToken(tokenIn(html));
    expect(await client.query(WHO)).toEqual({ viewer: { name: 'ci', role: 'DEVELOPER' } });

    const later = await readPage(person.get(TOKENS));
    expect(tokenIn(later.html)).toBe('');
    expect(later.text).toMatch(
      /ci Developer The org [\w ,:]+ UTC in 30 days 1 Jan 2027, 00:00 UTC Revoke ci/,
    );
    world.pass(30 * DAY);
    expect((await client.send(WHO)).status).toBe(401);
    expect((await readPage((await world.signedIn()).get(TOKENS))).text).not.toContain('Revoke ci');
  });

  it.each([
    ['365', /never-\d+ Viewer The org [\w ,:]+ UTC in 365 days Never/],
    ['', /never-\d+ Viewer The org [\w ,:]+ UTC Never Never/],
    ['forever', /never-\d+ Viewer The org [\w ,:]+ UTC in 30 days Never/],
  ])('end after what was chosen, and soon for what is no choice: %j', async (days, row) => {
    const name = `never-${days.length}`;
    await create({ name, days });
    expect((await readPage(person.get(TOKENS))).text).toMatch(row);
    await person.submit(TOKENS, { revoke: name });
  });

  it('are refused for a name that is none, or is taken: the form says so beside it', async () => {
    await create({ name: 'taken' });
    for (const [name, status, sentence] of [
      ['No Name', 400, 'is not a name: use lower case letters, digits and single hyphens'],
      ['taken', 409, 'There is an access token taken already: choose another name.'],
    ] as const) {
      const refused = await create({ name, days: '365' });
      expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(sentence)]);
      expect(fieldOf(refused, 'Name')).toEqual({ value: name, error: expect.stringContaining(sentence) });
      expect(fieldOf(refused, 'Expires').value).toBe('365');
    }
  });

  it('are revoked by a button, at once; one that is gone says so', async () => {
    const { html } = await create({ name: 'leaked' });
    const { status, location } = await readPage(person.submit(TOKENS, { revoke: 'leaked' }));
    expect([status, location]).toEqual([303, '/console/access-tokens?org=acme&done=revoked']);
    expect((await readPage(person.get(location ?? ''))).text).toContain('The access token is revoked');
    expect((await world.withToken(tokenIn(html)).send(WHO)).status).toBe(401);
    const again = await readPage(person.submit(TOKENS, { revoke: 'leaked' }));
    expect([again.status, again.text]).toEqual([
      404,
      expect.stringContaining('There is no access token leaked in this org.'),
    ]);
  });

  it('are of the person who makes them, and say so', async () => {
    const { url } = await world.mutate<{ url: string }>(
      'inviteUser',
      { org: 'acme', email: 'ada@acme.example', role: 'ADMINISTRATOR' },
      '{ url }',
    );
    const ada = world.visitor();
    const code = new URL(url).searchParams.get('code') ?? '';
    await ada.submit('/console/invitation', { code, password: 'ada-password' });
    await ada.submit(TOKENS, { name: 'hers', role: 'VIEWER', days: '30' });
    expect((await readPage(ada.get(TOKENS))).text).toContain('hers Viewer ada@acme.example');
  });
});

describe('the access tokens of every org', () => {
  const EVERYWHERE = '/console/access-tokens?everyOrg';

  it('are made and revoked on a page of their own, which administrators of the platform are led to', async () => {
    expect((await readPage(person.get(TOKENS))).links).toContain(EVERYWHERE);
    const made = await readPage(
      person.submit(EVERYWHERE, { name: 'deployer', role: 'DEVELOPER', days: '30' }),
    );
    expect([made.status, made.text]).toEqual([
      200,
      expect.stringMatching(/Access tokens of every org .* deployer Developer The platform .* in 30 days/),
    ]);
    const client = world.withToken(tokenIn(made.html));
    expect(await client.query(WHO)).toEqual({ viewer: { name: 'deployer', role: 'DEVELOPER' } });
    const { status, location } = await readPage(person.submit(EVERYWHERE, { revoke: 'deployer' }));
    expect([status, location]).toEqual([303, `${EVERYWHERE}&done=revoked`]);
    expect((await client.send(WHO)).status).toBe(401);
  });

  it('are nothing for who manages one org', async () => {
    const { token } = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'acme', name: 'manager', role: 'ADMINISTRATOR' },
      '{ token }',
    );
    const manager = await world.signedIn(token);
    expect((await readPage(manager.get(TOKENS))).links).not.toContain(EVERYWHERE);
    expect((await readPage(manager.get(EVERYWHERE))).status).toBe(403);
  });
});

it('the access tokens of an org come page by page', async () => {
  await world.mutate('createOrg', { title: 'Crowd' });
  const { id: orgId } = await world.database.prisma.org.findFirstOrThrow({ where: { name: 'crowd' } });
  await world.database.prisma.accessToken.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      orgId,
      name: `t-${100 + index}`,
      role: 'VIEWER' as const,
      tokenHash: `crowd-${index}`,
    })),
  });
  const first = await readPage(person.get('/console/access-tokens?org=crowd'));
  expect(first.text).toMatch(/Access tokens: 60 .* Revoke t-149 .*1 to 50 of 60/);
  expect(first.text).not.toContain('t-150');
  const path = '/console/access-tokens?org=crowd&page=2';
  expect(first.links).toContain(path);
  const second = await readPage(person.get(path));
  expect(second.text).toMatch(/t-150 .* Revoke t-159 .*51 to 60 of 60/);
});
