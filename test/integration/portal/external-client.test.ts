// Client ids at external issuers: whoever registers one has to prove that the client is its own.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { externalIssuerFrom } from '../../../src/domain/oauth/external-issuer.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import {
  AUDIENCE,
  type ExternalIssuer,
  externalIssuer,
  soundAnswers,
} from '../../support/external-issuer.ts';
import type { PortalClient } from '../../support/portal.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

let world: PagesWorld;
let issuer: ExternalIssuer;
let carol: PortalClient;
let dave: PortalClient;

beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  issuer = await externalIssuer(portal.deps.clock);
  issuer.answer = soundAnswers(issuer, portal.deps.clock);
  await portal.oauthProvider();
  await portal.database.prisma.oAuthProvider.create({
    data: {
      orgId: portal.orgId,
      name: 'company',
      title: 'Company',
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      grantTypes: [],
      scopes: [],
      accessTokenSeconds: 0,
      refreshTokens: false,
      refreshTokenSeconds: 0,
      issuer: toStore(externalIssuerFrom({ url: issuer.url, audiences: [AUDIENCE] })),
      catalogs: { connect: { id: portal.catalogId } },
    },
  });
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
});
afterAll(async () => {
  await issuer.close();
  await world.close();
});
beforeEach(async () => {
  issuer.answer = soundAnswers(issuer, world.portal.deps.clock);
  for (const person of [carol, dave])
    await person.run('mutation { createApplication(title: "Shop") { clientKey } }');
});
afterEach(async () => {
  for (const person of [carol, dave]) await person.run('mutation { deleteApplication(name: "shop") }');
  expect(world.portal.faults).toEqual([]);
});

/** A token of the client itself. */
const ofClient = (clientId = 'billing', more = {}) =>
  issuer.token({ client_id: clientId, sub: clientId, ...more });
const ADD = `mutation ($application: String!, $oauthProvider: String!, $clientId: String!, $token: String!) {
  addExternalClientId(application: $application, oauthProvider: $oauthProvider, clientId: $clientId, token: $token) {
    oauthProvider clientId } }`;
const adding = (token: string, more = {}) => ({
  application: 'shop',
  oauthProvider: 'company',
  clientId: 'billing',
  token,
  ...more,
});
const idsOf = async (person: PortalClient) =>
  (
    await person.run<{ application: { externalClientIds: { clientId: string }[] } }>(
      '{ application(name: "shop") { externalClientIds { clientId } } }',
    )
  ).application.externalClientIds.map(({ clientId }) => clientId);

