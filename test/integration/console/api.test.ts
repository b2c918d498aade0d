import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { byRole, fieldOf, hiddenOf, hrefsOf, postButtonsOf } from '../../support/page-elements.ts';

const weather = `openapi: 3.0.3
info: { title: Weather, version: "1.2" }
servers: [{ url: https://weather.example/v1 }]
paths:
  /today: { get: { summary: Todays weather, responses: { "200": { description: The weather } } } }
  /alerts: { post: { responses: { "201": { description: Told } } } }`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
  await world.mutate(
    'createOAuthProvider',
    { title: 'Sky', scopes: [{ name: 'read', description: 'Reads' }] },
    '{ name }',
  );
});
afterAll(() => world.close());

const fileOf = (text: string) => new File([text], 'weather.yaml');

/** A published API of its own for each test, and its page. */
async function published(title: string) {
  const name = title.toLowerCase();
  const openapi = weather.replace('Weather', title).replace('/v1', `/${name}`);
  await world.mutate('importApi', { openapi, publishTo: [CATALOG], ...clientId }, '{ api }');
  const path = `/console/apis/acme/${name}/1.2.0`;
  return {
    path,
    openapi,
    page: (query = '', visitor = person) => readPage(visitor.get(path + query)),
    send: (fields: FormFields, visitor = person) => readPage(visitor.submit(path, fields)),
    stored: (selection: string) =>
      world
        .query<{ api: Record<string, unknown> }>(`{ api(api: "${name}:1.2.0") ${selection} }`)
        .then(({ api }) => api),
  };
}
const clientId = {
  securityDefinitions: [{ name: 'client-key', type: 'API_KEY' }],
  security: [{ definition: 'client-key' }],
};

