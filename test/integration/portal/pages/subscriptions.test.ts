import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { limitWindows } from '../../../../src/data-plane/snapshot/limit-windows.ts';
import { limitKeyOf } from '../../../../src/domain/plan/limit-keys.ts';
import { ownLimits } from '../../../../src/domain/plan/own-limits.ts';
import type { PlanLimit } from '../../../../src/domain/plan/plan-limit.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, hrefsOf } from '../../../support/page-elements.ts';
import type { PortalClient } from '../../../support/portal.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed, supersede } from '../../../support/subscribed.ts';
import { countUsage } from '../../../support/usage.ts';

const daily: PlanLimit = {
  name: 'per-day',
  counts: 'CALLS',
  limit: 10,
  per: 'DAY',
  every: 1,
  timeZone: 'UTC',
  operations: [],
};

let world: PagesWorld;
let carol: Browser;
let client: PortalClient;
let id: string;
beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  [carol, client] = [await world.signedIn('carol'), await portal.signIn('carol')];
  await portal.product();
  await portal.product({
    name: 'sample',
    title: 'Sample',
    plans: [
      { name: 'free', title: 'Free', rateLimit: null },
      { name: 'asked', title: 'On request', approvalRequired: true },
      { name: 'costed', title: 'Costed', rateLimit: null, graphQLCostLimit: 50 },
      { name: 'daily', title: 'Daily', rateLimit: null, limits: [daily] },
      {
        name: 'several',
        title: 'Several',
        rateLimit: null,
        limits: [
          {
            name: 'per-second',
            counts: 'CALLS',
            limit: 2,
            per: 'SECOND',
            every: 1,
            timeZone: null,
            operations: [],
          },
          {
            name: 'fair',
            counts: 'CALLS',
            limit: 40,
            per: 'MINUTE',
            every: 10,
            timeZone: null,
            operations: [],
          },
        ],
      },
    ],
  });
  id = await subscribed(client, { application: 'My application' });
  const { applicationId, catalogPlanId } = await portal.database.prisma.subscription.findUniqueOrThrow({
    where: { id },
  });
  const window = { limit: 100, windowSeconds: 3600 };
  for (let n = 0; n < 97; n += 1)
    await portal.deps.limits.consume(limitKeyOf(applicationId, catalogPlanId), window);
});
afterAll(() => world.close());

const subscriptionsThere = () => world.portal.database.prisma.subscription.count();

