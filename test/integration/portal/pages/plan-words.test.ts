import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed } from '../../../support/subscribed.ts';

const words = {
  summary: 'For shops with <b>many</b> customers.',
  tags: ['recommended'],
  links: [
    { title: 'Terms of Gold', url: 'https://example.com/gold-terms' },
    { title: 'Ask the team', url: 'mailto:gold@example.com' },
  ],
};

let world: PagesWorld;
let carol: Browser;
let onGold: string;
let onSilver: string;
beforeAll(async () => {
  world = await openPages();
  await world.portal.product({
    plans: [
      { name: 'gold', title: 'Gold', ...words },
      { name: 'silver', title: 'Silver' },
    ],
  });
  carol = await world.signedIn('carol');
  const client = await world.portal.signIn('carol');
  onGold = await subscribed(client, { application: 'My shop', plan: 'gold' });
  onSilver = await subscribed(client, { application: 'My other shop', plan: 'silver' });
});
afterAll(() => world.close());

const PRODUCT = '/products/customer:1.0.0';
const TERMS = ['https://example.com/gold-terms'];
const CONTACT = ['mailto:gold@example.com'];

describe('the words of a plan', () => {
  it('stand on the page of its product, also on the page for programs', async () => {
    const page = await world.browser().get(PRODUCT);
    expect(page.text).toContain('Gold recommended For shops with <b>many</b> customers.');
    expect(hrefsOf(page, 'Terms of Gold')).toEqual(TERMS);
    expect(hrefsOf(page, 'Ask the team')).toEqual(CONTACT);
    const { html } = await world.browser().get(`${PRODUCT}.md`);
    expect(html).toContain('[Terms of Gold](https://example.com/gold-terms)');
  });

  it('stand where the plan is chosen, for a new subscription and in place of another plan', async () => {
    for (const path of [`${PRODUCT}/subscribe`, `/subscriptions/${onSilver}/plan`]) {
      const page = await carol.get(path);
      expect(page.text, path).toContain('Gold For shops with <b>many</b> customers.');
      expect(hrefsOf(page, 'Terms of Gold'), path).toEqual(TERMS);
      expect(hrefsOf(page, 'Ask the team'), path).toEqual(CONTACT);
    }
  });

  it('stand on the subscription to it, and a plan without any says nothing of them', async () => {
    const page = await carol.get(`/subscriptions/${onGold}`);
    expect(page.text).toContain('Terms and contact Terms of Gold · Ask the team');
    expect(hrefsOf(page, 'Terms of Gold')).toEqual(TERMS);
    expect((await carol.get(`/subscriptions/${onSilver}`)).text).not.toContain('Terms and contact');
  });

  it('are read through the API of the portal', async () => {
    const client = await world.portal.signIn('carol');
    expect(
      await client.run(
        '{ product(product: "customer:1.0.0") { plans { name summary tags links { title url } } } }',
      ),
    ).toEqual({
      product: {
        plans: [
          { name: 'gold', ...words },
          { name: 'silver', summary: null, tags: [], links: [] },
        ],
      },
    });
  });
});
