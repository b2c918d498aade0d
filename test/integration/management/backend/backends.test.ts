import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';
import { document } from '../../../support/manifest.ts';
import { recordingUpstream } from '../../../support/upstream.ts';

const URL_OF = 'http://127.0.0.1:8091/crm';
const target = { url: URL_OF };
const CHANGE = `{ dryRun apis before { targets { url } } after {
  backend { name title } catalog { name } targets { url weight drained }
  credentials { type username name secret } headers { name value } timeouts { connectMs answerMs idleMs callMs } } }`;
let world: CatalogWorld;

beforeAll(async () => {
  world = await openCatalog();
  await world.mutate('createBackend', { title: 'The CRM', name: 'crm' });
  await world.mutate('setSecret', { catalog: CATALOG, name: 'crm-password', value: 'a password' });
});
afterAll(() => world.close());

const tokens = {
  type: 'OAUTH2_CLIENT_CREDENTIALS',
  tokenUrl: 'http://127.0.0.1:8091/token',
  clientId: 'gate',
  secret: 'crm-password',
};
const address = { catalog: CATALOG, backend: 'crm' };
const set = (settings: Variables) => world.mutate('setBackend', { ...address, ...settings }, CHANGE);
const refused = (settings: Variables) =>
  world.changesNothing(() => world.refused('setBackend', { ...address, ...settings }, '{ dryRun }'));
const SETTINGS = '{ targets { url weight } credentials { type secret } }';
const inCatalog = async () =>
  (
    await world.query<{ catalog: { backends: unknown[] } }>(
      `{ catalog(org: "acme", name: "${CATALOG}") { backends ${SETTINGS} } }`,
    )
  ).catalog.backends;
const newest = async () => {
  const { auditEvents } = await world.query<{ auditEvents: { nodes: Record<string, unknown>[] } }>(
    '{ auditEvents(org: "acme", first: 1) { nodes { action subject detail } } }',
  );
  return auditEvents.nodes[0];
};

