import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { document, fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
let full: Written;
let before: unknown;

beforeAll(async () => {
  world = await openManifest();
  await fill(world);
  full = await world.export();
});
afterAll(() => world.close());

// Whatever is refused, nothing of it stays.
beforeEach(async () => {
  before = [await world.states(), await world.export()];
});
afterEach(async () => {
  expect([await world.states(), await world.export()]).toEqual(before);
});

const copy = (): Written => structuredClone(full);
/** The manifest with something put at a place. */
function withValue(path: readonly (string | number)[], value: unknown): Written {
  const manifest = copy();
  let node: unknown = manifest;
  for (const member of path.slice(0, -1)) node = (node as Record<string | number, unknown>)[member];
  (node as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
  return manifest;
}

const WRONG = `gatehouse: "1"
colour: red
apis:
  - name: Customer DB
    version: 1.0.0
    openapi: { openapi: 3.0.3 }
products:
  - name: customer
    version: 1.0.0
    apis: [customerdb:9.9.9]
    plans:
      - name: gold
        rateLimit: 0
catalogs:
  - name: sandbox
    userRegistries: [nobody]
    products:
      - product: customer:1.0.0
        state: GONE
`;

describe('a manifest that is wrong in several places', () => {
  it('names them all, each with its place and its line', async () => {
    const { status, code, path, message, faults } = await world.applyRefused(WRONG);
    expect({ status, code, path }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'manifest', 'colour'],
    });
    expect(faults.map((fault) => [fault.path.slice(2).join('/'), fault.line, fault.code])).toEqual([
      ['colour', 2, 'BAD_USER_INPUT'],
      ['apis/0/name', 4, 'BAD_USER_INPUT'],
      ['apis/0/openapi', 6, 'OPENAPI_INVALID'],
      ['products/0/plans/0/rateLimit', 13, 'BAD_USER_INPUT'],
      ['catalogs/0/products/0/state', 19, 'BAD_USER_INPUT'],
      ['products/0/apis/0', 10, 'NOT_FOUND'],
      ['catalogs/0/userRegistries/0', 16, 'NOT_FOUND'],
    ]);
    for (const fault of faults)
      expect(message).toContain(`line ${fault.line}, column ${fault.column}: ${fault.message}`);
  });

  it('names their lines in JSON text too', async () => {
    const text = '{\n  "gatehouse": "1",\n  "apis": [\n    { "name": "a",\n      "verson": "1.0.0" }\n  ]\n}';
    const { faults } = await world.applyRefused(text);
    expect(faults.map(({ path, line, message }) => [path.slice(2).join('/'), line, message])).toEqual([
      ['apis/0/version', 4, 'version is missing.'],
      ['apis/0/verson', 5, expect.stringMatching(/^There is no such member here: only name, version, title/)],
    ]);
  });

  it('has no lines where it is an object', async () => {
    const { faults } = await world.applyRefused({ gatehouse: '2', apis: {} });
    expect(faults).toEqual([
      {
        path: ['input', 'manifest', 'gatehouse'],
        code: 'BAD_USER_INPUT',
        message: 'Write "gatehouse": "1", the version of this format.',
      },
      { path: ['input', 'manifest', 'apis'], code: 'BAD_USER_INPUT', message: 'Give a list here.' },
    ]);
  });

  it('names what is wrong with the credential policy of a catalog', async () => {
    const wrong = withValue(['catalogs', 0, 'credentialPolicy'], { maxDays: 10, noticeDays: 10 });
    expect((await world.applyRefused(wrong)).faults).toMatchObject([
      {
        path: ['input', 'manifest', 'catalogs', 0, 'credentialPolicy', 'noticeDays'],
        message: 'noticeDays is 10: give 1 to 9 days, which is less than maxDays.',
      },
    ]);
  });

  it('names what is wrong with the branding of a catalog', async () => {
    const branding = { accent: { light: '#777777', dark: '#8ab4ff' }, picture: '' };
    const wrong = withValue(['catalogs', 0, 'branding'], branding);
    const { faults } = await world.applyRefused(wrong);
    expect(faults.map(({ path, message }) => [path.slice(2).join('/'), message])).toEqual([
      [
        'catalogs/0/branding/picture',
        'There is no such member here: only name, accent, logo, featured, links.',
      ],
    ]);
    const { picture: _picture, ...pale } = branding;
    expect(await world.applyRefused(withValue(['catalogs', 0, 'branding'], pale))).toMatchObject({
      faults: [
        {
          path: ['input', 'manifest', 'catalogs', 0, 'branding', 'accent', 'light'],
          code: 'BAD_USER_INPUT',
          message: expect.stringMatching(/^The accent #777777 has a contrast of 4\.47:1 with #ffffff/),
        },
      ],
    });
  });

  it('tells no fault twice: what refers to a thing that is wrong is not wrong for that', async () => {
    const { faults } = await world.applyRefused(
      withValue(['oauthProviders', 0, 'scopes', 0, 'name'], 'two words'),
    );
    expect(faults.map(({ path }) => path.slice(2).join('/'))).toEqual(['oauthProviders/0/scopes/0/name']);
  });
});

describe('a text that is no YAML', () => {
  it('is refused with the line of each fault', async () => {
    const { code, path, faults } = await world.applyRefused('a: [1\nb: }');
    expect({ code, path }).toEqual({ code: 'BAD_USER_INPUT', path: ['input', 'manifest'] });
    expect(faults.map(({ line }) => line)).toEqual([2, 2]);
  });

  it.each([
    ['a list', '[]', 'Give an object here.'],
    ['nothing', '', 'Give an object here.'],
    ['an alias of itself', 'a: &a [*a]', /line 1, column 8: The alias \*a refers to what/],
    ['an alias of nothing', 'a: 1\nb: *a', /line 2, column 4: The alias \*a has no anchor/],
    ['a member twice', 'gatehouse: "1"\norg: {}\norg: {}', /line 3, column 1: Map keys must be unique/],
    [
      'more aliases than are followed',
      Array.from({ length: 20 }, (_, at) => `a${at}: &a${at} 1\nb${at}: [${`*a${at}, `.repeat(60)}]`).join(
        '\n',
      ),
      /line 34, column \d+: The alias \*a16 is one of more than 1,000 aliases: write it out/,
    ],
    ['many aliases', `a: &a [1]\nb: [${'*a, '.repeat(200)}]`, /line 2, column 405: .* too many aliases/],
  ])('is refused where it is %s', async (_what, text, message) => {
    const refused = await world.applyRefused(text);
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'manifest'] });
    expect(refused.message).toMatch(message);
  });
});