describe('the page of an API', () => {
  it('tells its state in each catalog, its calls of a day, its facts, and leads to its product', async () => {
    const { page } = await published('Weather');
    const { status, text, links } = await page();
    expect(status).toBe(200);
    expect(text).toContain('Weather 1.2.0 REST');
    expect(text).toMatch(/The last 24 hours No calls\./);
    expect(text).toMatch(/Sandbox Weather 1\.2\.0 Published Online 0/);
    expect(text).toContain('1.2.0; the document says “1.2”');
    expect(text).toContain('is open to whoever has seen a client id');
    expect(links).toContain('/console/products/acme/weather/1.2.0');
    expect((await readPage(person.get('/console/apis/acme/weather/9.9.9'))).status).toBe(404);
  });

  it('finds its operations by method, path and summary', async () => {
    const { page } = await published('Climate');
    const all = await page('?tab=operations');
    expect(all.text).toMatch(/POST \/alerts .*GET \/today Todays weather/);
    const found = await page('?tab=operations&search=todays');
    expect(found.text).toContain('/today');
    expect(found.text).not.toContain('/alerts');
    expect((await page('?tab=operations&search=nothing')).text).toContain('No results.');
  });

  it('secures it by keys and by a provider with scopes, and never opens it because no box is ticked', async () => {
    const { path, page, send, stored } = await published('Rain');
    const saved = await send({
      action: 'security',
      access: 'secured',
      ways: ['KEY', 'oauth-sky'],
      'location-KEY': 'QUERY',
      'keyName-KEY': 'key',
      'flow-oauth-sky': 'RESOURCE_OWNER_PASSWORD',
      'scopes-oauth-sky': ['read'],
    });
    expect(saved).toMatchObject({ status: 303, location: `${path}?tab=security&done=apiSaved` });
    expect(
      await stored(
        '{ securityDefinitions { name kind keyLocation keyName flow } security { definition scopes } }',
      ),
    ).toEqual({
      securityDefinitions: [
        { name: 'api-key', kind: 'KEY', keyLocation: 'QUERY', keyName: 'key', flow: null },
        { name: 'sky', kind: null, keyLocation: null, keyName: null, flow: 'RESOURCE_OWNER_PASSWORD' },
      ],
      security: [
        { definition: 'api-key', scopes: [] },
        { definition: 'sky', scopes: ['read'] },
      ],
    });
    const shown = await page('?tab=security');
    expect(fieldOf(shown, 'An access token of Sky').value).toBe('oauth-sky');
    expect(fieldOf(shown, 'read').value).toBe('read');
    const none = await send({ action: 'security', access: 'secured' });
    expect(none.status).toBe(400);
    expect(none.text).toContain('Select at least one');
    expect(byRole(none, 'button', 'Save the security')).toBeDefined();
    expect(await send({ action: 'security', access: 'open' })).toMatchObject({ status: 303 });
    expect(await stored('{ security { definition } }')).toEqual({ security: [] });
  });

  it('asks for all of what is ticked, and for something else of an operation, until that is taken away', async () => {
    const { page, send, stored } = await published('Breeze');
    const SECURITY = `{ securityDefinitions { name } security { all { definition scopes } }
      operationSecurity { operation security { all { definition scopes } } } }`;
    await send({ action: 'security', access: 'secured', needed: 'all', ways: ['KEY', 'oauth-sky'] });
    const all = [
      { definition: 'api-key', scopes: [] },
      { definition: 'sky', scopes: [] },
    ];
    expect(await stored(SECURITY)).toMatchObject({ security: [{ all }], operationSecurity: [] });
    const operation = 'GET /today';
    const ofOperation = {
      action: 'operationSecurity',
      operation,
      operationAccess: 'secured',
      operationNeeded: 'any',
      definitions: ['sky'],
      'operation-scopes-sky': ['read'],
    };
    expect(await send(ofOperation)).toMatchObject({ status: 303 });
    const own = [{ operation, security: [{ all: [{ definition: 'sky', scopes: ['read'] }] }] }];
    expect(await stored(SECURITY)).toMatchObject({ security: [{ all }], operationSecurity: own });
    // What an operation asks for stays defined, though the API asks for it no more.
    await send({ action: 'security', access: 'secured', needed: 'any', ways: ['KEY'] });
    expect(await stored(SECURITY)).toEqual({
      securityDefinitions: [{ name: 'api-key' }, { name: 'sky' }],
      security: [{ all: [{ definition: 'api-key', scopes: [] }] }],
      operationSecurity: own,
    });
    const shown = await page('?tab=security');
    expect(shown.text).toMatch(/GET \/today sky \(read\)/);
    expect((await page('?tab=security', viewer)).text).toContain('sky (read)');
    const none = await send({ ...ofOperation, definitions: [] });
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('Select at least one definition'),
    ]);
    expect(byRole(none, 'button', 'Save for this operation')).toBeDefined();
    const unknown = await send({ ...ofOperation, operation: 'PUT /today' });
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('The document has no operation PUT /today'),
    ]);
    expect(await send({ action: 'operationSecurity', operation, remove: 'yes' })).toMatchObject({
      status: 303,
    });
    expect(await stored(SECURITY)).toMatchObject({ operationSecurity: [] });
  });

  it('has a condition for what is ticked, and says what is wrong with one', async () => {
    const { page, send, stored } = await published('Haze');
    const form = {
      action: 'security',
      access: 'secured',
      needed: 'any',
      ways: ['KEY', 'client-certificate'],
    };
    const condition = 'operation.method == "GET"';
    expect(await send({ ...form, condition })).toMatchObject({ status: 303 });
    expect(await stored('{ security { definition condition } }')).toEqual({
      security: [
        { definition: 'api-key', condition },
        { definition: 'client-certificate', condition },
      ],
    });
    expect((await page('?tab=security')).text).toContain('operation.method ==');
    expect((await page('?tab=security', viewer)).text).toContain('api-key where operation.method ==');
    const broken = await send({ ...form, condition: 'operation.verb' });
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('Line 1, column 11')]);
    expect(await send({ ...form, condition: ' ' })).toMatchObject({ status: 303 });
    expect(await stored('{ security { condition } }')).toEqual({
      security: [{ condition: null }, { condition: null }],
    });
  });

  it('tries a condition that is not saved, and keeps what was typed', async () => {
    const { send, stored } = await published('Mist');
    const form = {
      action: 'tryCondition',
      triedCondition: 'caller.claims.team == "a"',
      called: 'GET /today',
      claims: '{"team": "a"}',
      headers: '',
      client: '',
    };
    const held = await send(form);
    expect([held.status, held.text]).toEqual([200, expect.stringContaining('It holds')]);
    expect(held.text).toContain('GET /today');
    expect((await send({ ...form, claims: '{"team": "b"}' })).text).toContain('It does not hold');
    const none = await send({ ...form, claims: '' });
    expect(none.text).toContain('It cannot be evaluated');
    const broken = await send({ ...form, claims: '{team' });
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('claims is an object')]);
    expect(await stored('{ security { condition } }')).toEqual({ security: [{ condition: null }] });
  });

  it('secures it by the usernames and passwords of a user registry', async () => {
    await world.mutate(
      'createUserRegistry',
      { title: 'Staff', displayName: 'Staff', url: 'http://127.0.0.1:8091/auth' },
      '{ name }',
    );
    const { path, page, send, stored } = await published('Sleet');
    const saved = await send({ action: 'security', access: 'secured', ways: ['basic-staff'] });
    expect(saved).toMatchObject({ status: 303, location: `${path}?tab=security&done=apiSaved` });
    expect(
      await stored('{ securityDefinitions { name type userRegistry { name } } security { definition } }'),
    ).toEqual({
      securityDefinitions: [{ name: 'basic-staff', type: 'HTTP_BASIC', userRegistry: { name: 'staff' } }],
      security: [{ definition: 'basic-staff' }],
    });
    const shown = await page('?tab=security');
    expect(fieldOf(shown, 'A username and password of Staff').value).toBe('basic-staff');
    expect((await page('?tab=security', viewer)).text).toContain(
      'A username and password of staff, and a client id',
    );
  });

  it('shows what another document changes and breaks before it is saved', async () => {
    const { path, send, stored, openapi } = await published('Snow');
    const next = openapi.replace(
      / {2}\/alerts.*/,
      '  /tomorrow: { get: { responses: { "200": { description: Later } } } }',
    );
    const review = await send({ action: 'review', file: fileOf(next) });
    expect(review.status).toBe(200);
    expect(review.text).toMatch(/2 operations: 1 new, 1 gone\./);
    expect(review.text).toMatch(/− POST \/alerts \+ GET \/tomorrow/);
    expect(review.text).toMatch(/It breaks callers: 1 POST \/alerts/);
    expect(await stored('{ operationCount openapi }')).toMatchObject({
      openapi: { paths: { '/alerts': {} } },
    });
    const [source = ''] = hiddenOf(review, 'source');
    const saved = await send({ action: 'document', source, acceptBreaking: 'yes' });
    expect(saved).toMatchObject({ status: 303, location: `${path}?tab=document&done=apiSaved` });
    expect(await stored('{ operations { method path } }')).toEqual({
      operations: [
        { method: 'GET', path: '/today' },
        { method: 'GET', path: '/tomorrow' },
      ],
    });
    const unreadable = await send({ action: 'review', file: fileOf('weather') });
    expect(fieldOf(unreadable, 'A file').error).toContain('an OpenAPI document is an object');
  });

  it('changes its settings, and says beside the field what is wrong', async () => {
    const { page, send, stored } = await published('Wind');
    const settings = {
      action: 'settings',
      kind: 'REST',
      title: 'Weather of today',
      basePath: '/wind/v1',
      backend: '',
      address: 'https://weather.example/v2',
      answerMs: '1000',
      origins: 'https://shop.example',
      maxAgeSeconds: '60',
      forwardAuthorization: 'yes',
      mock: 'EXAMPLES',
      contractRequests: 'ENFORCE',
      contractAnswers: 'MEASURE',
      contractSample: '2.5',
      transformations:
        '- on: ANSWER\n  removeHeader: X-Powered-By\n- { on: REQUEST, renameQuery: { from: q, to: query } }\n',
      errorTemplates: '- { contentType: text/plain, body: "{code}" }',
    };
    expect((await send(settings)).status).toBe(303);
    expect(
      await stored(
        `{ title basePath targetUrl forwardAuthorization timeouts { answerMs } cors { allowedOrigins maxAgeSeconds }
          mock contract { requests answers sample } transformations { on removeHeader renameQuery { to } }
          errorTemplates { codes body } }`,
      ),
    ).toEqual({
      title: 'Weather of today',
      basePath: '/wind/v1',
      targetUrl: 'https://weather.example/v2',
      forwardAuthorization: true,
      timeouts: { answerMs: 1000 },
      cors: { allowedOrigins: ['https://shop.example'], maxAgeSeconds: 60 },
      mock: 'EXAMPLES',
      contract: { requests: 'ENFORCE', answers: 'MEASURE', sample: 0.025 },
      transformations: [
        { on: 'ANSWER', removeHeader: 'X-Powered-By', renameQuery: null },
        { on: 'REQUEST', removeHeader: null, renameQuery: { to: 'query' } },
      ],
      errorTemplates: [{ codes: [], body: '{code}' }],
    });
    const saved = await page('?tab=settings&done=apiSaved');
    expect(hrefsOf(saved, 'Publish Wind 1.2.0 to Sandbox again')).toHaveLength(1);
    const nowhere = await send({ ...settings, address: 'htp:/nowhere' });
    expect([nowhere.status, fieldOf(nowhere, 'Address of the back-end').value]).toEqual([
      400,
      'htp:/nowhere',
    ]);
    expect(fieldOf(nowhere, 'Address of the back-end').error).toEqual(expect.stringContaining('URL'));
    await send({ ...settings, responseCache: '{ operations: [GET /wind], seconds: 0 }' }).then((kept) =>
      expect(fieldOf(kept, 'Response cache').error).toContain('give a whole number from 1 to 86400'),
    );
    const shim = await send({ ...settings, compat: 'of: wind:9.0.0' });
    expect([shim.status, fieldOf(shim, 'Served by another version').error]).toEqual([
      400,
      'There is no API wind:9.0.0: name a version that the org has.',
    ]);
    const steps = 'Transformations';
    for (const [transformations, message] of [
      ['- on: [', 'Write the steps as a list in YAML.'],
      ['on: ANSWER', 'Write the steps as a list in YAML.'],
      ['- { on: ANSWER, removeHeader: Content-Length }', 'No step may touch Content-Length'],
    ] as const) {
      const refused = await send({ ...settings, transformations });
      expect([refused.status, fieldOf(refused, steps).error]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    const none = await send({ ...settings, contractSample: '0' });
    expect(none.status).toBe(400);
    expect(fieldOf(none, 'Responses that are checked, in percent').error).toContain(
      'give a share from 0.0001 to 1',
    );
    const wrong = await send({ ...settings, basePath: 'weather/' });
    expect(wrong.status).toBe(400);
    expect(fieldOf(wrong, 'Path below the catalog').error).toContain('is not a path');
  });

  it('lists the ways in which calls break its document, once they are checked', async () => {
    const { page, send } = await published('Thaw');
    const heading = 'Drift from its document';
    expect((await page('')).text).not.toContain(heading);
    await send({
      action: 'settings',
      kind: 'REST',
      title: 'Thaw',
      basePath: '/thaw',
      contractAnswers: 'MEASURE',
    });
    expect((await page('')).text).toContain('No checked call has broken the document in the last 30 days.');
    const { id: catalogId } = await world.database.prisma.catalog.findFirstOrThrow({
      where: { name: CATALOG },
    });
    const at = new Date('2027-01-01T00:00:00Z');
    await world.database.prisma.contractDrift.create({
      data: {
        catalogId,
        api: 'thaw:1.2.0',
        side: 'ANSWER',
        operation: 'GET /today',
        pointer: '/body/*/wind',
        keyword: 'required',
        calls: 1234,
        firstAt: at,
        lastAt: at,
        toldAt: at,
      },
    });
    const { text } = await page('');
    for (const part of ['GET /today', 'Answer', '/body/*/wind required', '1,234', '1 January 2027'])
      expect(text).toContain(part);
  });

  it('makes a test call with a key of its own', async () => {
    const { send } = await published('Fog');
    const made = await send({ action: 'try', catalog: CATALOG });
    expect(made.text).toMatch(
      /curl &#39;http\S+\/acme\/sandbox\/fog\/today&#39; \\ -H &#39;X-Client-Id: ck_/,
    );
  });

  it('shows a viewer all of it and no form, and refuses what they send', async () => {
    const { page, send } = await published('Hail');
    for (const tab of ['overview', 'operations', 'security', 'document', 'settings']) {
      const shown = await page(`?tab=${tab}`, viewer);
      expect(shown.status).toBe(200);
      expect(postButtonsOf(shown)).toEqual([]);
    }
    expect((await page('?tab=try', viewer)).status).toBe(403);
    expect((await send({ action: 'security', access: 'open' }, viewer)).status).toBe(403);
  });
});
