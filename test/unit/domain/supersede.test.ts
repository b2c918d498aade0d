import { describe, expect, it } from 'vitest';
import type { KeyKind } from '../../../src/domain/api/security/security-type.ts';
import type { SecurityDefinition } from '../../../src/domain/api/security/types.ts';
import { defaultSecurity, type Security } from '../../../src/domain/api/security.ts';
import { defaultPlan, type PlanTerms, planTerms } from '../../../src/domain/plan/plan.ts';
import type { PlanLimitDraft } from '../../../src/domain/plan/plan-limit.ts';
import { readPlanLimit } from '../../../src/domain/plan/plan-limit-words.ts';
import { warningsOf } from '../../../src/domain/product/change-impact.ts';
import type { ProductInCatalog, SuccessionInput } from '../../../src/domain/product/succession.ts';
import { planSuccession, successionMoves } from '../../../src/domain/product/supersede.ts';
import { phrase, said } from '../../../src/foundation/text/change-phrase.ts';
import type { VersionedName } from '../../../src/foundation/text/version.ts';

const byToken: Security = {
  securityDefinitions: [
    { name: 'oauth-1', type: 'OAUTH2', flow: 'RESOURCE_OWNER_PASSWORD', oauthProvider: 'customer-oauth' },
  ],
  security: [{ definition: 'oauth-1', scopes: ['customer'] }],
};
const hourly = (name: string, rateLimit: number | null): PlanTerms => ({ ...defaultPlan, name, rateLimit });
const old: ProductInCatalog = {
  name: 'customer',
  version: '1.0.0',
  state: 'PUBLISHED',
  visibility: 'PUBLIC',
  subscribability: 'AUTHENTICATED',
  plans: [hourly('default-plan', 100), hourly('unused', 50)],
  apis: [{ name: 'customerdb', version: '1.0.0', ...defaultSecurity }],
};
const successor: ProductInCatalog = {
  ...old,
  version: '2.0.0',
  state: 'STAGED',
  plans: [hourly('gold', 500), { ...hourly('bronze', 2), rateLimitUnit: 'MINUTE' }, hourly('tiny', 1)],
  apis: [{ name: 'customerdb', version: '2.0.0', ...defaultSecurity }],
};
const world: SuccessionInput = {
  old,
  new: successor,
  subscribed: [
    { plan: 'default-plan', count: 3, first: ['consumers/beta', 'consumers/zeta', 'others/alpha'] },
  ],
  plans: [{ source: 'default-plan', target: 'bronze' }],
  apiChanges: [],
};
const TOUCHED = 'It touches 3 applications: consumers/beta, consumers/zeta and others/alpha.';
const refused = (changes: Partial<SuccessionInput>) => {
  try {
    planSuccession('SUPERSEDE', { ...world, ...changes });
  } catch (error) {
    const { code, message, inputPath } = error as { code: string; message: string; inputPath: unknown };
    return { code, message, path: inputPath };
  }
  return undefined;
};
const wider = { plans: [{ source: 'default-plan', target: 'gold' }] };
const warnings = (changes: Partial<SuccessionInput>) =>
  planSuccession('SUPERSEDE', { ...world, ...wider, ...changes }).warnings.map(
    ({ facts: _, calls: __, ...said }) => said,
  );