describe('setBackend', () => {
  it('previews, sets, and keeps what is left out; the audit has it before and after, without a secret', async () => {
    const credentials = { type: 'BASIC', username: 'gate', secret: 'crm-password' };
    const wanted = { targets: [target], credentials, timeouts: { answerMs: 500 } };
    const after = {
      backend: { name: 'crm', title: 'The CRM' },
      catalog: { name: CATALOG },
      targets: [{ ...target, weight: 1, drained: false }],
      credentials: { ...credentials, name: null },
      headers: [],
      timeouts: { connectMs: null, answerMs: 500, idleMs: null, callMs: null },
    };
    expect(await world.changesNothing(() => set({ ...wanted, dryRun: true }))).toEqual({
      dryRun: true,
      apis: [],
      before: null,
      after,
    });
    expect(await inCatalog()).toEqual([]);
    expect(await set(wanted)).toEqual({ dryRun: false, apis: [], before: null, after });
    const other = [{ url: `${URL_OF}/2`, weight: 3, drained: false }];
    expect(await set({ targets: other, timeouts: null })).toEqual({
      dryRun: false,
      apis: [],
      before: { targets: [target] },
      after: { ...after, targets: other, timeouts: { ...after.timeouts, answerMs: null } },
    });
    expect(await newest()).toEqual({
      action: 'setBackend',
      subject: `${CATALOG}/crm`,
      detail: {
        before: {
          [`back-end ${CATALOG}/crm`]: {
            settings: { targets: after.targets, credentials, headers: [], timeouts: { answerMs: 500 } },
          },
        },
        after: {
          [`back-end ${CATALOG}/crm`]: {
            settings: { targets: other, credentials, headers: [], timeouts: {} },
          },
        },
        catalog: CATALOG,
        change: expect.any(String),
      },
    });
    expect(
      JSON.stringify(await world.database.prisma.auditEvent.findMany({ select: { detail: true } })),
    ).not.toContain('a password');
  });

  it('sets how targets are checked and chosen, with the defaults of what is left out; null resets it', async () => {
    const chosen = {
      healthCheck: { path: '/healthz' },
      sticky: { by: 'HEADER', header: 'X-Session' },
      slowStartSeconds: 30,
    };
    const selection = `{ after { targets { health { state } } slowStartSeconds sticky { by header }
      healthCheck { path intervalSeconds timeoutMs healthyAfter unhealthyAfter expectedStatus } } }`;
    const setTo = (settings: Variables) =>
      world.mutate('setBackend', { ...address, targets: [target], ...settings }, selection);
    const after = {
      targets: [{ health: { state: 'UNKNOWN' } }],
      slowStartSeconds: 30,
      sticky: { by: 'HEADER', header: 'x-session' },
      healthCheck: {
        path: '/healthz',
        intervalSeconds: 10,
        timeoutMs: 2000,
        healthyAfter: 2,
        unhealthyAfter: 3,
        expectedStatus: null,
      },
    };
    expect(await setTo(chosen)).toEqual({ after });
    expect(await setTo({})).toEqual({ after });
    expect(await setTo({ healthCheck: null, sticky: null, slowStartSeconds: null })).toEqual({
      after: { targets: [{ health: null }], slowStartSeconds: 0, sticky: null, healthCheck: null },
    });
    await world.mutate('removeBackend', address, '');
  });

  it.each([
    [{ targets: [] }, ['targets'], 'Give 1 to 16 targets: the addresses that calls are sent to.'],
    [
      { targets: [{ ...target, weight: 0 }] },
      ['targets'],
      'No target takes calls: give one a weight above 0, and do not drain it.',
    ],
    [
      { targets: [{ ...target, drained: true }] },
      ['targets'],
      'No target takes calls: give one a weight above 0, and do not drain it.',
    ],
    [
      { targets: [{ ...target, weight: 1001 }] },
      ['targets', 0, 'weight'],
      'weight is 1001: give a whole number from 0 to 1000.',
    ],
    [
      { targets: [target, target] },
      ['targets', 1, 'url'],
      `The target ${URL_OF} is named twice: leave one out.`,
    ],
    [
      { targets: [{ url: `${URL_OF}?a=1` }] },
      ['targets', 0, 'url'],
      "The address that calls are sent to has no query and no fragment: the call's path is appended to it.",
    ],
    [
      { credentials: { type: 'BASIC', secret: 'crm-password' } },
      ['credentials', 'username'],
      'Credentials of the type BASIC have a username: give it.',
    ],
    [
      { credentials: { type: 'NONE', secret: 'crm-password' } },
      ['credentials', 'secret'],
      'Credentials of the type NONE have no secret: leave it out.',
    ],
    [
      { credentials: { type: 'HEADER', name: 'Host', secret: 'crm-password' } },
      ['credentials', 'name'],
      'The gateway writes Host itself: choose another header.',
    ],
    [
      { credentials: { type: 'QUERY', name: 'a b', secret: 'crm-password' } },
      ['credentials', 'name'],
      'Give a name of 1 to 100 characters of visible ASCII.',
    ],
    [
      { credentials: { ...tokens, clientId: null } },
      ['credentials', 'clientId'],
      'Credentials of the type OAUTH2_CLIENT_CREDENTIALS have a clientId: give it.',
    ],
    [
      { credentials: { ...tokens, type: 'OAUTH2_TOKEN_EXCHANGE', tokenUrl: null } },
      ['credentials', 'tokenUrl'],
      'Credentials of the type OAUTH2_TOKEN_EXCHANGE have a tokenUrl: give it.',
    ],
    [
      { credentials: { ...tokens, username: 'gate' } },
      ['credentials', 'username'],
      'Credentials of the type OAUTH2_CLIENT_CREDENTIALS have no username: leave it out.',
    ],
    [
      { credentials: { ...tokens, scopes: ['read', 'a "b'] } },
      ['credentials', 'scopes', 1],
      'A scope has 1 to 255 characters of visible ASCII, without spaces, quotes and backslashes.',
    ],
    [
      { credentials: { ...tokens, audience: '' } },
      ['credentials', 'audience'],
      'Give an audience of 1 to 500 characters, or none.',
    ],
    [
      { headers: [{ name: 'Authorization', value: 'a' }], credentials: tokens },
      ['headers', 0, 'name'],
      'Authorization is a secret: give it as credentials, which are never shown.',
    ],
    [
      { headers: [{ name: 'X-Forwarded-For', value: 'a' }] },
      ['headers', 0, 'name'],
      'The gateway writes X-Forwarded-For itself: choose another header.',
    ],
    [
      { headers: [{ name: 'Authorization', value: 'a' }] },
      ['headers', 0, 'name'],
      'Authorization is a secret: give it as credentials, which are never shown.',
    ],
    [
      { headers: [{ name: 'A', value: 'line\r\nend' }] },
      ['headers', 0, 'value'],
      'Give 1 to 1000 characters of visible ASCII, without spaces around them.',
    ],
    [
      { timeouts: { answerMs: 1 } },
      ['timeouts', 'answerMs'],
      'answerMs is 1: give a whole number from 100 to 600000.',
    ],
    [
      { healthCheck: { path: 'healthz' } },
      ['healthCheck', 'path'],
      'Give a path from the root of the host, such as `/healthz`: up to 2000 visible characters.',
    ],
    [
      { healthCheck: { path: '/', intervalSeconds: 0 } },
      ['healthCheck', 'intervalSeconds'],
      'intervalSeconds is 0: give a whole number from 1 to 300.',
    ],
    [
      { healthCheck: { path: '/', intervalSeconds: 1, timeoutMs: 1001 } },
      ['healthCheck', 'timeoutMs'],
      'timeoutMs is longer than the interval: give a shorter one, or a longer interval.',
    ],
    [
      { healthCheck: { path: '/', expectedStatus: 99 } },
      ['healthCheck', 'expectedStatus'],
      'expectedStatus is 99: give a status from 200 to 599, or none.',
    ],
    [{ sticky: { by: 'HEADER' } }, ['sticky', 'header'], 'Calls stick by a header: name it.'],
    [
      { sticky: { by: 'CLIENT', header: 'x-session' } },
      ['sticky', 'header'],
      'Calls stick by their client: leave the header out, or choose HEADER.',
    ],
    [
      { slowStartSeconds: 901 },
      ['slowStartSeconds'],
      'slowStartSeconds is 901: give a whole number from 0 to 900.',
    ],
  ])('names what is wrong: %j', async (settings, path, message) => {
    expect(await refused({ targets: [target], ...settings })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', ...path],
      message,
    });
  });

  it('refuses what there is not, and targets that may not be called', async () => {
    const secret = { type: 'BASIC', username: 'gate', secret: 'none' };
    expect(await refused({ targets: [target], credentials: secret })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'credentials', 'secret'],
      message: `There is no secret none in the catalog ${CATALOG}: setSecret makes one.`,
    });
    expect(await refused({ backend: 'none', targets: [target] })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'backend'],
    });
    expect(await refused({ targets: [target, { url: 'http://10.0.0.1/' }] })).toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      path: ['input', 'targets', 1, 'url'],
    });
    const credentials = { ...tokens, tokenUrl: 'http://10.0.0.1/token' };
    expect(await refused({ targets: [target], credentials })).toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      path: ['input', 'credentials', 'tokenUrl'],
    });
  });

  it('tells why an issuer gives no token, without being set', async () => {
    const issuer = await recordingUpstream();
    const credentials = { ...tokens, tokenUrl: `${issuer.url}/token`, scopes: ['read', 'read'] };
    const selection =
      '{ tokenFault after { credentials { type tokenUrl clientId secret scopes audience } } }';
    const rehearse = () =>
      world.mutate('setBackend', { ...address, targets: [target], credentials, dryRun: true }, selection);
    const after = { credentials: { ...credentials, scopes: ['read'], audience: null } };
    expect(await rehearse()).toEqual({
      tokenFault: 'The issuer gives no token: its answer is none of RFC 6749.',
      after,
    });
    issuer.answer = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"access_token":"a-token","token_type":"bearer"}');
    };
    expect(await rehearse()).toEqual({ tokenFault: null, after });
    await issuer.close();
    expect(await rehearse()).toEqual({
      tokenFault: 'The issuer gives no token: it cannot be reached.',
      after,
    });
  });
});