describe('the list of subscriptions', () => {
  it('asks to sign in, and comes back', async () => {
    const { status, location } = await world.browser().get('/subscriptions');
    expect({ status, location }).toEqual({
      status: 303,
      location: '/sign-in?returnTo=%2Fportal%2Facme%2Fsandbox%2Fsubscriptions',
    });
  });

  it('tells product, plan, application, state, and what is left in numbers', async () => {
    const page = await carol.get('/subscriptions');
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      'Customer 1.0.0 Active Default Plan 100 calls an hour Application: My application',
    );
    expect(page.text).toMatch(
      /3 of 100 calls left, resets in (60 minutes|1 hour) \(\d\d:\d\d UTC\) Calls today: 0/,
    );
    expect(byRole(page, 'meter', /^3 of 100/).attributes).toMatchObject({ min: '0', max: '100', value: '3' });
  });

  it('tells what is left of the cost of GraphQL documents, where the plan limits that', async () => {
    const { deps, database } = world.portal;
    const costed = await subscribed(client, {
      application: 'Costed',
      product: 'sample:1.0.0',
      plan: 'costed',
    });
    const { applicationId, catalogPlanId } = await database.prisma.subscription.findUniqueOrThrow({
      where: { id: costed },
    });
    const key = `${limitKeyOf(applicationId, catalogPlanId)}:cost`;
    await deps.limits.consume(key, { limit: 50, windowSeconds: 3600 }, 21);
    for (const page of ['/subscriptions', `/subscriptions/${costed}`]) {
      const shown = await carol.get(page);
      expect(shown.status).toBe(200);
      expect(shown.text).toMatch(
        /No limit GraphQL cost: 29 of 50 left, resets in (60 minutes|1 hour) \(\d\d:\d\d UTC\)/,
      );
      expect(byRole(shown, 'meter', /^GraphQL cost/).attributes).toMatchObject({
        max: '50',
        low: '10',
        value: '29',
      });
    }
  });

  it('tells the own limits of a subscription with their end, in both languages', async () => {
    const { deps, database } = world.portal;
    const own = await subscribed(client, { application: 'Own', product: 'sample:1.0.0', plan: 'free' });
    const until = new Date('2040-01-31T23:59:59Z');
    const limits = ownLimits(
      { rateLimit: 5000 },
      { plan: 'free', until, reason: 'Secret deal', now: deps.clock(), path: [] },
    );
    await database.prisma.subscription.update({ where: { id: own }, data: { ownLimits: toStore(limits) } });
    for (const page of ['/subscriptions', `/subscriptions/${own}`, '/applications/own']) {
      const { text } = await carol.get(page);
      expect(text).toMatch(/Free,? Your own limits until 31 Jan 2040, 23:59 UTC: 5,000 calls an hour/);
      expect(text).not.toContain('Secret deal');
    }
    const german = await world.signedIn('carol', 'de');
    expect((await german.get(`/subscriptions/${own}`)).text).toMatch(
      /Ihre eigenen Limits bis 31\. Jan\. 2040, 23:59 UTC: 5\.000 Aufrufe/,
    );
  });

  it('warns when 80 % or all of a day is used, in both languages', async () => {
    const { deps, database } = world.portal;
    const id = await subscribed(client, { application: 'Daily', product: 'sample:1.0.0', plan: 'daily' });
    const { applicationId, catalogPlanId } = await database.prisma.subscription.findUniqueOrThrow({
      where: { id },
    });
    const [window] = limitWindows('daily', [daily]).callLimits;
    const consume = (points: number) =>
      window &&
      deps.limits.consume(limitKeyOf(applicationId, catalogPlanId) + window.keySuffix, window, points);
    const shown = async (language: string) =>
      (await (await world.signedIn('carol', language)).get(`/subscriptions/${id}`)).text;
    await consume(7);
    expect(await shown('en')).not.toContain('of it is used');
    await consume(1);
    expect(await shown('en')).toContain('10 calls a day (UTC): 80 % of it is used');
    await consume(2);
    expect(await shown('en')).toMatch(/10 calls a day \(UTC\): all of it is used resets in \d+ hours/);
    expect(await shown('de')).toContain('alles ist verbraucht');
  });

  it('tells what is left of each further limit, but of windows that are over before that is read', async () => {
    const { deps, database } = world.portal;
    const several = await subscribed(client, {
      application: 'Several',
      product: 'sample:1.0.0',
      plan: 'several',
    });
    const { applicationId, catalogPlanId } = await database.prisma.subscription.findUniqueOrThrow({
      where: { id: several },
    });
    const key = `${limitKeyOf(applicationId, catalogPlanId)}:calls:fair`;
    await deps.limits.consume(key, { limit: 40, windowSeconds: 600 }, 3);
    const shown = await carol.get(`/subscriptions/${several}`);
    expect(shown.text).toContain('Several 2 calls a second, 40 calls every 10 minutes');
    expect(shown.text).toMatch(/40 calls every 10 minutes: 37 left, resets in 10 minutes/);
    expect(byRole(shown, 'meter', /^40 calls/).attributes).toMatchObject({ max: '40', value: '37' });
    expect(shown.text).not.toContain('No limit');
    expect(shown.text).not.toContain('2 calls a second: ');
  });

  it('says of a plan without a limit that it has none, and why another one admits no calls', async () => {
    await subscribed(client, { application: 'Free', product: 'sample:1.0.0', plan: 'free' });
    const waiting = await subscribed(client, {
      application: 'Asked',
      product: 'sample:1.0.0',
      plan: 'asked',
    });
    const { text } = await carol.get('/subscriptions');
    expect(text).toContain('Free As many calls as you like Application: Free No limit');
    expect(text).toContain('Sample 1.0.0 Waiting for approval On request');
    expect(text).toContain('The provider has to approve it; until then it admits no calls. Calls today');
    await world.portal.database.prisma.subscription.update({
      where: { id: waiting },
      data: { state: 'REJECTED', rejectionReason: 'Not for tests.' },
    });
    expect((await carol.get('/subscriptions')).text).toContain(
      'The provider has rejected it; you may ask again. The reason: Not for tests.',
    );
    expect((await carol.get('/notices')).text).toContain(
      'The subscription of Asked to Sample 1.0.0 was rejected; it can be asked for again. The reason: Not for tests.',
    );
    const page = await carol.get(`/subscriptions/${waiting}`);
    const [again] = hrefsOf(page, 'Ask again');
    expect(again).toMatch(/subscribe\?plan=asked&application=asked$/);
  });

  it("shows nothing of another consumer org's, and where to begin", async () => {
    const dave = await world.signedIn('dave');
    const { text } = await dave.get('/subscriptions');
    expect(text).toContain('No subscriptions yet.');
    expect(text).not.toContain('Customer');
    expect(await dave.get(`/subscriptions/${id}`)).toMatchObject({ status: 404 });
    expect(await dave.get(`/subscriptions/${id}/unsubscribe`)).toMatchObject({ status: 404 });
  });
});

