import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remedies } from '../../../src/domain/call/remedies.ts';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { elementsOf, fieldOf } from '../../support/page-elements.ts';

const CALLS = '/console/calls?org=acme';
let world: ConsoleWorld;
let person: Visitor;
let catalogId: string;

beforeAll(async () => {
  world = await openConsole();
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
  await world.mutate('createCatalog', { org: 'acme', title: 'Sandbox' });
  const { prisma } = world.database;
  catalogId = (await prisma.catalog.findFirstOrThrow()).id;
  const call = { catalogId, method: 'GET', path: '/acme/sandbox/<b>', api: 'customerdb:1.0.0' };
  const decision = [
    { step: 'request', outcome: 'PASSED', facts: { headers: 4 } },
    { step: 'client', outcome: 'REFUSED', facts: { keySent: false, keyPlaces: ['header x-client-id'] } },
  ];
  const refused = {
    status: 401,
    code: 'CLIENT_ID_MISSING',
    detail: 'It is missing.',
    durationMs: 0.4,
    decision,
  };
  const at = world.deps.clock();
  await prisma.refusedCall.create({
    data: { ...call, ...refused, requestId: 'refused-1', requestIdIsOwn: true, at, api: null },
  });
  await prisma.answeredCall.createMany({
    data: Array.from({ length: 130 }, (_, index) => ({
      ...call,
      requestId: `answered-${index}`,
      at: new Date(at.getTime() - 1_000 - index),
      status: index === 0 ? 503 : 200,
      durationMs: index === 0 ? 2_345 : 12,
    })),
  });
  world.pass(1);
  person = await world.signedIn();
});
afterAll(() => world.close());

const read = (path: string, visitor = person) => readPage(visitor.get(path));

describe('the calls of an org', () => {
  it('are a page of the menu: the newest first, each with its status, code, target and time', async () => {
    expect((await read('/console/audit?org=acme')).links).toContain(CALLS);
    const { status, text, html, links } = await read(CALLS);
    expect(status).toBe(200);
    expect(text).toMatch(
      /Calls of Acme .* 401 CLIENT_ID_MISSING GET \/acme\/sandbox\/&lt;b&gt; Sandbox 1 ms .* 503 answered GET .* customerdb:1\.0\.0 · Sandbox 2\.3 s/,
    );
    expect(html).not.toContain('/acme/sandbox/<b>');
    expect(links).toContain('/console/calls/refused-1?org=acme');
  });

  it('are filtered by the address, which other pages lead to, and go on without a script', async () => {
    const byCode = await read(`${CALLS}&code=CLIENT_ID_MISSING`);
    expect(byCode.text).toContain('401 CLIENT_ID_MISSING');
    expect(byCode.text).not.toContain('503');
    expect(fieldOf(byCode, 'Code').value).toBe('CLIENT_ID_MISSING');
    const slow = await read(`${CALLS}&slowerThanMs=1000&outcome=ANSWERED`);
    expect(slow.text).toContain('503 answered');
    expect(slow.text).not.toContain('200 answered');
    const older = (await read(CALLS)).links.find((href) => href.includes('&until=')) ?? '';
    const next = await read(older);
    expect(next.text.match(/200 answered/g)).toHaveLength(31);
    expect(next.links).toContain(CALLS);
    expect((await read(`${CALLS}&code=NO_SUCH`)).text).toContain('No calls match.');
    expect((await read(`${CALLS}&until=yesterday`)).status).toBe(400);
  });

  it('give their script the subscription, which a page of an earlier time does without', async () => {
    const live = async (query: string) => elementsOf(await read(CALLS + query)).all('#calls-live');
    expect((await live('&code=CLIENT_ID_MISSING')).map(({ isHidden }) => isHidden)).toEqual([true]);
    expect(await live('&until=2030-01-01T00:00:00Z')).toEqual([]);
  });

  it('are read by a viewer of the org, and by nobody of another', async () => {
    expect((await read(CALLS, await world.viewer())).status).toBe(200);
    const input = { org: 'beta', name: 'other', role: 'VIEWER' };
    const { token } = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
    expect((await read(CALLS, await world.signedIn(token))).status).toBe(404);
  });
});

describe('a refused call', () => {
  it('is a ladder of steps down to the one that refused it, with the remedy', async () => {
    const { status, text } = await read('/console/calls/refused-1?org=acme');
    expect(status).toBe(200);
    expect(text).toContain('401 CLIENT_ID_MISSING');
    expect(text).toContain(`What the caller can do: ${remedies.CLIENT_ID_MISSING}`);
    expect(text).toMatch(
      /✕ Refused: The caller is known Key sent no Where a key is looked for header x-client-id .*checks? passed before it ✓ Passed: The request can be read Headers 4/,
    );
  });

  it('is explained in German where the browser chose that, and its rows and their script are German', async () => {
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await read('/console/calls/refused-1?org=acme', german)).text).toMatch(
      /✕ Abgewiesen: Der Aufrufer ist bekannt Schlüssel gesendet nein Wo ein Schlüssel gesucht wird header x-client-id/,
    );
    const { text, html } = await read(CALLS, german);
    expect(text).toMatch(/Aufrufe von Acme .* 503 beantwortet .* 2,3 s/);
    expect(html).toContain('"goOn":"Fortsetzen ({count})"');
  });

  it('says which limit of its plan it was counted by, and not the id of the counter', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const limited = { plan: 'gold', limit: 10_000, windowSeconds: 86_400, resetsInSeconds: 3_600 };
    const facts = { ...limited, remaining: 0, counter: `${ids.join(':')}:calls:daily` };
    await world.database.prisma.refusedCall.create({
      data: {
        catalogId,
        method: 'GET',
        path: '/acme/sandbox/b',
        status: 429,
        code: 'RATE_LIMIT_EXCEEDED',
        detail: 'Too many.',
        durationMs: 0.4,
        decision: [{ step: 'rateLimit', outcome: 'REFUSED', facts }],
        requestId: 'limited-1',
        requestIdIsOwn: true,
        at: new Date(world.deps.clock().getTime() - 60_000),
      },
    });
    const { text } = await read('/console/calls/limited-1?org=acme');
    expect(text).toMatch(
      /Calls are left Plan gold Limit 10,000 Window .* Left 0 Window closes in .* Counted calls of the application under this plan, by the limit daily/,
    );
    for (const id of ids) expect(text).not.toContain(id);
  });

  it('is found by its request id', async () => {
    expect((await read(`${CALLS}&requestId=refused-1`)).location).toBe('/console/calls/refused-1?org=acme');
    const unknown = await read('/console/calls/no-such?org=acme');
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('No refused call no-such')]);
    expect((await read('/console/calls/refused-1?org=beta')).status).toBe(404);
  });
});