describe('superseding a published product by a staged one', () => {
  it('deprecates the old one and publishes the new one', () => {
    expect(planSuccession('SUPERSEDE', world).transitions).toEqual([
      { product: 'customer:1.0.0', from: 'PUBLISHED', to: 'DEPRECATED' },
      { product: 'customer:2.0.0', from: 'STAGED', to: 'PUBLISHED' },
    ]);
  });

  it('offers each subscription its target plan, by consumer org and application, and moves none', () => {
    const offered = {
      kind: 'OFFERED',
      fromProduct: 'customer:1.0.0',
      fromPlan: 'default-plan',
      toProduct: 'customer:2.0.0',
      toPlan: 'bronze',
    };
    const subscribers = [
      ['others', 'alpha'],
      ['consumers', 'zeta'],
      ['consumers', 'beta'],
    ].map(([consumerOrg = '', application = '']) => ({
      consumerOrg,
      application,
      plan: 'default-plan',
      alreadyOnTarget: false,
    }));
    expect(successionMoves('SUPERSEDE', world, subscribers)).toEqual([
      { consumerOrg: 'consumers', application: 'beta', ...offered },
      { consumerOrg: 'consumers', application: 'zeta', ...offered },
      { consumerOrg: 'others', application: 'alpha', ...offered },
    ]);
  });

  it('takes a product of another name', () => {
    const plan = planSuccession('SUPERSEDE', {
      ...world,
      new: { ...successor, name: 'client', version: '1.0.0' },
    });
    expect(plan.transitions.map(({ product }) => product)).toEqual(['customer:1.0.0', 'client:1.0.0']);
  });

  it('needs no mapping where there are no subscriptions', () => {
    expect(refused({ subscribed: [], plans: [] })).toBeUndefined();
  });

  it('is refused while a plan with subscriptions has no target, naming the plans and how many', () => {
    const subscribed = [...world.subscribed, { plan: 'unused', count: 1, first: ['others/beta'] }];
    expect(refused({ subscribed, plans: [] })).toEqual({
      code: 'PLAN_UNMAPPED',
      message:
        'Each plan of customer:1.0.0 with subscriptions needs a target plan; without one: default-plan (3), unused (1).',
      path: ['input', 'plans'],
    });
  });

  it('is refused where a plan is unknown, or has two targets, naming the place', () => {
    const [mapping] = world.plans;
    const first = mapping ?? { source: '', target: '' };
    const faults = [
      [
        [first, { source: 'platinum', target: 'gold' }],
        ['input', 'plans', 1, 'source'],
        /customer:1.0.0 has no plan platinum; it has default-plan, unused/,
      ],
      [
        [{ ...first, target: 'platinum' }],
        ['input', 'plans', 0, 'target'],
        /customer:2.0.0 has no plan platinum; it has gold, bronze, tiny/,
      ],
      [
        [first, { ...first, target: 'gold' }],
        ['input', 'plans', 1, 'source'],
        /default-plan is given two targets/,
      ],
    ] as const;
    for (const [plans, path, message] of faults)
      expect(refused({ plans })).toEqual({
        code: 'BAD_USER_INPUT',
        path,
        message: expect.stringMatching(message),
      });
  });

  it('is refused for a product and itself', () => {
    expect(refused({ new: old })).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'new'] });
  });

  it('is refused where the old one is not published, or the new one not staged', () => {
    expect(refused({ old: { ...old, state: 'DEPRECATED' } })).toMatchObject({
      code: 'TRANSITION_REFUSED',
      path: ['input'],
    });
    for (const state of ['PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const)
      expect(refused({ new: { ...successor, state } })).toMatchObject({
        code: 'TRANSITION_REFUSED',
        path: ['input', 'new'],
      });
  });
});

