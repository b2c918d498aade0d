import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { setPolicy } from '../../support/change-requests.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';

const SETTINGS = `/console/catalogs/acme/${CATALOG}/settings`;
const PAGE = `/console/catalogs/acme/${CATALOG}/approvals`;
const POLICY = `{ catalog(name: "${CATALOG}") { changePolicy {
  refuseDirect expiresAfterDays rules { actions approvals role } freezes { title from until timeZone weekly } } } }`;

let world: ConsoleWorld<CatalogWorld>;
let ada: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  ada = await world.signedIn();
});
afterAll(() => world.close());
afterEach(() => setPolicy(world, null));

const page = (visitor = ada) => readPage(visitor.get(PAGE));
const send = (fields: Record<string, string>) =>
  readPage(ada.submit(PAGE, { expiresAfterDays: '14', ...fields }));
const stored = async () =>
  (await world.query<{ catalog: { changePolicy: unknown } }>(POLICY)).catalog.changePolicy;

describe('the approvals that changes of a catalog need', () => {
  it('are set by a form that begins at the settings, and are taken away again', async () => {
    expect((await readPage(ada.get(SETTINGS))).links).toContain(PAGE);
    const fields = {
      'approvals-PUBLISH': '1',
      'role-PUBLISH': 'DEVELOPER',
      'approvals-SUPERSEDE': '1',
      'role-SUPERSEDE': 'DEVELOPER',
      'approvals-RETIRE': '2',
      'role-RETIRE': 'ADMINISTRATOR',
      'approvals-STAGE': '0',
      refuseDirect: 'yes',
      expiresAfterDays: '7',
      freezes:
        '2027-12-20T00:00 to 2028-01-02T00:00 Europe/Berlin: Christmas\nweekly 2027-01-01T18:00 to 2027-01-04T06:00 UTC: Weekends: all',
    };
    expect(await send(fields)).toMatchObject({ status: 303, location: `${SETTINGS}?done=changePolicy` });
    const freeze = { from: '2027-12-20T00:00:00', until: '2028-01-02T00:00:00', timeZone: 'Europe/Berlin' };
    expect(await stored()).toEqual({
      refuseDirect: true,
      expiresAfterDays: 7,
      rules: [
        { actions: ['PUBLISH', 'SUPERSEDE'], approvals: 1, role: 'DEVELOPER' },
        { actions: ['RETIRE'], approvals: 2, role: 'ADMINISTRATOR' },
      ],
      freezes: [
        { ...freeze, title: 'Christmas', weekly: false },
        {
          title: 'Weekends: all',
          from: '2027-01-01T18:00:00',
          until: '2027-01-04T06:00:00',
          timeZone: 'UTC',
          weekly: true,
        },
      ],
    });
    const shown = await page();
    expect(shown.html).toContain('2027-12-20T00:00:00 to 2028-01-02T00:00:00 Europe/Berlin: Christmas');
    expect((await readPage(ada.get(SETTINGS))).text).toContain('Publish, Supersede');
    const before = await stored();
    const asShown = freezesIn(shown.html);
    expect((await send({ ...fields, freezes: asShown })).status).toBe(303);
    expect(await stored()).toEqual(before);
    expect((await send({ remove: 'yes' })).status).toBe(303);
    expect(await stored()).toBeNull();
  });

  it('stay as they are where the form is wrong, which is shown again with the reason', async () => {
    const typed = await send({ 'approvals-PUBLISH': '1', freezes: 'over Christmas' });
    expect(typed.status).toBe(400);
    expect(typed.text).toContain('is no such time: write it as');
    expect(typed.html).toContain('over Christmas</textarea>');
    const many = await send({ 'approvals-PUBLISH': '11' });
    expect([many.status, many.text]).toEqual([
      400,
      expect.stringContaining('approvals is 11: give 1 to 10.'),
    ]);
    const late = await send({ expiresAfterDays: '91' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('give 1 to 90')]);
    expect(await stored()).toBeNull();
  });

  it('are not saved by the form where an action has several rules, since it would lose some', async () => {
    await setPolicy(world, {
      rules: [{ actions: ['PUBLISH'] }, { actions: ['PUBLISH'], role: 'ADMINISTRATOR' }],
    });
    const { text, html } = await page();
    expect(text).toContain('Some actions have several rules.');
    expect(html).not.toContain('name="approvals-PUBLISH"');
  });

  it('are for administrators alone', async () => {
    const { status, text } = await page(await world.viewer());
    expect([status, text]).toEqual([403, expect.stringContaining('This needs the role ADMINISTRATOR')]);
  });
});

const freezesIn = (html: string) => />([^<]*)<\/textarea>/.exec(html)?.[1]?.trim() ?? '';