describe('a manifest is refused, with the place,', () => {
  const sandbox = ['catalogs', 0, 'products'] as const;
  it.each<[string, readonly (string | number)[], unknown, string, RegExp]>([
    ['for a title without letters', ['org', 'title'], ' ', 'BAD_USER_INPUT', /title is empty/],
    [
      'for an address that may not be called',
      ['userRegistries', 0, 'url'],
      'http://10.0.0.1/auth',
      'TARGET_NOT_ALLOWED',
      /./,
    ],
    [
      'for an address with a query',
      ['apis', 0, 'targetUrl'],
      'http://127.0.0.1/?a=b',
      'BAD_USER_INPUT',
      /no query/,
    ],
    [
      'for a registry that does not exist',
      ['oauthProviders', 0, 'userRegistry'],
      'nobody',
      'NOT_FOUND',
      /no user registry nobody/,
    ],
    [
      'for a lifetime that is too short',
      ['oauthProviders', 0, 'accessTokenSeconds'],
      1,
      'BAD_USER_INPUT',
      /60 to 86400/,
    ],
    [
      'for another kind of API',
      ['apis', 0, 'graphqlUrl'],
      'http://127.0.0.1:1/graphql',
      'BAD_USER_INPUT',
      /either openapi/,
    ],
    [
      'for a requirement without its definition',
      ['apis', 0, 'security'],
      [{ definition: 'oauth-9' }],
      'BAD_USER_INPUT',
      /oauth-9/,
    ],
    [
      'for a base path at an OAuth provider',
      ['apis', 0, 'basePath'],
      '/customer-oauth/v1',
      'NAME_TAKEN',
      /OAuth provider customer-oauth/,
    ],
    ['for a product without APIs', ['products', 0, 'apis'], [], 'BAD_USER_INPUT', /one API or more/],
    [
      'for two plans of one name',
      ['products', 0, 'plans'],
      [{ name: 'a' }, { name: 'a' }],
      'BAD_USER_INPUT',
      /two plans a/,
    ],
    [
      'for a product that is described twice',
      ['products', 1, 'version'],
      '1.0.0',
      'BAD_USER_INPUT',
      /described twice/,
    ],
    [
      'for a product that does not exist',
      [...sandbox, 0, 'product'],
      'nothing:1.0.0',
      'NOT_FOUND',
      /no product nothing/,
    ],
    [
      'for a position that cannot be reached',
      [...sandbox, 0, 'state'],
      'STAGED',
      'TRANSITION_REFUSED',
      /is PUBLISHED in the catalog sandbox and cannot become STAGED/,
    ],
    [
      'for a sunset of what is published',
      [...sandbox, 0, 'sunsetAt'],
      '2030-01-01T00:00:00Z',
      'BAD_USER_INPUT',
      /leave sunsetAt out/,
    ],
    [
      'for idle days without a sunset',
      [...sandbox, 0, 'sunsetIfIdleDays'],
      30,
      'BAD_USER_INPUT',
      /needs sunsetAt/,
    ],
    [
      'for an API online that it lacks',
      [...sandbox, 0, 'online'],
      { 'other:1.0.0': true },
      'BAD_USER_INPUT',
      /has no API other/,
    ],
    [
      'for a migration target that is not there',
      [...sandbox, 0, 'migrationTarget'],
      { product: 'customer:2.0.0', plans: [] },
      'NOT_FOUND',
      /not in the catalog/,
    ],
    [
      'for a member that no plan has',
      ['products', 0, 'plans', 0, 'discount'],
      1,
      'BAD_USER_INPUT',
      /no such member/,
    ],
    [
      'for a GraphQL server without a source',
      ['graphqlServers'],
      [{ name: 'own', sources: [] }],
      'BAD_USER_INPUT',
      /made from 1 to 50 sources/,
    ],
  ])('%s', async (_why, ...[path, value, code, message]) => {
    const refused = await world.applyRefused(withValue(path, value));
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
    const [fault] = refused.faults;
    expect(fault?.path.slice(0, 3)).toEqual(['input', 'manifest', path[0]]);
  });

  it('for a scope that an API requires and its provider has no more', async () => {
    expect(
      await world.applyRefused(withValue(['oauthProviders', 0, 'scopes'], [{ name: 'other' }])),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'manifest', 'apis', 1, 'security', 0, 'scopes', 0],
      message: expect.stringContaining('has no scope customer'),
    });
  });

  it('for a sunset that has passed', async () => {
    const position = { product: 'customer:1.0.0', state: 'DEPRECATED', sunsetAt: '2020-01-01T00:00:00Z' };
    expect(await world.applyRefused(withValue([...sandbox, 0], position))).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'manifest', ...sandbox, 0, 'sunsetAt'],
      message: expect.stringContaining('which has passed'),
    });
  });

  it('for a plan map that leads nowhere, and for a target that is only staged', async () => {
    const positions = (state: string, target: string) => [
      {
        product: 'customer:1.0.0',
        state: 'DEPRECATED',
        migrationTarget: { product: 'customer:2.0.0', plans: [{ source: 'default-plan', target }] },
      },
      { product: 'customer:2.0.0', state },
    ];
    expect(await world.applyRefused(withValue(sandbox, positions('PUBLISHED', 'platinum')))).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'manifest', ...sandbox, 0, 'migrationTarget', 'plans', 0, 'target'],
    });
    expect(await world.applyRefused(withValue(sandbox, positions('STAGED', 'gold')))).toMatchObject({
      code: 'TRANSITION_REFUSED',
      path: ['input', 'manifest', ...sandbox, 0, 'migrationTarget', 'product'],
    });
  });
});

