// Applications that are registered at an external issuer from the portal. (RFC 7591, RFC 7592)
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteEndedClients } from '../../../src/control-plane/jobs/ended-registrations.ts';
import { externalIssuerFrom } from '../../../src/domain/oauth/external-issuer.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { listening } from '../../support/oauth.ts';
import { type OidcIssuer, openOidcIssuer, RESOURCE } from '../../support/oidc-issuer.ts';
import type { PortalClient } from '../../support/portal.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const TOKEN = 'the-initial-access-token';
let world: PagesWorld;
/** An issuer of another making, which says what it registers. */
let sound: OidcIssuer;
/** One that says whatever a test wants. */
let lying: Upstream;
let carol: PortalClient;
let dave: PortalClient;
/** Operators are told of these. */
const faults: unknown[] = [];

const CALLBACK = 'https://shop.test/callback';
const REGISTER = `mutation ($application: String!, $oauthProvider: String!) {
  registerExternalClient(application: $application, oauthProvider: $oauthProvider) {
    oauthProvider clientId clientSecret secretExpiresAt } }`;
const CREATE = `mutation ($clientType: PortalClientType, $redirectUris: [String!]) {
  createApplication(title: "Shop", clientType: $clientType, redirectUris: $redirectUris) { clientKey } }`;
const DELETE = 'mutation { deleteApplication(name: "shop") }';
const at = (oauthProvider: string, application = 'shop') => ({ application, oauthProvider });
type Registered = { clientId: string; clientSecret: string | null; secretExpiresAt: string | null };
const register = async (person: PortalClient, oauthProvider = 'sound') =>
  (await person.run<{ registerExternalClient: Registered }>(REGISTER, at(oauthProvider)))
    .registerExternalClient;
const idsOf = async (person: PortalClient) =>
  (
    await person.run<{ application: { externalClientIds: { clientId: string }[] } }>(
      '{ application(name: "shop") { externalClientIds { clientId } } }',
    )
  ).application.externalClientIds.map(({ clientId }) => clientId);

async function provider(name: string, url: string, registration: object | null) {
  const { portal } = world;
  const issuer = externalIssuerFrom({ url, audiences: [RESOURCE], registration });
  const paths = { authorizePath: '/oauth2/authorize', tokenPath: '/oauth2/token' };
  const lifetimes = { accessTokenSeconds: 0, refreshTokens: false, refreshTokenSeconds: 0 };
  const catalogs = { connect: { id: portal.catalogId } };
  const data = { orgId: portal.orgId, name, title: name, grantTypes: [], scopes: [], ...paths, ...lifetimes };
  await portal.database.prisma.oAuthProvider.create({ data: { ...data, catalogs, issuer: toStore(issuer) } });
}

async function secret(name: string, value: string) {
  const { portal } = world;
  const id = randomUUID();
  const valueSealed = new Uint8Array(portal.deps.secrets.seal(value, id));
  const data = { id, catalogId: portal.catalogId, name, valueSealed, changedAt: portal.deps.clock() };
  await portal.database.prisma.secret.create({ data });
}

/** A turn of the job that deletes ended clients. */
const look = () => {
  const { database, secrets, registrations, clock } = world.portal.deps;
  return deleteEndedClients({
    database,
    secrets,
    registrations,
    clock,
    onFault: (fault) => faults.push(fault),
  });
};
const kept = () => world.portal.database.prisma.clientRegistration.count();

beforeAll(async () => {
  world = await openPages();
  [sound, lying] = await Promise.all([
    openOidcIssuer({ algorithm: 'RS256', initialAccessToken: TOKEN }),
    recordingUpstream(),
  ]);
  await secret('initial-token', TOKEN);
  await provider('sound', sound.url, { initialAccessToken: 'initial-token' });
  await provider('lying', lying.url, { url: `${lying.url}/register` });
  await provider('untold', lying.url, { initialAccessToken: 'nobody-set-it' });
  await provider('closed', sound.url, null);
});
afterAll(async () => {
  await Promise.all([sound.close(), lying.close()]);
  await world.close();
});
beforeEach(async () => {
  faults.length = 0;
  lying.seen.length = 0;
  world.portal.pass(60_000);
  [carol, dave] = [await world.portal.signIn('carol'), await world.portal.signIn('dave')];
  for (const person of [carol, dave]) await person.run(CREATE, { redirectUris: [CALLBACK] });
});
afterEach(async () => {
  sound.breakDown(false);
  lying.answer = (_request, response) => response.writeHead(204).end();
  await world.portal.database.prisma.application.deleteMany();
  world.portal.pass(24 * 3_600_000);
  await look();
  expect([await kept(), world.portal.faults]).toEqual([0, []]);
});

