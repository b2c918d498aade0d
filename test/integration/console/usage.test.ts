import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RefusalCode } from '../../../src/foundation/errors.ts';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { type Asked, byRole, elementsOf, fieldOf, hrefsOf } from '../../support/page-elements.ts';
import { countUsage } from '../../support/usage.ts';

const USAGE = '/console/usage?org=acme';

/** That this version refuses nothing with any more. */
const A_CODE_OF_THE_PAST = 'A_CODE_OF_THE_PAST' as RefusalCode;

let world: ConsoleWorld;
let person: Visitor;

beforeAll(async () => {
  world = await openConsole();
  world.pass(1_830_000);
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
  await world.mutate('createCatalog', { org: 'acme', title: 'Sandbox' });
  const openapi = { openapi: '3.0.3', info: { title: 'Any', version: '1' }, paths: {} };
  await world.mutate('createApi', {
    org: 'acme',
    title: 'Customer database',
    name: 'customerdb',
    version: '1.0.0',
    openapi,
    targetUrl: 'http://crm.test/v1',
  });
  await world.mutate('createProduct', {
    org: 'acme',
    title: 'Customer',
    version: '1.0.0',
    apis: ['customerdb:1.0.0'],
    plans: [{ title: 'Gold for shops', name: 'gold' }],
  });
  const { prisma } = world.database;
  const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { orgId } });
  const { id: consumerOrgId } = await prisma.consumerOrg.create({
    data: { catalogId, name: 'consumers', title: 'Consumers' },
  });
  await prisma.application.create({ data: { consumerOrgId, name: 'shop', title: 'Online shop' } });
  const shop = {
    orgId,
    consumerOrg: 'consumers',
    application: 'shop',
    product: 'customer:1.0.0',
    plan: 'gold',
    api: 'customerdb:1.0.0',
    operation: 'GET /customers',
  };
  const at = (hour: string) => ({ hour: new Date(hour) });
  await countUsage(world.database, [
    { ...shop, ...at('2026-12-31T23:00Z'), outcome: 'ANSWERED', calls: 80, ms: 3 },
    { ...shop, ...at('2026-12-31T23:00Z'), outcome: 'ANSWERED', code: 'MEASURED', calls: 10, ms: 3 },
    {
      ...shop,
      ...at('2027-01-01T00:00Z'),
      outcome: 'SERVER_ERROR',
      code: 'BACKEND_TIMEOUT',
      calls: 5,
      ms: 900,
    },
    {
      ...shop,
      ...at('2026-12-31T22:00Z'),
      application: 'bot',
      plan: 'bronze',
      outcome: 'LIMITED',
      code: 'RATE_LIMIT_EXCEEDED',
      calls: 4,
    },
    { orgId, ...at('2027-01-01T00:00Z'), outcome: 'REFUSED', code: A_CODE_OF_THE_PAST, calls: 1 },
    { ...shop, ...at('2026-12-20T10:00Z'), catalog: 'old', outcome: 'ANSWERED', calls: 1_000 },
  ]);
  person = await world.signedIn();
});
afterAll(() => world.close());

/** The bars of the chart of a page: no role tells them from what is around them. */
const barsOf = (page: Asked) => elementsOf(page).all('.chart-bar');

