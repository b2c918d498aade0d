import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../../src/control-plane/portal/pages/messages.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { byRole, elementsOf, fieldOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed, supersede } from '../../../support/subscribed.ts';
import { countUsage } from '../../../support/usage.ts';

let world: PagesWorld;
let carol: Browser;
let id: string;
beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  carol = await world.signedIn('carol');
  const client = await portal.signIn('carol');
  await portal.product();
  id = await subscribed(client, { application: 'My application' });
  await subscribed(client, { application: 'Other' });
  await refused({ requestId: 'req limit/1', code: 'RATE_LIMIT_EXCEEDED', status: 429 }, [
    { step: 'request', outcome: 'PASSED', facts: {} },
    { step: 'subscription', outcome: 'PASSED', facts: { subscriptions: [{ product: 'customer:1.0.0' }] } },
    { step: 'depth', outcome: 'PASSED', facts: {} },
    {
      step: 'rateLimit',
      outcome: 'REFUSED',
      facts: { limit: 100, windowSeconds: 3600, resetsInSeconds: 1800 },
    },
  ]);
});
afterAll(() => world.close());

/** The gateway has refused a call of the subscription, at 09:30. */
async function refused(
  call: { requestId: string; code: string; status: number; at?: string; applicationId?: null },
  decision: object[] = [],
): Promise<void> {
  const { prisma } = world.portal.database;
  const { applicationId, catalogPlanId } = await prisma.subscription.findUniqueOrThrow({ where: { id } });
  await prisma.refusedCall.create({
    data: {
      catalogId: world.portal.catalogId,
      applicationId,
      subscriptionId: id,
      planId: catalogPlanId,
      requestIdIsOwn: true,
      method: 'GET',
      path: '/acme/sandbox/customerdb/v1/customers',
      api: 'customerdb:1.0.0',
      detail: 'Default Plan allows 100 calls in 3600 seconds.',
      decision: toStore(decision),
      at: new Date('2027-01-01T09:30:00Z'),
      ...call,
    },
  });
}

describe('the search for a refused call', () => {
  it('leads to the page of the call, whatever is in its id', async () => {
    const { status, location } = await carol.get('/calls?requestId=req%20limit%2F1');
    expect({ status, location }).toEqual({ status: 303, location: '/calls/req%20limit%2F1' });
  });

  it('stands above the last refused calls of all applications, the newest first', async () => {
    await refused({ requestId: 'newer', code: 'SCOPE_MISSING', status: 403, at: '2027-01-01T09:45:00Z' });
    const { status, text } = await carol.get('/calls');
    expect(status).toBe(200);
    expect(text).toMatch(
      /403 SCOPE_MISSING 1 Jan 2027, 09:45 UTC .* 429 RATE_LIMIT_EXCEEDED 1 Jan 2027, 09:30/,
    );
  });

  it('has one row for calls in a row that were refused alike, with their number', async () => {
    for (const at of ['10:00', '10:01', '10:02'])
      await refused({ requestId: at, code: 'PLAN_OVER', status: 429, at: `2027-01-01T${at}:00Z` });
    const { text } = await carol.get('/calls');
    expect(text).toContain('429 PLAN_OVER 3 in a row 1 Jan 2027, 10:02 UTC');
    expect(text.match(/429 PLAN_OVER/g)).toHaveLength(1);
    expect(text, 'a call that is alone').toContain('403 SCOPE_MISSING 1 Jan 2027, 09:45 UTC');
  });

  it('says so where there is no such call, and keeps what was asked for', async () => {
    const page = await carol.get('/calls/unknown%22%3E');
    expect(page.status).toBe(404);
    expect(page.text).toContain('There is no refused call by that id that you may see.');
    expect(fieldOf(page, 'Find a call by its request id').value).toBe('unknown">');
    expect((await carol.get('/calls/%00')).status).toBe(404);
  });

  it('asks to sign in', async () => {
    for (const path of ['/calls', '/calls/newer', '/applications/my-application/usage'])
      expect(await world.browser().get(path)).toMatchObject({
        status: 303,
        location: expect.stringContaining('/sign-in?returnTo='),
      });
  });
});