describe('an application that is registered at an issuer', () => {
  it('is a client there, with a secret that is shown once and its redirect URIs', async () => {
    const { clientId, clientSecret, secretExpiresAt } = await register(carol);
    expect(secretExpiresAt).toBeNull();
    expect(await sound.token(RESOURCE, clientId, clientSecret ?? '').catch(String)).toMatch(/^ey/);
    expect(await idsOf(carol)).toEqual([clientId]);
  });

  it('leaves no secret and no token behind in clear', async () => {
    const { clientSecret } = await register(carol);
    const { prisma } = world.portal.database;
    const rows = [
      await prisma.externalClient.findMany(),
      await prisma.auditEvent.findMany(),
      await prisma.event.findMany(),
    ];
    expect(inspect(rows, { depth: 9, maxArrayLength: null })).not.toContain(clientSecret);
    const [row] = await prisma.clientRegistration.findMany();
    const sealed = Buffer.from(row?.managementSealed ?? new Uint8Array());
    expect(sealed.toString('latin1')).not.toContain(sound.url);
    const opened = JSON.parse(world.portal.deps.secrets.unseal(sealed, row?.id ?? ''));
    expect(opened).toEqual({ url: expect.stringContaining(sound.url), token: expect.any(String) });
  });

  it.each([
    ['its application is deleted', () => carol.run(DELETE)],
    [
      'its client id is removed',
      async (clientId: string) =>
        carol.run(
          `mutation { removeExternalClientId(application: "shop", oauthProvider: "sound", clientId: "${clientId}") }`,
        ),
    ],
  ])('is deleted there when %s', async (_when, end) => {
    const { clientId, clientSecret } = await register(carol);
    await end(clientId);
    if ((await kept()) !== 1) throw new Error('What is to be deleted is not remembered.');
    await look();
    expect(await kept()).toBe(0);
    await expect(sound.token(RESOURCE, clientId, clientSecret ?? '')).rejects.toThrow('401');
  });

  it('is deleted there when the issuer answers again', async () => {
    await register(carol);
    await carol.run(DELETE);
    sound.breakDown();
    await look();
    const asked = sound.requested.length;
    await look();
    expect([await kept(), sound.requested.length]).toEqual([1, asked]);
    world.portal.pass(61_000);
    sound.breakDown(false);
    await look();
    expect([await kept(), faults]).toEqual([0, []]);
  });

  it('stays there where the issuer cannot be asked for a month, and the operator is told', async () => {
    await register(carol);
    await carol.run(DELETE);
    sound.breakDown();
    for (let turn = 0; turn < 40; turn += 1) {
      await look();
      world.portal.pass(24 * 3_600_000);
    }
    expect([await kept(), faults]).toEqual([
      0,
      [expect.objectContaining({ message: expect.stringContaining('stays') })],
    ]);
  });

  it('is one client there, also when it is registered twice at once', async () => {
    const both = await Promise.allSettled([register(carol), register(carol)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const deleted = sound.requested.filter((url) => url.startsWith('/reg/'));
    expect([await idsOf(carol), await kept(), deleted.length > 0]).toEqual([[expect.any(String)], 1, true]);
    expect(await carol.refused(REGISTER, at('sound'))).toMatchObject({
      code: 'NAME_TAKEN',
      message: expect.stringContaining('remove that client id first'),
    });
  });

  it('is asked for by its own people alone, where there is such an issuer', async () => {
    const asked = sound.requested.length;
    expect(await carol.refused(REGISTER, at('sound', 'none'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await carol.refused(REGISTER, at('nowhere'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await carol.refused(REGISTER, at('closed'))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await carol.refused(REGISTER, at('untold'))).toMatchObject({
      code: 'CLIENT_NOT_REGISTERED',
      message: expect.stringContaining('no secret nobody-set-it'),
    });
    expect(sound.requested).toHaveLength(asked);
    expect(await carol.run('{ catalog { registeringIssuers } }')).toEqual({
      catalog: { registeringIssuers: ['lying', 'sound', 'untold'] },
    });
  });

  it('has no secret where it is public, and needs a redirect URI then', async () => {
    await carol.run(DELETE);
    await carol.run(CREATE, { clientType: 'PUBLIC', redirectUris: [] });
    expect(await carol.refused(REGISTER, at('sound'))).toMatchObject({ code: 'BAD_USER_INPUT' });
    await carol.run(
      'mutation { updateApplication(name: "shop", redirectUris: ["https://shop.test/x"]) { name } }',
    );
    expect(await register(carol)).toMatchObject({ clientSecret: null });
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const registered =
  (members: object, status = 201): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ client_id: 'a-client', ...members }));

describe('an issuer that does not do as it should', () => {
  it.each<[string, Answer, RegExp]>([
    [
      'answers HTML',
      (_request, response) => response.writeHead(201, { 'content-type': 'text/html' }).end('<html>'),
      /its answer is no JSON/,
    ],
    [
      'serves 10 MB',
      (_request, response) =>
        response.writeHead(201, { 'content-type': 'application/json' }).end('a'.repeat(10_000_000)),
      /more than 65536 bytes/,
    ],
    [
      'redirects to itself',
      (_request, response) => response.writeHead(302, { location: `${lying.url}/register` }).end(),
      /it answered 302/,
    ],
    ['never answers', () => undefined, /did not answer within 5 seconds/],
    ['breaks off', (_request, response) => response.destroy(), /cannot be reached/],
    [
      'refuses',
      registered({ error: 'invalid_redirect_uri', error_description: '<b>no</b>' }, 400),
      /it answered 400 invalid_redirect_uri\.$/,
    ],
    ['gives no client id', registered({ client_id: undefined }), /its answer/],
    ['gives one that no token can have', registered({ client_id: 'a\nb' }), /client id is not one/],
    [
      'gives a secret that cannot be sent',
      registered({ client_secret: 'é', client_secret_expires_at: 0 }),
      /secret cannot/,
    ],
  ])('%s: registers nothing, and says why', async (_what, answer, message) => {
    lying.answer = answer;
    expect(await carol.refused(REGISTER, at('lying'))).toMatchObject({
      code: 'CLIENT_NOT_REGISTERED',
      message: expect.stringMatching(message),
    });
    expect([await idsOf(carol), lying.seen.length]).toEqual([[], 1]);
  });

  it('is asked for what the application can use, without a token that nobody gave', async () => {
    lying.answer = registered({ client_secret: 'shown', client_secret_expires_at: 1_900_000_000 });
    expect(await register(carol, 'lying')).toEqual({
      oauthProvider: 'lying',
      clientId: 'a-client',
      clientSecret: 'shown',
      secretExpiresAt: '2030-03-17T17:46:40.000Z',
    });
    expect(JSON.parse(lying.seen[0]?.body ?? '')).toEqual({
      client_name: 'Shop',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'client_credentials'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(lying.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('answers with the client of another application: saves nothing, and deletes nothing there', async () => {
    const management = { registration_client_uri: `${lying.url}/it`, registration_access_token: 'abc' };
    lying.answer = registered(management);
    await register(dave, 'lying');
    expect(await carol.refused(REGISTER, at('lying'))).toMatchObject({
      code: 'CLIENT_NOT_REGISTERED',
      message: expect.stringContaining('the client id of another application: nothing was saved'),
    });
    expect(lying.seen.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect([await idsOf(carol), await idsOf(dave)]).toEqual([[], ['a-client']]);
  });

  it('is not called at an address that its org may not call', async () => {
    const inner = await listening((_request, response) => response.end());
    lying.answer = ({ url }, response) =>
      url === '/.well-known/openid-configuration'
        ? response.end(
            JSON.stringify({ issuer: lying.url, registration_endpoint: 'http://10.0.0.1/register' }),
          )
        : response.writeHead(404).end();
    await secret('nobody-set-it', TOKEN);
    expect(await carol.refused(REGISTER, at('untold'))).toMatchObject({
      code: 'CLIENT_NOT_REGISTERED',
      message: expect.stringContaining('cannot be reached'),
    });
    await world.portal.database.prisma.secret.deleteMany({ where: { name: 'nobody-set-it' } });
    await inner.close();
  });

  it('says what is left there where nothing can be saved and nothing deleted', async () => {
    let serial = 0;
    lying.answer = (request, response) => {
      serial += 1;
      registered({ client_id: `client-${serial}` })(request, response);
    };
    const both = await Promise.allSettled([register(carol, 'lying'), register(carol, 'lying')]);
    expect(both.map((each) => (each.status === 'rejected' ? String(each.reason) : '')).join('')).toMatch(
      /The client client-\d is left at lying: have it deleted there\./,
    );
  });

  it('is asked five times a minute by a consumer org, and by others all the same', async () => {
    lying.answer = registered({}, 500);
    for (let time = 0; time < 5; time += 1)
      expect(await carol.refused(REGISTER, at('lying'))).toMatchObject({ code: 'CLIENT_NOT_REGISTERED' });
    expect(await carol.refused(REGISTER, at('lying'))).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(await dave.refused(REGISTER, at('lying'))).toMatchObject({ code: 'CLIENT_NOT_REGISTERED' });
    expect(lying.seen).toHaveLength(6);
  });
});

describe('the page of an application', () => {
  it.each([
    { language: 'en', button: 'Register the application there', once: 'It is not kept here' },
    { language: 'de', button: 'Anwendung dort registrieren', once: 'nicht aufbewahrt' },
  ])('registers it and shows its secret once ($language)', async ({ language, button, once }) => {
    const browser = await world.signedIn('carol', language);
    expect((await browser.get('/applications/shop')).text).toContain(button);
    const shown = await browser.post('/applications/shop/external-clients/register', {
      oauthProvider: 'sound',
    });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(once)]);
    const [clientId = 'none'] = await idsOf(carol);
    expect(shown.text).toContain(clientId);
    expect(shown.headers.get('cache-control')).toContain('no-store');
    const again = await browser.post('/applications/shop/external-clients/register', {
      oauthProvider: 'sound',
    });
    expect(again.status).toBe(409);
  });
});
