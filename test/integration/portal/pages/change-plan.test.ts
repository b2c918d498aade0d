import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Price, priceId, priceOf } from '../../../../src/domain/plan/price.ts';
import { byRole, fieldsOf, hiddenOf, hrefsOf, postButtonsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed } from '../../../support/subscribed.ts';

const price: Price = priceOf({ currency: 'EUR', amount: '29' }, []) ?? expect.fail('It costs nothing.');

let world: PagesWorld;
let carol: Browser;
let id: string;
beforeEach(async () => {
  world = await openPages();
  carol = await world.signedIn('carol');
  await world.portal.product({
    plans: [
      { name: 'silver', title: 'Silver', rateLimit: 10 },
      { name: 'bronze', title: 'Bronze', rateLimit: 5 },
      { name: 'gold', title: 'Gold', rateLimit: 100, price, approvalRequired: true },
    ],
  });
  const client = await world.portal.signIn('carol');
  id = await subscribed(client, { application: 'My application', plan: 'silver' });
});
afterEach(() => world.close());

const at = (rest: string) => `/subscriptions/${id}${rest}`;
/** Follows the redirect of a form. */
async function followed(path: string, fields: Record<string, string> = {}) {
  const { status, location } = await carol.post(path, fields);
  expect(status).toBe(303);
  return carol.get(location ?? expect.fail('It led nowhere.'));
}

describe('the page that changes the plan', () => {
  it('is three clicks away: the link, the plan with its terms, the button', async () => {
    const page = await carol.get(at(''));
    expect(hrefsOf(page, 'Change the plan')).toEqual([
      expect.stringMatching(/\/subscriptions\/[^/]*\/plan$/),
    ]);
    expect(page.text, 'beside the limits').toMatch(/Plan Silver [^.]*an hour Change the plan/);
    const plans = await carol.get(at('/plan'));
    expect(plans.text).toContain('My application is on the plan Silver.');
    expect(plans.text).toContain('Bronze Free of charge. 5 calls an hour. Fewer calls than now');
    expect(plans.text).toContain('Gold €29.00 a month. 100 calls an hour');
    expect(fieldsOf(plans, 'Silver')).toEqual([]);
    const changed = await followed(at('/plan'), { plan: 'bronze' });
    expect(changed.text).toContain('The plan is changed.');
    expect(changed.text).toContain('Bronze 5 calls an hour');
  });

  it('is where the other plans of the product lead, each with itself chosen', async () => {
    const product = await carol.get('/products/customer:1.0.0');
    expect(hrefsOf(product, 'Change to this plan : Bronze')).toEqual([
      `/portal/acme/sandbox${at('/plan?plan=bronze')}`,
    ]);
    expect(hrefsOf(product, 'Change to this plan : Silver'), 'the present one').toEqual([]);
    const plans = await carol.get(at('/plan?plan=gold'));
    expect(byRole(plans, 'radio', 'Gold').attributes).toHaveProperty('checked');
    const stranger = await world.signedIn('dave');
    expect((await stranger.get('/products/customer:1.0.0')).text).not.toContain('Change to this plan');
  });

  it('accepts the price that it shows, and tells of what waits until that is taken back', async () => {
    const plans = await carol.get(at('/plan'));
    expect(hiddenOf(plans, 'price-of-gold')).toEqual([priceId(price)]);
    const asked = await followed(at('/plan'), { plan: 'gold', 'price-of-gold': priceId(price) });
    expect(asked.text).toContain('The plan Gold is requested');
    expect(asked.text).toContain('The provider has to approve it. Until then Silver applies.');
    expect(postButtonsOf(asked)).toContain('Withdraw the request');
    const kept = await followed(at('/cancel-plan-request'));
    expect(kept.text).toContain('The request for another plan is gone.');
    expect(kept.text).not.toContain('is requested');
  });

  it('shows why a plan was rejected', async () => {
    await carol.post(at('/plan'), { plan: 'gold', 'price-of-gold': priceId(price) });
    const rejectedAt = new Date('2026-01-01');
    const rejectionReason = 'Gold is for partners.';
    await world.portal.database.prisma.planRequest.updateMany({ data: { rejectedAt, rejectionReason } });
    const { text } = await carol.get(at(''));
    expect(text).toContain('The plan Gold was rejected');
    expect(text).toContain('Silver still applies. The reason: Gold is for partners.');
    expect((await carol.get('/notices')).text).toContain(
      'which goes on under its present plan. The reason: Gold is for partners.',
    );
  });

  it('keeps the choice where it is refused, and says why', async () => {
    const { status, text } = await carol.post(at('/plan'), { plan: 'gold', 'price-of-gold': 'another' });
    expect(status).toBe(409);
    expect(text).toContain('The plan gold costs 29.00 EUR a month');
  });

  it('is not there for anybody else, and says so where there is no other plan', async () => {
    expect((await (await world.signedIn('dave')).get(at('/plan'))).status).toBe(404);
    await world.portal.database.prisma.catalogProduct.updateMany({ data: { state: 'DEPRECATED' } });
    expect(hrefsOf(await carol.get(at('')), 'Change the plan')).toEqual([]);
    const { text } = await carol.get(at('/plan'));
    expect(text).toContain('There is no other plan that this subscription can change to.');
  });
});