describe('why a call was refused', () => {
  it('is told with what it means, what to do, the plan, its limit and when the window closes', async () => {
    const page = await carol.get('/calls/req%20limit%2F1');
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toContain('Why GET /acme/sandbox/customerdb/v1/customers was refused');
    expect(text).toContain(
      '429 RATE_LIMIT_EXCEEDED The plan Default Plan: 100 calls an hour. The window closes 30 minutes after this call, at 10:00 UTC. What to do: Wait until the window closes',
    );
    expect(text, 'the same in seconds').not.toContain('3600 seconds');
    expect(text).toContain('When 1 Jan 2027, 09:30 UTC Call GET /acme/sandbox/customerdb/v1/customers');
    expect(text).toContain('API customerdb:1.0.0 Application My application Plan Default Plan');
    expect(hrefsOf(page, 'My application')).toEqual(['/portal/acme/sandbox/applications/my-application']);
  });

  it('is told by the step that refused it first, and on request by those before it in order', async () => {
    const { text } = await carol.get('/calls/req%20limit%2F1');
    expect(text).toContain(
      'The decision ✕ Refused Are there calls left? Limit 100 Window 60 minutes Window closes in 30 minutes 3 checks passed before it ✓ Passed Can the request be read? ✓ Passed Is it subscribed? Subscriptions product: customer:1.0.0 – Nothing to check Is the document no deeper than the plan allows?',
    );
  });

  it('is told in German with its remedy, the sentence of the gateway marked as English', async () => {
    const page = await (await world.signedIn('erin', 'de')).get('/calls/req%20limit%2F1');
    expect(page.text).toContain('✕ Abgewiesen Sind noch Aufrufe übrig?');
    const english = elementsOf(page)
      .all()
      .filter(({ attributes }) => attributes['lang'] === 'en');
    expect(english.map(({ text }) => text)).toContainEqual('Default Plan allows 100 calls in 3600 seconds.');
    expect(page.text).toContain('Warten Sie, bis das Zeitfenster endet');
    expect(page.text).toContain(
      `${messages.de.errors.causeOf('RATE_LIMIT_EXCEEDED')} Das Gateway sagt auf Englisch:`,
    );
    const inEnglish = await carol.get('/calls/req%20limit%2F1');
    expect(inEnglish.html, 'a page in English has no other language').not.toMatch(
      /<(?!html|option)\w+[^>]* lang=/,
    );
    expect(inEnglish.text).not.toContain('The gateway says');
  });

  it('is told of nobody else', async () => {
    const dave = await world.signedIn('dave');
    expect((await dave.get('/calls/req%20limit%2F1')).status).toBe(404);
    expect((await dave.get('/calls')).text).toContain('No call was refused in the last 24 hours.');
  });

  it('is told without an application where the caller could not be told', async () => {
    await refused({ requestId: 'nobody', code: 'CLIENT_ID_MISSING', status: 401, applicationId: null });
    const { status, text } = await carol.get('/calls/nobody');
    expect(status).toBe(200);
    expect(text).not.toContain('Application');
  });
});

describe('the usage of an application', () => {
  it('is a chart, what is left of each subscription, and its last refused calls', async () => {
    const hour = new Date('2027-01-01T09:00:00Z');
    await countUsage(world.portal.database, [{ subscriptionId: id, hour, outcome: 'ANSWERED', calls: 7 }]);
    const page = await carol.get('/applications/my-application/usage');
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toContain('Calls of My application');
    expect(byRole(page, 'img').name).toContain('Calls of the last 24 hours: 7 in all. Answered: 7.');
    expect(text).toContain('100 of 100 calls left, counted from the next call');
    expect(text).toContain('429 RATE_LIMIT_EXCEEDED');
  });

  it("is not there for another consumer org's, nor for a name that nothing can have", async () => {
    const dave = await world.signedIn('dave');
    expect((await dave.get('/applications/my-application/usage')).status).toBe(404);
    expect((await carol.get('/applications/%00/usage')).status).toBe(404);
  });
});

it('a call to a product that was superseded says where to go', async () => {
  await supersede(world.portal);
  const page = await carol.get('/calls/req%20limit%2F1');
  expect(page.text).toContain('Customer 1.0.0 is replaced by Customer 2.0.0');
  expect(hrefsOf(page, 'See what changes and migrate')).toEqual([
    `/portal/acme/sandbox/subscriptions/${id}/migrate`,
  ]);
});
