import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SubscriptionFormDraft,
  subscriptionFormFrom,
} from '../../../src/domain/consumer/subscription-form.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
let productId: string;
const terms = { name: 'terms', title: 'Terms', version: '1', markdown: 'Be kind.' };
const FORM: SubscriptionFormDraft = {
  fields: [
    { name: 'use-case', label: 'Use case', required: true },
    { name: 'budget', label: 'Budget', plans: ['gold', 'hidden'], required: true },
  ],
  terms: [terms],
};

beforeEach(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
  const plans = [
    { name: 'silver', title: 'Silver' },
    { name: 'gold', title: 'Gold' },
    { name: 'asked-for', title: 'Asked for', approvalRequired: true },
  ];
  ({ id: productId } = await portal.product({ plans }));
  await ask(FORM);
  await carol.run('mutation { createApplication(title: "App") { application { name } } }');
});
afterEach(async () => {
  expect(portal.faults).toEqual([]);
  await portal.close();
});

const ask = (draft: SubscriptionFormDraft) =>
  portal.database.prisma.catalogProduct.update({
    where: { id: productId },
    data: { subscriptionForm: toStore(subscriptionFormFrom(draft, [])) },
  });

const PLANS = `{ product(product: "customer:1.0.0") { plans { name subscribable
  subscriptionForm { fields { name label kind help required choices } terms { id title version markdown url } } } } }`;
const SUBSCRIPTION = `{ id state plan { name }
  formAnswers { answers { field label value } terms { version acceptedBy acceptedAt } }
  planRequest { plan { name } formAnswers { answers { field value } } } }`;
const SUBSCRIBE = `mutation ($plan: String!, $answers: [FormAnswerInput!], $acceptTerms: [ID!]) {
  subscribe(application: "app", product: "customer:1.0.0", plan: $plan, answers: $answers, acceptTerms: $acceptTerms)
    ${SUBSCRIPTION} }`;
const CHANGE = `mutation ($id: ID!, $plan: String!, $answers: [FormAnswerInput!], $acceptTerms: [ID!]) {
  changePlan(id: $id, plan: $plan, answers: $answers, acceptTerms: $acceptTerms) ${SUBSCRIPTION} }`;

type Plan = { name: string; subscriptionForm: { fields: { name: string }[]; terms: { id: string }[] } };
const plans = async (client: PortalClient = portal) =>
  (await client.run<{ product: { plans: Plan[] } }>(PLANS)).product.plans;
const termsIds = async (plan: string) =>
  (await plans()).find(({ name }) => name === plan)?.subscriptionForm.terms.map(({ id }) => id) ?? [];
const answers = [{ field: 'use-case', value: 'Maps' }];
const subscribed = async (plan = 'silver') => {
  const variables = { plan, answers, acceptTerms: await termsIds(plan) };
  return (await carol.run<{ subscribe: { id: string } }>(SUBSCRIBE, variables)).subscribe;
};