describe('the usage of an org', () => {
  it('makes the overview lead to an API whose calls fail', async () => {
    const { text, links } = await readPage(person.get('/console/overview?org=acme'));
    expect(text).toMatch(
      /Needs attention APIs whose calls fail: 1 .*Customer database 1\.0\.0 Sandbox \S+% of \d+ failed See the calls/,
    );
    expect(text).toMatch(/Top products .* Customer 1\.0\.0 Sandbox \d+ /);
    expect(text).not.toContain('Nothing needs your attention');
    expect(links).toContain('/console/calls?org=acme&api=customerdb%3A1.0.0&catalog=sandbox');
  });

  it('is told in German in whole sentences, of a span or of days', async () => {
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    const textOf = async (query: string) => (await readPage(german.get(USAGE + query))).text;
    expect(await textOf('')).toContain('Aufrufe der letzten 24 Stunden: zusammen 100.');
    expect(await textOf('&from=2026-12-31&to=2027-01-01')).toContain(
      'Aufrufe vom 31. Dezember 2026 bis zum 1. Januar 2027: zusammen 100.',
    );
    const none = 'Keine Aufrufe am 1. Dezember 2026.';
    expect(await textOf('&from=2026-12-01&to=2026-12-01')).toContain(none);
    expect(await textOf('&product=none:1.0.0&span=HOUR')).toContain('Keine Aufrufe in der letzten Stunde.');
  });

  it('is of the last 24 hours: sums, percentiles, a chart, and who called what', async () => {
    const page = await readPage(person.get(USAGE));
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toMatch(
      /Calls 100 Errors 5% 5 failed with 5xx Latency \(p95\) [\d.]+ m?s p50 [\d.]+ ms Refused 5% 1 refused, 4 over a limit, 10 more over a measured one/,
    );
    expect(text).toMatch(/Durations \(ms\) .* p50 p95 p99 .* 31 Dec, 23:00 [\d.]+ ms [\d.]+ ms [\d.]+ ms/);
    expect(
      byRole(page, 'img', /^Calls of the last 24 hours: 100 in all\. The most were 90, from 31 Dec, 23:00\./),
    ).toBeDefined();
    expect(barsOf(page)).toHaveLength(24);
    expect(text).toMatch(
      /By product and plan .* Customer 1\.0\.0 Gold for shops 95 90 0 0 0 5 .* Customer 1\.0\.0 bronze 4 /,
    );
    expect(text).toMatch(
      /By application .* Online shop Consumers 95 .* bot Consumers 4 0 0 4 0 0 – – – .* Unknown 1 /,
    );
    expect(text).toMatch(/By operation .* Customer database 1\.0\.0 GET \/customers 99 /);
  });

  it('names what two catalogs call alike by its name alone', async () => {
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const { id } = await prisma.catalog.create({ data: { orgId, name: 'twin', title: 'Twin' } });
    onTestFinished(async () => void (await prisma.catalog.delete({ where: { id } })));
    await prisma.consumerOrg.create({
      data: {
        catalogId: id,
        name: 'consumers',
        title: 'Other consumers',
        applications: { create: { name: 'shop', title: 'Other shop' } },
      },
    });
    expect((await readPage(person.get(USAGE))).text).toMatch(/By application .* shop consumers 95 /);
  });

  it('has refusals by code, in words where the code has some', async () => {
    const { text } = await readPage(person.get(USAGE));
    const refused = text.slice(text.indexOf('Refused and failed, by code'));
    expect(refused).toContain('BACKEND_TIMEOUT The back-end did not answer in time. 5 5%');
    expect(refused).toContain('RATE_LIMIT_EXCEEDED Rate limit exceeded 4 4%');
    expect(refused).toContain('A_CODE_OF_THE_PAST 1 1%');
  });

  it.each([
    ['WEEK', 7, 100],
    ['MONTH', 30, 1_100],
    ['QUARTER', 90, 1_100],
    ['CENTURY', 24, 100],
  ])('goes as far back as is asked for: %s', async (span, bars, calls) => {
    const page = await readPage(person.get(`${USAGE}&span=${span}`));
    expect(page.status).toBe(200);
    expect(barsOf(page)).toHaveLength(bars);
    expect(page.text).toContain(`Calls ${calls.toLocaleString('en')} `);
  });

  it('is narrowed down to a catalog, a product or an application, by links that keep the rest', async () => {
    const { text } = await readPage(person.get(`${USAGE}&span=MONTH&catalog=old`));
    expect(text).toContain('Calls 1,000 Errors 0%');
    const { links } = await readPage(person.get(`${USAGE}&span=WEEK&catalog=sandbox`));
    const bot = links.find((href) => href.includes('application=bot')) ?? '';
    const narrowed = await readPage(person.get(bot));
    expect(narrowed.text).toMatch(/Only consumer org consumers .*Show all .*Only application bot .*Show all/);
    expect(narrowed.text).toMatch(/Calls 4 .* Refused 100%/);
    const { href, 'aria-current': current } = byRole(narrowed, 'link', '7 days').attributes;
    expect([href, current]).toEqual([expect.stringContaining('span=WEEK'), 'true']);
    expect(fieldOf(narrowed, 'Catalog').value).toBe('sandbox');
  });

  it('says when there was none, and is of one org alone', async () => {
    const { status, text } = await readPage(person.get('/console/usage?org=beta'));
    expect([status, text]).toEqual([200, expect.stringContaining('No calls in the last 24 hours.')]);
    expect((await readPage(person.get('/console/usage?org=none'))).status).toBe(404);
    expect((await readPage(person.get(`${USAGE}&product=${encodeURIComponent('no version')}`))).status).toBe(
      400,
    );
  });

  it('is of the last 15 minutes or the last hour, by the minute', async () => {
    await world.mutate('createOrg', { title: 'Minutes' });
    const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'minutes' } });
    const minute = (time: string) => ({ orgId, hour: new Date(`2027-01-01T${time}Z`) });
    await countUsage(world.database, [
      { ...minute('00:25'), outcome: 'ANSWERED', calls: 6, ms: 3 },
      { ...minute('00:29'), outcome: 'SERVER_ERROR', calls: 2, ms: 3 },
      { ...minute('00:12'), outcome: 'ANSWERED', calls: 16, ms: 3 },
    ]);
    const ofMinutes = (span: string) => readPage(person.get(`/console/usage?org=minutes&span=${span}`));
    const quarter = await ofMinutes('QUARTER_HOUR');
    expect(quarter.status).toBe(200);
    expect(quarter.text).toMatch(/Calls 8 −50% against the time before 16 before Errors 25% /);
    expect(quarter.text).toContain('The most were 6, from 1 Jan, 00:25.');
    expect(barsOf(quarter)).toHaveLength(15);
    const hour = await ofMinutes('HOUR');
    expect(hour.text).toContain('Calls 24 ');
    expect(barsOf(hour)).toHaveLength(60);
    const csv = await person.get('/console/usage/csv?org=minutes&span=QUARTER_HOUR');
    expect((await csv.text()).split('\r\n')[1]).toMatch(/^2027-01-01T00:25:00.000Z,sandbox,,,,6,6,/);
  });

  it('is of any days, by the hour where they are few, and is compared with the time before', async () => {
    const days = `${USAGE}&from=2026-12-31&to=2027-01-01`;
    const page = await readPage(person.get(days));
    expect(page.status).toBe(200);
    expect(barsOf(page)).toHaveLength(25);
    expect(page.text).toContain('Calls 100 ');
    expect(page.text).toContain('31 December 2026 to 1 January 2027');
    const month = await readPage(person.get(`${USAGE}&from=2026-12-25&to=2027-01-01`));
    expect(month.text).toMatch(/Calls 100 −90% against the time before 1,000 before/);
    expect(barsOf(month)).toHaveLength(8);
    const wrong = await readPage(person.get(`${USAGE}&from=2027-01-02&to=2026-12-31`));
    expect(wrong.text).toContain('Choose a first day, and a last one that is at most 400 days later.');
  });

  it('is a file for spreadsheets, in which no name is a formula', async () => {
    const answer = await person.get('/console/usage/csv?org=acme&span=MONTH');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="usage-2026-12-\d\d-2027-01-01\.csv"$/,
    );
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines[0]).toBe(
      'from,catalog,product,plan,api,calls,answered,clientErrors,limited,refused,serverErrors,measuredRefusals,p50Ms,p95Ms,p99Ms',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^2026-12-20T00:00:00.000Z,old,customer:1.0.0,gold,customerdb:1.0.0,1000,1000,0,0,0,0,0,/,
      ),
    );
    expect((await person.get('/console/usage/csv?org=none')).status).toBe(404);
  });

  it('is metered in files for billing systems, for whoever may see the page', async () => {
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const event = {
      orgId,
      subscriptionId: '01900000-0000-7000-8000-000000000001',
      consumerOrg: 'consumers',
      application: 'app',
      product: 'customer:1.0.0',
      plan: 'gold',
      catalog: 'sandbox',
      thing: 'CALLS',
      sequence: 0,
      price: 'p1',
    };
    const hours = ['2026-11-30T23:00Z', '2026-12-20T05:00Z'].map((hour) => new Date(hour));
    await prisma.meteredUsage.createMany({
      data: hours.map((hour, at) => ({ ...event, id: randomUUID(), hour, units: 7n + BigInt(at) })),
    });
    const input = { org: 'acme', name: 'biller', role: 'VIEWER' };
    const { token } = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
    const viewer = await world.signedIn(token);
    const page = await readPage(viewer.get(`${USAGE}&span=MONTH`));
    const links = hrefsOf(page).filter((path) => path.startsWith('/console/usage/metered'));
    expect(links).toHaveLength(2);
    const [events, csv] = await Promise.all(links.map((path) => viewer.get(path)));
    expect(events?.headers.get('content-disposition')).toMatch(
      /^attachment; filename="metered-usage-2026-12-\d\d-2027-01-01\.jsonl"$/,
    );
    const lines = (await events?.text())?.trim().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { specversion: '1.0', data: { value: '8' } },
    ]);
    expect(csv?.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await csv?.text())?.trim().split('\r\n')).toEqual([
      'id,type,time,subject,source,value,consumerOrg,application,product,plan,price,correction',
      expect.stringContaining(',8,consumers,app,customer:1.0.0,gold,'),
    ]);
    const long = await viewer.get('/console/usage/metered?org=acme&from=2026-01-01&to=2027-01-01&as=csv');
    expect((await long.text()).trim().split('\r\n')).toHaveLength(3);
    expect((await viewer.get('/console/usage/metered?org=none')).status).toBe(404);
  });

  it('is a file to the last row, each once and in order, over pages and days', async () => {
    await world.mutate('createOrg', { title: 'Many' });
    const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'many' } });
    const days = Array.from({ length: 9 }, (_, day) => new Date(Date.UTC(2026, 11, 2 + day)));
    const counted = days.flatMap((hour) =>
      Array.from({ length: 210 }, (_, api) => ({ orgId, hour, api: `a${api}:1.0.0`, calls: api + 1 })),
    );
    await countUsage(
      world.database,
      counted.map((each) => ({ ...each, outcome: 'ANSWERED' as const })),
    );
    const answer = await person.get('/console/usage/csv?org=many&from=2026-12-01&to=2027-01-01');
    const rows = (await answer.text()).trim().split('\r\n').slice(1);
    expect(new Set(rows).size).toBe(counted.length);
    expect(rows).toHaveLength(counted.length);
    expect(rows.map((row) => row.slice(0, 10))).toEqual(
      counted.map(({ hour }) => hour.toISOString().slice(0, 10)),
    );
  });

  it('is seen by who may only read', async () => {
    const { token } = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'acme', name: 'reader', role: 'VIEWER' },
      '{ token }',
    );
    expect((await readPage((await world.signedIn(token)).get('/console/usage'))).text).toContain('Calls 100');
  });
});
