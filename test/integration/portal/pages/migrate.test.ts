import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, postButtonsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed, supersede } from '../../../support/subscribed.ts';

const BEARER = {
  securityDefinitions: toStore([
    {
      name: 'oauth-1',
      type: 'OAUTH2',
      oauthProvider: 'customer-oauth',
      flow: 'RESOURCE_OWNER_PASSWORD',
    },
  ]),
  security: toStore([{ definition: 'oauth-1', scopes: ['customer'] }]),
};
const OTHER_PATHS = {
  openapi: toStore({
    openapi: '3.0.3',
    info: { title: 'customerdb', version: '2.0.0' },
    paths: { '/people': { get: { responses: {} } } },
  }),
};

let world: PagesWorld;
let carol: Browser;
let id: string;
beforeEach(async () => {
  world = await openPages();
  const { portal } = world;
  carol = await world.signedIn('carol');
  await portal.product();
  id = await subscribed(await portal.signIn('carol'), { application: 'My application' });
});
afterEach(() => world.close());

const at = (rest: string) => `/subscriptions/${id}${rest}`;
const planNow = async () =>
  (
    await world.portal.database.prisma.subscription.findUniqueOrThrow({
      where: { id },
      include: { catalogPlan: true },
    })
  ).catalogPlan.name;

describe('the page before a migration', () => {
  it('has both plans side by side, what changes in security and operations, and one button', async () => {
    await supersede(world.portal, { ...BEARER, ...OTHER_PATHS });
    const page = await carol.get(at('/migrate'));
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toContain(
      'Migrate to Customer 2.0.0 My application can go from the plan Default Plan to Bronze',
    );
    expect(text).toContain('What Customer 1.0.0 Customer 2.0.0 Plan Default Plan Bronze');
    expect(text).toContain('Limit 100 calls an hour 2 calls a minute');
    expect(text).toContain('Cost of a GraphQL document No limit 50');
    expect(text).not.toContain('Depth of a GraphQL document');
    expect(text).toContain('Answers until 1 March 2027 No end is planned');
    expect(text).toMatch(
      /customerdb Until now The client key .* X-Client-Id\. Then An access token with the scope customer/,
    );
    expect(text).toContain('What breaks callers');
    expect(text).toContain('GET /customers the path is removed');
    expect(allByRole(byRole(page, 'main'), 'button')).toHaveLength(1);
  });

  it('says so where nothing else changes', async () => {
    await supersede(world.portal);
    const { text } = await carol.get(at('/migrate'));
    expect(text).toContain('Calls that work now will work there as they are.');
    expect(text).not.toContain('What breaks callers');
  });

  it('does not say so where fewer calls may be made, but that', async () => {
    await supersede(world.portal);
    const bronze = { name: 'bronze', catalogProduct: { version: '2.0.0' } };
    await world.portal.database.prisma.catalogPlan.updateMany({ where: bronze, data: { rateLimit: 1 } });
    const { text } = await carol.get(at('/migrate'));
    expect(text).toContain('Limit 100 calls an hour 1 call a minute');
    expect(text).toContain(
      'Calls stay as they are, but there you may make fewer of them than now: any more are refused.',
    );
    expect(text).not.toContain('Calls that work now');
  });

  it('leads to the subscription where there is nowhere to go, and is not there for anybody else', async () => {
    expect(await carol.get(at('/migrate'))).toMatchObject({ status: 303, location: `/subscriptions/${id}` });
    await supersede(world.portal);
    expect((await (await world.signedIn('dave')).get(at('/migrate'))).status).toBe(404);
  });
});

describe('migrating', () => {
  it('moves the subscription, says so, and offers the way back with its date', async () => {
    await supersede(world.portal);
    const { status, location } = await carol.post(at('/migrate'));
    expect({ status, location }).toEqual({ status: 303, location: `/subscriptions/${id}?done=migrated` });
    expect(await planNow()).toBe('bronze');
    const page = await carol.get(at('?done=migrated'));
    expect(page.text).toContain('The subscription was migrated');
    expect(page.text).toContain('You can go back to Customer 1.0.0');
    expect(page.text).toContain(
      'My application came from the plan Default Plan. That can be undone until 31 Jan 2027',
    );
    expect(postButtonsOf(page)).toContain('Go back');
  });

  it('can be undone, once', async () => {
    await supersede(world.portal);
    await carol.post(at('/migrate'));
    const { status, location } = await carol.post(at('/undo-migration'));
    expect({ status, location }).toEqual({ status: 303, location: `/subscriptions/${id}?done=undone` });
    expect(await planNow()).toBe('default-plan');
    expect((await carol.get(at('?done=undone'))).text).toContain(
      'The subscription is back where it was before.',
    );
    const again = await carol.post(at('/undo-migration'));
    expect(again.status).toBe(409);
    expect(again.text).toContain('UNDO_CONFLICT');
  });

  it('is not offered where the application is subscribed there already, and refused with why', async () => {
    await supersede(world.portal);
    const client = await world.portal.signIn('carol');
    await subscribed(client, { application: 'My application', product: 'customer:2.0.0', plan: 'bronze' });
    expect((await carol.get(at(''))).text).not.toContain('See what changes and migrate');
    expect((await carol.get(at('/migrate'))).location).toBe(`/subscriptions/${id}`);
    const { status, text } = await carol.post(at('/migrate'));
    expect(status).toBe(409);
    expect(text).toContain('The application is subscribed to customer:2.0.0 already');
    expect(await planNow()).toBe('default-plan');
  });

  it('without a target is refused', async () => {
    const { status, text } = await carol.post(at('/migrate'));
    expect(status).toBe(409);
    expect(text).toContain('MIGRATION_TARGET_MISSING');
  });

  it("moves none of another's", async () => {
    await supersede(world.portal);
    const dave = await world.signedIn('dave');
    expect((await dave.post(at('/migrate'))).status).toBe(404);
    expect((await dave.post(at('/undo-migration'))).status).toBe(404);
    expect(await planNow()).toBe('default-plan');
  });
});
