import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FormTerms,
  subscriptionFormFrom,
  termsId,
} from '../../../../src/domain/consumer/subscription-form.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, fieldErrorsOf, fieldOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

const terms: FormTerms = {
  name: 'terms',
  title: 'Terms of use',
  version: '2',
  markdown: 'Be **kind** <script>alert(1)</script>',
  url: null,
  plans: [],
};
const linked: FormTerms = {
  ...terms,
  name: 'privacy',
  title: 'Privacy',
  markdown: null,
  url: 'https://acme.example/p',
  plans: ['gold'],
};

let world: PagesWorld;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  const { id } = await world.portal.product({
    title: 'Customer',
    plans: [
      { name: 'silver', title: 'Silver' },
      { name: 'gold', title: 'Gold' },
      { name: 'staff', title: 'Staff' },
    ],
  });
  const { prisma } = world.portal.database;
  const draft = {
    fields: [
      { name: 'use-case', label: '<b>Use</b> case', help: 'In a few words.', required: true },
      { name: 'size', label: 'Size', kind: 'CHOICE' as const, choices: ['small', 'large'], plans: ['gold'] },
      { name: 'agree', label: 'We are grown up', kind: 'CHECKBOX' as const },
    ],
    terms: [terms, linked],
  };
  const form = subscriptionFormFrom(draft, []);
  await prisma.catalogProduct.update({ where: { id }, data: { subscriptionForm: toStore(form) } });
  await prisma.catalogPlan.updateMany({
    where: { name: 'staff' },
    data: { subscribableBy: ['group:staff'] },
  });
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

const URL = '/products/customer:1.0.0/subscribe';
const titled = (title: string) => ({ plan: 'silver', application: '', title, redirectUris: '' });
const ACCEPT = `terms-${termsId(terms)}`;
const answered = { 'answer-use-case': 'Maps', 'answer-agree': 'true', [ACCEPT]: 'true' };
const count = () => world.portal.database.prisma.application.count();

describe('the page that subscribes', () => {
  it('asks what the plans ask: fields by their kind, and terms to read and accept', async () => {
    const page = await carol.get(URL);
    expect(byRole(page, 'textbox', '<b>Use</b> case').attributes).toHaveProperty('required');
    expect(page.html).toContain('&lt;b&gt;Use&lt;/b&gt; case');
    expect(page.html).not.toContain('<script>alert');
    expect(page.text).toContain('In a few words.');
    expect(byRole(page, 'combobox', 'Size').attributes).not.toHaveProperty('required');
    expect(page.text).toContain('Asked for: Gold.');
    expect(byRole(page, 'checkbox', 'We are grown up')).toBeDefined();
    expect(byRole(page, 'checkbox', 'I accept: Terms of use, version 2')).toBeDefined();
    expect(hrefsOf(page, 'Read: Privacy, version 2')).toEqual(['https://acme.example/p']);
  });

  it('offers no plan that is for others, and the page of the product says so', async () => {
    const page = await carol.get(URL);
    expect(allByRole(page, 'radio', 'Staff')).toEqual([]);
    const product = await carol.get('/products/customer:1.0.0');
    expect(product.text).toContain('The provider does not offer this plan to you.');
    expect(hrefsOf(product, /to Staff/)).toEqual([]);
  });

  it.each([
    ['an answer', { ...answered, 'answer-use-case': '' }, 'This is needed: <b>Use</b> case'],
    ['terms', { ...answered, [ACCEPT]: '' }, 'These terms have to be accepted: Terms of use.'],
  ])('makes no application where %s is missing, and keeps what was typed', async (_what, sent, message) => {
    const before = await count();
    const page = await carol.post(URL, { ...titled('Kept'), ...sent });
    expect(page.status).toBe(409);
    expect([...fieldErrorsOf(page), page.text].join(' ')).toContain(message);
    expect(fieldOf(page, 'Name of the application').value).toBe('Kept');
    expect(await count()).toBe(before);
  });

  it('shows the answers and the accepted terms on the page of the subscription', async () => {
    const page = await carol.post(URL, { ...titled('App'), ...answered });
    expect(page.status).toBe(200);
    const { id } = await world.portal.database.prisma.subscription.findFirstOrThrow();
    const shown = await carol.get(`/subscriptions/${id}`);
    expect(shown.text).toMatch(/<b>Use<\/b> case Maps We are grown up Yes/);
    expect(shown.text).toMatch(/Accepted terms Terms of use, 2 Accepted by carol on/);
    const change = await carol.get(`/subscriptions/${id}/plan`);
    expect(fieldOf(change, '<b>Use</b> case').value).toBe('Maps');
    expect(allByRole(change, 'checkbox', /Terms of use/)).toEqual([]);
    const changed = await carol.post(`/subscriptions/${id}/plan`, {
      plan: 'gold',
      'answer-use-case': 'Maps',
      'answer-size': 'large',
      [`terms-${termsId(linked)}`]: 'true',
    });
    expect(changed.status).toBe(303);
  });
});
