// A provider gets another user registry: whoever has the same name there is somebody else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, client, type Reply } from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  SIGN_IN,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

let world: StoredOAuth;
/** The registry of the beginning, and another one with people of the same names and passwords. */
let [first, second] = ['', ''];
beforeAll(async () => {
  world = await openStoredOAuth();
  const { prisma } = world.database;
  const { id: _, ...row } = await prisma.userRegistry.findFirstOrThrow();
  first = _;
  const { createdAt, ldap, openId, saml, ...settings } = row;
  second = (await prisma.userRegistry.create({ data: { ...settings, name: 'others' } })).id;
  const catalogs = await prisma.catalog.findMany({ where: { userRegistries: { some: { id: first } } } });
  await prisma.userRegistry.update({
    where: { id: second },
    data: { catalogs: { connect: catalogs.map(({ id }) => ({ id })) } },
  });
});
afterAll(() => world.close());
const useRegistry = (userRegistryId: string) =>
  world.change((prisma) =>
    prisma.oAuthProvider.update({ where: { id: world.providerId }, data: { userRegistryId } }),
  );
beforeEach(async () => {
  await world.database.prisma.consent.deleteMany();
  const { userRegistryId } = await world.database.prisma.oAuthProvider.findUniqueOrThrow({
    where: { id: world.providerId },
  });
  if (userRegistryId !== first) await useRegistry(first);
});

const refusedAs = ({ status, json }: Reply) => [status, json['error']];
const refresh = (token: unknown) =>
  world.post('token', { grant_type: 'refresh_token', refresh_token: String(token), ...client() });
const redeem = (location: URL) =>
  world.post('token', {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...client(),
  });
const introspected = async (token: unknown) =>
  (await world.post('introspect', { ...client(), token: String(token) })).json['active'];
/** Makes rows as they were before they named a registry. */
async function forgetRegistries() {
  const { prisma } = world.database;
  const data = { userRegistryId: null };
  await prisma.tokenFamily.updateMany({ data });
  await prisma.consent.updateMany({ data });
  await prisma.providerSession.updateMany({ data });
}

describe.each([
  ['that name their registry', async () => {}],
  ['of the time before they did', forgetRegistries],
])('of a provider whose registry is replaced, with rows %s', (_rows, prepare) => {
  it('refresh tokens are refused, and good again with the registry that they are of', async () => {
    const { json } = await world.post('token', { ...ALICE, ...client() });
    await prepare();
    expect(await introspected(json['refresh_token'])).toBe(true);
    await useRegistry(second);
    expect(await introspected(json['refresh_token'])).toBe(false);
    expect(refusedAs(await refresh(json['refresh_token']))).toEqual([400, 'invalid_grant']);
    await useRegistry(first);
    expect((await refresh(json['refresh_token'])).status).toBe(200);
  });

  it('codes are refused', async () => {
    const location = await allow(openProviderBrowser(world.url));
    await prepare();
    await useRegistry(second);
    expect(refusedAs(await redeem(location))).toEqual([400, 'invalid_grant']);
  });

  it('sessions are over, and a namesake is asked for consent and sees none of the other', async () => {
    const browser = openProviderBrowser(world.url);
    await allow(browser, authorizePath({ scope: 'customer profile' }));
    await prepare();
    expect((await browser.get(authorizePath())).location).toBeDefined();
    expect((await browser.get(CONSENTS)).text).toContain('The demo');
    await useRegistry(second);
    expect((await browser.get(authorizePath())).html).toContain('name="password"');
    await browser.submit('sign-in', SIGN_IN);
    expect((await browser.get(authorizePath())).html).toContain('value="allow"');
    const consents = await browser.get(CONSENTS);
    expect([consents.status, consents.text]).toEqual([200, expect.not.stringContaining('The demo')]);

    await browser.get(authorizePath());
    await browser.submit('allow');
    const [kept, ...others] = await world.database.prisma.consent.findMany();
    expect([kept?.scopes, kept?.userRegistryId, others]).toEqual([['customer'], second, []]);
    await useRegistry(first);
    expect((await browser.get(authorizePath())).html).toContain('name="password"');
  });
});