describe('one subscription', () => {
  const hours = [
    ['2027-01-01T09:00Z', 'ANSWERED', 12],
    ['2027-01-01T09:00Z', 'LIMITED', 3],
    ['2026-12-20T09:00Z', 'SERVER_ERROR', 1000],
  ] as const;
  let charted: string;
  beforeAll(async () => {
    charted = await subscribed(client, { application: 'Charted' });
    await countUsage(
      world.portal.database,
      hours.map(([hour, outcome, calls]) => ({
        subscriptionId: charted,
        hour: new Date(hour),
        outcome,
        calls,
      })),
    );
  });

  it('has a chart of the last 24 hours, with its numbers in words and as a table', async () => {
    const page = await carol.get(`/subscriptions/${charted}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('The hours are those of UTC.');
    const chart = byRole(page, 'img');
    expect(chart.name).toBe(
      'Calls of the last 24 hours: 15 in all. Answered: 12. Over the limit (429): 3. The most were 15, from 1 Jan, 09:00.',
    );
    expect(page.text).toContain('1 Jan, 09:00 12 0 3 0 0 15');
    const hours = chart.all().filter(({ tag, text }) => tag === 'title' && text.startsWith('1 Jan, '));
    expect(hours).toHaveLength(11);
    expect(byRole(page, 'link', 'Last 24 hours').attributes['aria-current']).toBe('page');
  });

  it('has one of the last 30 days', async () => {
    const page = await carol.get(`/subscriptions/${charted}?period=MONTH`);
    expect(byRole(page, 'img').name).toContain('Calls of the last 30 days: 1,015 in all.');
    expect(page.text).toContain('20 Dec 0 0 0 0 1,000 1,000');
    expect(byRole(page, 'link', 'Last 30 days').attributes['aria-current']).toBe('page');
  });

  it('says so where nothing was called', async () => {
    const unused = await subscribed(client, { application: 'Unused' });
    const page = await carol.get(`/subscriptions/${unused}`);
    expect(page.text).toContain('No calls in the last 24 hours.');
    expect(page.text).toContain('No call was refused in the last 24 hours.');
    expect(allByRole(page, 'img')).toEqual([]);
  });

  it('lists its own last refused calls, with what to do and where the reason is', async () => {
    const { database, catalogId } = world.portal;
    const { applicationId, catalogPlanId } = await database.prisma.subscription.findUniqueOrThrow({
      where: { id },
    });
    const call = {
      catalogId,
      applicationId,
      planId: catalogPlanId,
      requestIdIsOwn: true,
      at: new Date('2027-01-01T09:30:00Z'),
      method: 'GET',
      path: '/acme/sandbox/customerdb/v1/customers',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: 'Too often.',
      decision: [],
    };
    await database.prisma.refusedCall.createMany({
      data: [
        { ...call, requestId: 'of this one', subscriptionId: id },
        { ...call, requestId: 'of none', subscriptionId: null },
      ],
    });
    const page = await carol.get(`/subscriptions/${id}`);
    expect(page.text).toContain(
      '429 RATE_LIMIT_EXCEEDED 1 Jan 2027, 09:30 UTC GET /acme/sandbox/customerdb/v1/customers Wait until',
    );
    expect(hrefsOf(page).filter((href) => href.includes('/calls/'))).toEqual([
      '/portal/acme/sandbox/calls/of%20this%20one',
    ]);
  });

  it('speaks German', async () => {
    const german = await world.signedIn('erin', 'de');
    const { text } = await german.get(`/subscriptions/${id}`);
    expect(text).toContain('Dieses Abonnement beenden');
    expect(text).toMatch(/noch 3 von 100 Aufrufen, wieder alle in (60 Minuten|1 Stunde)/);
  });
});

describe('ending a subscription', () => {
  it('asks first, then ends it', async () => {
    const ended = await subscribed(client, { application: 'Ending' });
    const before = await subscriptionsThere();
    const question = await carol.get(`/subscriptions/${ended}/unsubscribe`);
    expect(question.status).toBe(200);
    expect(question.text).toContain('Ending will not be able to call the APIs of Customer 1.0.0 any more');
    expect(await subscriptionsThere()).toBe(before);
    const { status, location } = await carol.post(`/subscriptions/${ended}/unsubscribe`);
    expect({ status, location }).toEqual({ status: 303, location: '/subscriptions?done=unsubscribed' });
    expect(await subscriptionsThere()).toBe(before - 1);
    expect((await carol.get('/subscriptions?done=unsubscribed')).text).toContain(
      'The subscription has ended.',
    );
  });

  it("ends none of another's", async () => {
    const before = await subscriptionsThere();
    const { status, text } = await (await world.signedIn('dave')).post(`/subscriptions/${id}/unsubscribe`);
    expect(status).toBe(404);
    expect(text).toContain('No application of your consumer organization has that subscription.');
    expect(await subscriptionsThere()).toBe(before);
  });
});

it('a subscription whose product was superseded has a banner on both pages', async () => {
  const superseded = await openPages();
  onTestFinished(() => superseded.close());
  await superseded.portal.product();
  const moving = await subscribed(await superseded.portal.signIn('carol'), { application: 'Moving' });
  await supersede(superseded.portal);
  const browser = await superseded.signedIn('carol');
  for (const path of ['/subscriptions', `/subscriptions/${moving}`]) {
    const page = await browser.get(path);
    expect(page.text).toContain('Customer 1.0.0 is replaced by Customer 2.0.0');
    expect(page.text).toContain('Moving can go from the plan Default Plan to Bronze.');
    expect(page.text).toContain('Customer 1.0.0 answers until 1 March 2027.');
    expect(hrefsOf(page, 'See what changes and migrate')).toEqual([
      `/portal/acme/sandbox/subscriptions/${moving}/migrate`,
    ]);
  }
});

describe('a consumer org with much of everything', () => {
  it('has its applications and subscriptions page by page', async () => {
    const { prisma } = world.portal.database;
    const { application, catalogProductId, catalogPlanId } = await prisma.subscription.findFirstOrThrow({
      include: { application: true },
    });
    const { consumerOrgId } = application;
    const names = Array.from({ length: 60 }, (_, n) => `z-${n + 10}`);
    const made = await prisma.application.createManyAndReturn({
      data: names.map((name) => ({ name, title: `Many ${name}`, consumerOrgId })),
    });
    onTestFinished(
      async () => void (await prisma.application.deleteMany({ where: { name: { in: names } } })),
    );
    await prisma.subscription.createMany({
      data: made.map(({ id: applicationId }) => ({ applicationId, catalogProductId, catalogPlanId })),
    });
    for (const path of ['/subscriptions', '/applications']) {
      const first = await carol.get(path);
      expect(first.text).toContain('Many z-10');
      expect(first.text).not.toContain('Many z-69');
      const last = await carol.get(`${path}?page=${path === '/subscriptions' ? 3 : 2}`);
      expect(last.text).toContain('Many z-69');
      expect(last.text).not.toContain('Many z-10');
      expect(hrefsOf(last, 'Previous')).toEqual([
        `/portal/acme/sandbox${path}?page=${path === '/subscriptions' ? 2 : 1}`,
      ]);
    }
  });
});