describe('what subscribers need', () => {
  beforeAll(async () => {
    await world.client('Alpha', ['customer:1.0.0', 'default-plan']);
  });

  it('stays: a plan with subscriptions', async () => {
    const refused = await world.applyRefused(withValue(['products', 0, 'plans'], [{ name: 'gold' }]));
    expect(refused).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'manifest', 'catalogs', 0, 'products', 0, 'product'],
      message: expect.stringContaining('lacks the plan default-plan now, but it has 1 subscription'),
    });
  });

  it('is said: a target for each plan with subscriptions', async () => {
    const positions = [
      {
        product: 'customer:1.0.0',
        state: 'DEPRECATED',
        migrationTarget: { product: 'customer:2.0.0', plans: [] },
      },
      { product: 'customer:2.0.0', state: 'PUBLISHED' },
    ];
    expect(await world.applyRefused(withValue(['catalogs', 0, 'products'], positions))).toMatchObject({
      status: 409,
      code: 'PLAN_UNMAPPED',
      path: ['input', 'manifest', 'catalogs', 0, 'products', 0, 'migrationTarget', 'plans'],
      message: expect.stringContaining('default-plan (1)'),
    });
  });

  it('is no part of a manifest: consumers and their subscriptions', async () => {
    const written = await world.export();
    expect(written.catalogs[0]?.['name']).toBe(CATALOG);
    expect(Object.keys(written.catalogs[0] ?? {})).toEqual([
      'name',
      'title',
      'userRegistries',
      'oauthProviders',
      'products',
    ]);
  });
});

it('a viewer may read the manifest, and not apply it', async () => {
  const viewer = await world.as('VIEWER');
  expect(await viewer.query('{ exportManifest }')).toEqual({ exportManifest: full });
  expect(await viewer.refused('applyManifest', { manifest: full }, '{ revision }')).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
});

it('documents of a manifest are checked as those of the API are', async () => {
  const manifest = copy();
  manifest.apis[0] = { ...manifest.apis[0], openapi: { ...document(), paths: { customers: {} } } };
  expect(await world.applyRefused(manifest)).toMatchObject({
    code: 'OPENAPI_INVALID',
    path: ['input', 'manifest', 'apis', 0, 'openapi'],
  });
});