describe('a client id at an external issuer', () => {
  it('is registered by who shows a token of the client itself, listed, and removed', async () => {
    expect(await carol.run(ADD, adding(await ofClient()))).toEqual({
      addExternalClientId: { oauthProvider: 'company', clientId: 'billing' },
    });
    expect(await idsOf(carol)).toEqual(['billing']);
    await carol.run(
      'mutation { removeExternalClientId(application: "shop", oauthProvider: "company", clientId: "billing") }',
    );
    expect(await idsOf(carol)).toEqual([]);
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    ['none', async () => '', /not one that company issued/],
    ['another text', async () => 'a.b.c', /not one that company issued/],
    ['one of another client', () => ofClient('payroll'), /of another client/],
    [
      'one of a person who uses the client',
      () => issuer.token(),
      /of a person: get one of the client itself/,
    ],
    ['one for other APIs', () => ofClient('billing', { aud: 'https://other.test' }), /not one that company/],
    ['one that has expired', () => ofClient('billing', { exp: 1 }), /not one that company issued/],
    [
      'one that another issuer signed',
      async () => {
        const [other, clock] = [await externalIssuer(world.portal.deps.clock), world.portal.deps.clock];
        const now = Math.floor(clock().getTime() / 1000);
        const token = await other.token({ iss: issuer.url, sub: 'billing', exp: now + 60 });
        await other.close();
        return token;
      },
      /not one that company issued/,
    ],
  ])('is not registered with %s in place of a token of the client', async (_what, token, message) => {
    expect(await carol.refused(ADD, adding(await token()))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(message),
      path: ['token'],
    });
    expect(await idsOf(carol)).toEqual([]);
  });

  it('is one application: nobody takes it from another, or learns without the token that it is taken', async () => {
    await carol.run(ADD, adding(await ofClient()));
    expect(await dave.refused(ADD, adding(await ofClient()))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await dave.refused(ADD, adding(await issuer.token()))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect([await idsOf(carol), await idsOf(dave)]).toEqual([['billing'], []]);
    await carol.run('mutation { deleteApplication(name: "shop") }');
    await carol.run('mutation { createApplication(title: "Shop") { clientKey } }');
    await dave.run(ADD, adding(await ofClient()));
    expect([await idsOf(carol), await idsOf(dave)]).toEqual([[], ['billing']]);
  });

  it('asks nobody about a token for an application of others, or at a provider of the platform', async () => {
    const asked = issuer.requested().length;
    const token = await ofClient();
    for (const more of [{ application: 'none' }, { oauthProvider: 'customer-oauth' }])
      expect(await carol.refused(ADD, adding(token, more))).toMatchObject({ code: 'NOT_FOUND' });
    expect(issuer.requested()).toHaveLength(asked);
  });

  it('is at most one of twenty of an application', async () => {
    for (let at = 0; at < 20; at += 1)
      await carol.run(ADD, adding(await ofClient(`client-${at}`), { clientId: `client-${at}` }));
    expect(await carol.refused(ADD, adding(await ofClient()))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('at most 20 client ids'),
    });
  });

  it('waits for an issuer that does not answer, and is no wrong guess then', async () => {
    await issuer.rotate();
    issuer.answer = (_request, response) => response.writeHead(503).end();
    world.portal.pass(25 * 3_600_000);
    const again = await world.portal.signIn('carol');
    expect(await again.refused(ADD, adding(await ofClient()))).toMatchObject({
      status: 503,
      code: 'ISSUER_UNAVAILABLE',
    });
    issuer.answer = soundAnswers(issuer, world.portal.deps.clock);
    world.portal.pass(60_000);
    await again.run(ADD, adding(await ofClient()));
    [carol, dave] = [again, await world.portal.signIn('dave')];
  });

  it('is guessed at slowly', async () => {
    const erin = await world.portal.signIn('erin');
    for (let at = 0; at < 50; at += 1) await erin.refused(ADD, adding(`a.b.${at}`));
    expect(await erin.refused(ADD, adding(await ofClient()))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect(await carol.run(ADD, adding(await ofClient()))).toBeDefined();
  });
});

describe('the page of an application', () => {
  const form = (token: string) => ({ oauthProvider: 'company', clientId: 'billing', token });

  it.each([
    {
      language: 'en',
      title: 'Client ids at identity providers',
      done: 'The client id is registered',
      refusal: 'of a person',
    },
    {
      language: 'de',
      title: 'Client-IDs bei Identitätsanbietern',
      done: 'Die Client-ID ist eingetragen',
      refusal: 'beweist nicht',
    },
  ])('registers and removes client ids ($language)', async ({ language, title, done, refusal }) => {
    const browser = await world.signedIn('carol', language);
    expect((await browser.get('/applications/shop')).text).toContain(title);
    const refused = await browser.post('/applications/shop/external-clients', form(await issuer.token()));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(refusal)]);
    const added = await browser.post('/applications/shop/external-clients', form(await ofClient()));
    expect([added.status, added.location]).toEqual([303, '/applications/shop?done=externalClientAdded']);
    const page = await browser.get('/applications/shop?done=externalClientAdded');
    expect(page.text).toContain(done);
    expect(page.text).toContain('billing');
    const removed = await browser.post('/applications/shop/external-clients/remove', form(''));
    expect(removed.location).toBe('/applications/shop?done=externalClientRemoved');
    expect(await idsOf(carol)).toEqual([]);
  });

  it('says nothing of it where the catalog has no external issuer', async () => {
    const { prisma } = world.portal.database;
    const catalogs = { id: world.portal.catalogId };
    const { id } = await prisma.oAuthProvider.findFirstOrThrow({ where: { name: 'company' } });
    await prisma.oAuthProvider.update({ where: { id }, data: { catalogs: { disconnect: catalogs } } });
    const browser = await world.signedIn('carol');
    expect((await browser.get('/applications/shop')).text).not.toContain('identity providers');
    await prisma.oAuthProvider.update({ where: { id }, data: { catalogs: { connect: catalogs } } });
  });
});
