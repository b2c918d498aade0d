import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;

const FIELDS =
  '{ signIn { passwords providers { userRegistry title unmatched consumerOrgs { claim value consumerOrg create } roles { claim value role } } } }';
const staff = {
  userRegistry: 'staff',
  title: 'Acme staff',
  consumerOrgs: [
    { claim: 'groups', value: 'partners', consumerOrg: 'partners', create: false },
    { claim: 'tenant', value: null, consumerOrg: null, create: true },
  ],
  roles: [{ claim: 'groups', value: 'owners', role: 'OWNER' }],
  unmatched: 'SIGN_UP',
};
const policy = { passwords: false, providers: [staff] };

const set = (signIn: object | null) => world.mutate('updateCatalog', { name: CATALOG, signIn }, FIELDS);
const refused = (signIn: object) => world.refused('updateCatalog', { name: CATALOG, signIn });

describe('the sign-in policy of a catalog', () => {
  beforeAll(async () => {
    world = await openCatalog();
    await world.mutate('createUserRegistry', {
      name: 'staff',
      title: 'Staff',
      displayName: 'Staff',
      type: 'OPENID_CONNECT',
      url: 'https://login.acme.test',
      openId: { clientId: 'portal', clientSecret: 'the secret of the portal' },
    });
    await world.mutate('createUserRegistry', {
      title: 'Accounts',
      displayName: 'Accounts',
      url: 'https://accounts.acme.test',
    });
  });
  afterAll(() => world.close());

  it('is given back as it was set, and taken away by null', async () => {
    expect(await set(policy)).toEqual({ signIn: policy });
    expect(await world.mutate('updateCatalog', { name: CATALOG, title: 'Box' }, FIELDS)).toEqual({
      signIn: policy,
    });
    expect(await set(null)).toEqual({ signIn: null });
  });

  it('names a user registry of the org whose type says who somebody is', async () => {
    expect(await refused({ providers: [{ ...staff, userRegistry: 'nobody' }] })).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('There is no user registry nobody in this org.'),
    });
    expect(await refused({ providers: [{ ...staff, userRegistry: 'accounts' }] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(
        'people sign in to portals by one of type OPENID_CONNECT, SAML or LDAP',
      ),
    });
  });

  it('keeps its user registry from being deleted', async () => {
    await set(policy);
    expect(await world.refused('deleteUserRegistry', { name: 'staff' }, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: expect.stringContaining(`The portal of the catalog ${CATALOG} signs people in by staff`),
    });
    await set(null);
  });
});