describe('an API', () => {
  const made = (changes: Variables = {}) => ({ openapi: document(), name: 'people', ...changes });
  const SELECTION = '{ targetUrl backend { name } }';

  it('names a back-end in place of an address, and each takes the place of the other', async () => {
    expect(await world.mutate('createApi', made({ backend: 'crm' }), SELECTION)).toEqual({
      targetUrl: null,
      backend: { name: 'crm' },
    });
    const update = (changes: Variables) =>
      world.mutate('updateApi', { api: 'people:1.0.0', ...changes }, SELECTION);
    expect(await update({ targetUrl: URL_OF })).toEqual({ targetUrl: URL_OF, backend: null });
    expect(await update({ backend: 'crm' })).toEqual({ targetUrl: null, backend: { name: 'crm' } });
    expect(await update({ backend: null })).toEqual({ targetUrl: null, backend: null });
    expect(
      await world.refused('updateApi', { api: 'people:1.0.0', backend: 'crm', targetUrl: URL_OF }),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'backend'],
      message: 'Calls are sent either to targetUrl, in every catalog, or to the back-end: leave one out.',
    });
    expect(await world.refused('createApi', made({ name: 'other', backend: 'none' }))).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'backend'],
      message: 'There is no back-end none in this org: createBackend makes one.',
    });
  });
});