describe('the warnings', () => {
  it('are none where nothing gets worse', () => {
    expect(warnings({ plans: [{ source: 'default-plan', target: 'gold' }] })).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  it('tell of an API that asks for other security than before', () => {
    expect(
      warnings({ new: { ...successor, apis: [{ name: 'customerdb', version: '2.0.0', ...byToken }] } }),
    ).toEqual([
      {
        code: 'SECURITY_CHANGED',
        message: `customerdb:1.0.0 asks for a client key in the header X-Client-Id; customerdb:2.0.0 asks for an access token of customer-oauth (resource owner password) with customer. ${TOUCHED}`,
        subject: 'customerdb:2.0.0',
      },
    ]);
  });

  it.each<[KeyKind, string]>([
    [
      'CLIENT_ID_AND_SECRET',
      'a client key in the header X-Client-Id, and its secret in the header X-Client-Secret',
    ],
    ['KEY', 'an API key in the header X-Client-Id'],
  ])('tell of an API whose definition changes its kind, to %s and back', (kind, inWords) => {
    const [definition] = defaultSecurity.securityDefinitions;
    const securityDefinitions = [{ ...definition, kind }] as SecurityDefinition[];
    const other = { ...defaultSecurity, securityDefinitions };
    const api = { name: 'customerdb', version: '2.0.0' };
    const clientKey = 'a client key in the header X-Client-Id';
    const changed = (message: string) => [
      { code: 'SECURITY_CHANGED', message: `${message}. ${TOUCHED}`, subject: 'customerdb:2.0.0' },
    ];
    expect(warnings({ new: { ...successor, apis: [{ ...api, ...other }] } })).toEqual(
      changed(`customerdb:1.0.0 asks for ${clientKey}; customerdb:2.0.0 asks for ${inWords}`),
    );
    const before = { ...old, apis: [{ name: 'customerdb', version: '1.0.0', ...other }] };
    expect(warnings({ old: before, new: { ...successor, apis: [{ ...api, ...defaultSecurity }] } })).toEqual(
      changed(`customerdb:1.0.0 asks for ${inWords}; customerdb:2.0.0 asks for ${clientKey}`),
    );
  });

  it('do not mind another name of a definition, nor an API that is new', () => {
    const renamed: Security = {
      securityDefinitions: defaultSecurity.securityDefinitions.map((each) => ({ ...each, name: 'key-1' })),
      security: [{ definition: 'key-1', scopes: [] }],
    };
    const apis = [
      { name: 'customerdb', version: '2.0.0', ...renamed },
      { name: 'orders', version: '1.0.0', ...byToken },
    ];
    expect(warnings({ new: { ...successor, apis } })).toEqual([]);
  });

  it('tell in numbers of a plan that allows fewer calls', () => {
    expect(warnings({ plans: [{ source: 'default-plan', target: 'tiny' }] })).toEqual([
      {
        code: 'TIGHTER_RATE_LIMIT',
        message: `default-plan of customer:1.0.0 allows 100 calls per hour; tiny of customer:2.0.0 allows 1 call per hour. ${TOUCHED} Each loses 99 calls per hour, and has 1 left.`,
        subject: 'default-plan',
      },
    ]);
  });

  it('tell of a plan that admits fewer calls at the same time, and of none that admits as many or more', () => {
    const toGold = (maxConcurrentCalls: number, drafts: PlanLimitDraft[] = []) =>
      warnings({
        new: {
          ...successor,
          plans: [
            {
              ...hourly('gold', 500),
              maxConcurrentCalls,
              limits: planTerms({ title: 'any', maxConcurrentCalls, limits: drafts }, []).limits,
            },
          ],
        },
        plans: [{ source: 'default-plan', target: 'gold' }],
      });
    expect(toGold(7)).toEqual([
      {
        code: 'TIGHTER_CONCURRENCY',
        message: `default-plan of customer:1.0.0 allows 100 calls at the same time; gold of customer:2.0.0 allows 7 calls at the same time. ${TOUCHED}`,
        subject: 'default-plan',
      },
    ]);
    expect([...toGold(100), ...toGold(101)]).toEqual([]);
    const reports = { counts: 'CONCURRENT', limit: 50, operations: ['POST /reports'] } as const;
    expect(toGold(100, [reports])).toEqual([
      {
        code: 'TIGHTER_CONCURRENCY',
        message: `default-plan of customer:1.0.0 allows 100 calls at the same time; gold of customer:2.0.0 allows 100 calls at the same time and 50 calls at the same time of POST /reports. ${TOUCHED}`,
        subject: 'default-plan',
      },
    ]);
    expect(toGold(200, [{ ...reports, limit: 100 }])).toEqual([]);
  });

  it('tell of a plan that admits fewer calls at once, however many it admits in an hour', () => {
    const bronze: PlanTerms = { ...hourly('bronze', 2), rateLimitUnit: 'MINUTE' };
    expect(
      warnings({
        new: { ...successor, plans: [bronze] },
        plans: [{ source: 'default-plan', target: 'bronze' }],
      }),
    ).toEqual([
      {
        code: 'TIGHTER_RATE_LIMIT',
        message: `default-plan of customer:1.0.0 allows 100 calls per hour; bronze of customer:2.0.0 allows 2 calls per minute (120 per hour). ${TOUCHED} Each may make 2 calls at once instead of 100.`,
        subject: 'default-plan',
      },
    ]);
  });

  it('tell of a plan that allows GraphQL callers less, each of its limits in numbers', () => {
    const source = { ...hourly('default-plan', 100), maxGraphQLDepth: 10, graphQLCostLimit: 100 };
    const target: PlanTerms = {
      ...hourly('gold', 100),
      maxGraphQLCost: 50,
      maxGraphQLDepth: 5,
      graphQLCostLimit: 1,
      graphQLCostLimitUnit: 'MINUTE',
      registeredOperationsOnly: true,
    };
    const change = { plans: [{ source: 'default-plan', target: 'gold' }] };
    const [before, after] = [
      { ...old, plans: [source] },
      { ...successor, plans: [target] },
    ];
    expect(warnings({ old: before, new: after, ...change })).toEqual([
      {
        code: 'TIGHTER_GRAPHQL_LIMIT',
        message: `gold of customer:2.0.0 allows GraphQL callers less than default-plan of customer:1.0.0: a cost per document of 50 instead of any, a depth of 5 instead of 10, a cost together of 1 per minute instead of 100 per hour and only registered operations instead of any. ${TOUCHED}`,
        subject: 'default-plan',
      },
    ]);
  });

  it('tell which limits of a plan are tighter, of several windows and of single operations', () => {
    const limit = (words: string) =>
      planTerms({ title: 'any', limits: [readPlanLimit(words) as PlanLimitDraft] }, []).limits;
    const change = (before: string[], after: string[]) =>
      warnings({
        old: { ...old, plans: [{ ...hourly('gold', 100), limits: before.flatMap(limit) }] },
        new: { ...successor, plans: [{ ...hourly('gold', 100), limits: after.flatMap(limit) }] },
        plans: [{ source: 'gold', target: 'gold' }],
        subscribed: [],
      }).map(({ message }) => message);
    expect(change(['10 calls per second'], ['20 calls per second'])).toEqual([]);
    expect(change(['10 calls per second'], [])).toEqual([]);
    expect(change([], ['200 calls per minute'])).toEqual([]);
    expect(change([], ['10 calls per second'])).toEqual([
      'gold of customer:1.0.0 allows 100 calls per hour; gold of customer:2.0.0 allows 100 calls per hour and 10 calls per second. Nobody is subscribed.',
    ]);
    expect(change([], ['5 calls per hour of GET /reports'])).toEqual([
      'gold of customer:1.0.0 allows 100 calls per hour; gold of customer:2.0.0 allows 100 calls per hour and 5 calls per hour of GET /reports. Nobody is subscribed.',
    ]);
    expect(change(['5 calls per hour of GET /reports'], ['5 calls per hour of GET /reports'])).toEqual([]);
  });

  it.each<[string, Partial<PlanTerms>, Partial<PlanTerms>]>([
    ['no limit at all', { maxGraphQLCost: 5, maxGraphQLDepth: 5, graphQLCostLimit: 5 }, {}],
    [
      'as much in another unit',
      { graphQLCostLimit: 1, graphQLCostLimitUnit: 'MINUTE' },
      { graphQLCostLimit: 60 },
    ],
    ['also what is not registered', { registeredOperationsOnly: true }, {}],
    ['just the same', { maxGraphQLCost: 5, maxGraphQLDepth: 5 }, { maxGraphQLCost: 5, maxGraphQLDepth: 5 }],
  ])('are none of a plan that allows GraphQL callers %s', (_, before, after) =>
    expect(
      warnings({
        old: { ...old, plans: [{ ...hourly('default-plan', 100), ...before }] },
        new: { ...successor, plans: [{ ...hourly('gold', 100), ...after }] },
        plans: [{ source: 'default-plan', target: 'gold' }],
      }),
    ).toEqual([]),
  );

  it('compare limits of different units, and unlimited with limited', () => {
    const unlimited = { ...old, plans: [hourly('default-plan', null)] };
    const toBronze = { plans: [{ source: 'default-plan', target: 'bronze' }] };
    expect(warnings({ old: unlimited, ...toBronze })).toMatchObject([
      {
        message: expect.stringMatching(
          /unlimited calls; bronze .* 2 calls per minute \(120 per hour\)\. .* Each had no limit, and has 120 calls per hour left\.$/,
        ),
      },
    ]);
    expect(warnings({ new: { ...successor, plans: [hourly('bronze', null)] }, ...toBronze })).toEqual([]);
  });

  it('name the applications of the plan that gets tighter, and no others', () => {
    const subscribed = [...world.subscribed, { plan: 'unused', count: 1, first: ['others/omega'] }];
    const plans = [
      { source: 'default-plan', target: 'gold' },
      { source: 'unused', target: 'tiny' },
    ];
    expect(warnings({ subscribed, plans })).toMatchObject([
      {
        subject: 'unused',
        message: expect.stringMatching(
          /It touches 1 application: others\/omega\. Each loses 49 calls per hour/,
        ),
      },
    ]);
  });

  it('count the applications where there are many, and say so where there is none', () => {
    const first = Array.from({ length: 5 }, (_, index) => `consumers/a-${index}`);
    const many = [{ plan: 'default-plan', count: 100_000, first }];
    const plans = [{ source: 'default-plan', target: 'tiny' }];
    expect(warnings({ plans, subscribed: many })[0]?.message).toMatch(
      /It touches 100000 applications: consumers\/a-0, consumers\/a-1, .* and 99995 more\./,
    );
    expect(warnings({ plans, subscribed: [] })[0]?.message).toMatch(/Nobody is subscribed\.$/);
  });

  it('tell what breaks in the calls of an API, and whom it touches', () => {
    const [before, after] = ['1.0.0', '2.0.0'].map((version) => ({ name: 'customerdb', version })) as [
      VersionedName,
      VersionedName,
    ];
    const breaks = [
      {
        operation: 'GET /customers',
        ...said(phrase('REMOVED', phrase('MEMBER', '[].email', phrase('RESPONSE', '200')))),
      },
      { operation: 'POST /customers', ...said(phrase('METHOD_REMOVED')) },
    ];
    expect(warnings({ apiChanges: [{ before, after, breaks }] })).toEqual([
      {
        code: 'BREAKING_API_CHANGE',
        message: `customerdb:2.0.0 breaks callers of customerdb:1.0.0. 2 breaks: GET /customers ([].email in the response 200 is removed), POST /customers (the method is removed). ${TOUCHED}`,
        subject: 'customerdb:1.0.0 → 2.0.0',
        breaks,
      },
    ]);
    expect(warnings({ apiChanges: [{ before, after: null, breaks }] })).toEqual([
      {
        code: 'BREAKING_API_CHANGE',
        message: `customerdb:1.0.0 is not there any more. ${TOUCHED}`,
        subject: 'customerdb:1.0.0',
        breaks,
      },
    ]);
    expect(warnings({ apiChanges: [{ before, after, breaks: [] }] })).toEqual([]);
  });

  it('tell apart what is published and what was edited where a product is published again', () => {
    const edited = { ...old, plans: [hourly('default-plan', 10)], visibility: 'CUSTOM' } as const;
    const again = { new: edited, plans: [{ source: 'default-plan', target: 'default-plan' }] };
    expect(warningsOf({ ...world, ...again }).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^default-plan of customer:1\.0\.0 as published allows 100 .* of customer:1\.0\.0 as edited allows 10 /,
      ),
      expect.stringMatching(/^Fewer may see customer:1\.0\.0 as edited than customer:1\.0\.0 as published/),
    ]);
  });

  it('tell of a product that fewer may see, or subscribe to', () => {
    const narrower = { ...successor, visibility: 'CUSTOM', subscribability: 'DISABLED' } as const;
    expect(warnings({ new: narrower })).toEqual([
      {
        code: 'LESS_VISIBLE',
        message: `Fewer may see customer:2.0.0 than customer:1.0.0: CUSTOM instead of PUBLIC. ${TOUCHED}`,
        subject: 'customer:2.0.0',
      },
      {
        code: 'LESS_VISIBLE',
        message: `Fewer may subscribe to customer:2.0.0 than customer:1.0.0: DISABLED instead of AUTHENTICATED. ${TOUCHED}`,
        subject: 'customer:2.0.0',
      },
    ]);
    expect(warnings({ old: { ...old, visibility: 'CUSTOM' } })).toEqual([]);
  });
});