describe('the form of a plan', () => {
  it('is read without signing in, with what each plan asks', async () => {
    const read = await plans();
    expect(
      read.map(({ name, subscriptionForm }) => [name, subscriptionForm.fields.map((each) => each.name)]),
    ).toEqual([
      ['silver', ['use-case']],
      ['gold', ['use-case', 'budget']],
      ['asked-for', ['use-case']],
    ]);
    expect(read[0]?.subscriptionForm.terms).toEqual([
      { id: expect.any(String), title: 'Terms', version: '1', markdown: 'Be kind.', url: null },
    ]);
  });

  it('is answered by who subscribes; answers and terms are kept with the subscription', async () => {
    expect(await subscribed()).toMatchObject({
      formAnswers: {
        answers: [{ field: 'use-case', label: 'Use case', value: 'Maps' }],
        terms: [{ version: '1', acceptedBy: 'carol', acceptedAt: '2027-01-01T10:00:00.000Z' }],
      },
    });
    const { prisma } = portal.database;
    const { detail } = await prisma.auditEvent.findFirstOrThrow({ orderBy: { at: 'desc' } });
    expect(JSON.stringify(detail)).toContain('"acceptedBy":"carol"');
    // Answers may be personal, and what the audit holds can never be taken out of it.
    expect(JSON.stringify(detail)).not.toContain('Maps');
    const event = await prisma.event.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(JSON.stringify(event.detail)).not.toContain('Maps');
  });

  it.each([
    ['a field', [], true, 'ANSWER_MISSING', ['answers']],
    ['a blank field', [{ field: 'use-case', value: '  ' }], true, 'ANSWER_MISSING', ['answers']],
    ['terms', answers, false, 'TERMS_NOT_ACCEPTED', ['acceptTerms']],
  ] as const)(
    'refuses a subscription without %s, and leaves nothing',
    async (...[, given, accepts, code, path]) => {
      const acceptTerms = accepts ? await termsIds('silver') : [];
      const refused = await carol.refused(SUBSCRIBE, { plan: 'silver', answers: given, acceptTerms });
      expect(refused).toMatchObject({ status: 409, code, path });
      expect(await portal.database.prisma.subscription.count()).toBe(0);
    },
  );

  it('refuses terms that changed between the page and the answer', async () => {
    const acceptTerms = await termsIds('silver');
    await ask({ ...FORM, terms: [{ ...terms, markdown: 'Be kinder.' }] });
    expect(await carol.refused(SUBSCRIBE, { plan: 'silver', answers, acceptTerms })).toMatchObject({
      status: 409,
      code: 'TERMS_NOT_ACCEPTED',
      path: ['acceptTerms'],
    });
  });

  it('refuses an answer of a megabyte, and one to what the plan does not ask', async () => {
    const acceptTerms = await termsIds('silver');
    const long = [{ field: 'use-case', value: 'x'.repeat(900_000) }];
    for (const given of [long, [...answers, { field: 'budget', value: '1' }]])
      expect(await carol.refused(SUBSCRIBE, { plan: 'silver', answers: given, acceptTerms })).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
      });
  });

  it('asks on a change of plan only what was not answered yet', async () => {
    const { id } = await subscribed();
    expect(await carol.refused(CHANGE, { id, plan: 'gold' })).toMatchObject({
      status: 409,
      code: 'ANSWER_MISSING',
      message: 'The field budget (Budget) has to be filled in.',
    });
    const budget = [{ field: 'budget', value: '100' }];
    expect(await carol.run(CHANGE, { id, plan: 'gold', answers: budget })).toMatchObject({
      changePlan: {
        plan: { name: 'gold' },
        formAnswers: { answers: [{ value: 'Maps' }, { value: '100' }], terms: [{ version: '1' }] },
      },
    });
  });

  it('keeps the answers of a request with it, until the plan is approved', async () => {
    const { id } = await subscribed();
    const other = [{ field: 'use-case', value: 'More maps' }];
    expect(await carol.run(CHANGE, { id, plan: 'asked-for', answers: other })).toMatchObject({
      changePlan: {
        plan: { name: 'silver' },
        formAnswers: { answers: [{ value: 'Maps' }] },
        planRequest: { formAnswers: { answers: [{ field: 'use-case', value: 'More maps' }] } },
      },
    });
  });

  it('is answered by nobody else: another consumer org sees neither subscription nor answers', async () => {
    const { id } = await subscribed();
    const dave = await portal.signIn('dave');
    expect(await dave.run(`query ($id: ID!) { subscription(id: $id) ${SUBSCRIPTION} }`, { id })).toEqual({
      subscription: null,
    });
  });
});

describe('a plan that is for others', () => {
  it('says so to those who see it, and is of none of the plans that a subscription can change to', async () => {
    await portal.database.prisma.catalogPlan.updateMany({
      where: { name: 'gold' },
      data: { subscribableBy: ['group:gold'] },
    });
    const read = await carol.run<{ product: { plans: { name: string; subscribable: boolean }[] } }>(PLANS);
    expect(read.product.plans.map(({ name, subscribable }) => [name, subscribable])).toEqual([
      ['silver', true],
      ['gold', false],
      ['asked-for', true],
    ]);
    expect(await carol.refused(SUBSCRIBE, { plan: 'gold' })).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      path: ['plan'],
    });
  });
});