describe('what is used', () => {
  it('is not deleted: a secret, a back-end of a catalog and a back-end of the org', async () => {
    await world.mutate('createBackend', { name: 'used' });
    await world.mutate('setSecret', { catalog: CATALOG, name: 'used-key', value: 'a key' });
    const credentials = { type: 'HEADER', name: 'X-Key', secret: 'used-key' };
    await world.mutate(
      'setBackend',
      { ...address, backend: 'used', targets: [target], credentials },
      '{ dryRun }',
    );
    await world.mutate('createApi', {
      openapi: document(),
      name: 'using',
      basePath: '/using',
      backend: 'used',
    });
    await world.mutate('createProduct', {
      name: 'using',
      title: 'Using',
      apis: ['using:1.0.0'],
      publishTo: CATALOG,
    });
    expect(await world.refused('deleteSecret', { catalog: CATALOG, name: 'used-key' }, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: `The back-end used uses the secret used-key in the catalog ${CATALOG}: give it other credentials first.`,
    });
    expect(await world.refused('removeBackend', { ...address, backend: 'used' }, '')).toMatchObject({
      code: 'IN_USE',
      message: `The API using:1.0.0, which the catalog ${CATALOG} serves, calls the back-end used: publish it with another one first, or take it out of service.`,
    });
    expect(await world.refused('deleteBackend', { name: 'used' }, '')).toMatchObject({
      code: 'IN_USE',
      message: 'The API using:1.0.0 calls the back-end used: give it another one first.',
    });
    await world.mutate('updateApi', { api: 'using:1.0.0', targetUrl: URL_OF });
    expect(await world.refused('deleteBackend', { name: 'used' }, '')).toMatchObject({
      code: 'IN_USE',
      message: `The API using:1.0.0 of using:1.0.0 in the catalog ${CATALOG} calls the back-end used: give it another one first.`,
    });
    await world.lifecycle('publishProduct', { product: 'using:1.0.0' });
    expect(await world.mutate('removeBackend', { ...address, backend: 'used' }, '')).toBe(true);
    expect(await world.mutate('deleteSecret', { catalog: CATALOG, name: 'used-key' }, '')).toBe(true);
    expect(await world.mutate('deleteBackend', { name: 'used' }, '')).toBe(true);
  });

  it('is a secret that can be set again and never read', async () => {
    const secret = { catalog: CATALOG, name: 'kept' };
    for (const value of ['', ' a', 'a\n', 'ä', 'a'.repeat(4097)])
      expect(await world.refused('setSecret', { ...secret, value })).toMatchObject({
        code: 'BAD_USER_INPUT',
        path: ['input', 'value'],
        message:
          'A secret has 1 to 4096 characters of visible ASCII, without spaces or a line end around them; or it is a private key as PEM.',
      });
    const SECRET = '{ name createdAt changedAt }';
    const first = await world.mutate('setSecret', { ...secret, value: 'one' }, SECRET);
    world.pass(60_000);
    const second = await world.mutate('setSecret', { ...secret, value: 'two' }, SECRET);
    expect(first).toMatchObject({ createdAt: first['changedAt'] });
    expect(second).toEqual({
      ...first,
      changedAt: new Date(Date.parse(`${first['changedAt']}`) + 60_000).toISOString(),
    });
    const row = await world.database.prisma.secret.findFirstOrThrow({ where: { name: 'kept' } });
    expect(world.deps.secrets.unseal(row.valueSealed, row.id)).toBe('two');
  });
});
