import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { makeSamlKeys, SAML_ENTITY } from '../../../support/saml-provider.ts';

const [keys, next, weak] = [makeSamlKeys(), makeSamlKeys(), makeSamlKeys({ bits: 1_024 })];
const SELECTION =
  '{ name type url saml { entityId certificates audience personAttribute emailAttribute emailIsVerified faults } }';
/** The platform never connects to it, so that it may be in the network of the browsers. */
const url = 'https://10.0.0.1/sso';
const people = { title: 'People', displayName: 'People', type: 'SAML', url };
const saml = { entityId: SAML_ENTITY, certificates: [keys.cert] };

let world: ManifestWorld;
beforeAll(async () => {
  world = await openManifest();
});
afterAll(() => world.close());

describe('a user registry of type SAML', () => {
  it('has settings that are completed, changed in part, and written into a manifest', async () => {
    expect(await world.mutate('createUserRegistry', { ...people, saml }, SELECTION)).toEqual({
      name: 'people',
      type: 'SAML',
      url,
      saml: {
        entityId: SAML_ENTITY,
        certificates: [keys.cert.trim()],
        audience: null,
        personAttribute: null,
        emailAttribute: null,
        emailIsVerified: false,
        faults: [],
      },
    });
    const change = { name: 'people', saml: { certificates: [keys.cert, next.cert] } };
    expect(await world.mutate('updateUserRegistry', change, SELECTION)).toMatchObject({
      saml: { entityId: SAML_ENTITY, certificates: [keys.cert.trim(), next.cert.trim()] },
    });
    const written = await world.export();
    expect(written.userRegistries).toContainEqual(
      expect.objectContaining({
        name: 'people',
        saml: { entityId: SAML_ENTITY, certificates: [keys.cert.trim(), next.cert.trim()] },
      }),
    );
    expect((await world.apply(written)).changes).toEqual([]);
  });

  it.each([
    ['no settings', undefined, 'saml'],
    ['no entity id', { ...saml, entityId: undefined }, 'entityId'],
    ['an entity id with a space', { ...saml, entityId: 'a b' }, 'entityId'],
    ['no certificate', { ...saml, certificates: [] }, 'certificates'],
    ['another text', { ...saml, certificates: ['a'] }, 0],
    ['two certificates in one', { ...saml, certificates: [keys.cert + next.cert] }, 0],
    ['a weak key', { ...saml, certificates: [weak.cert] }, 0],
    ['an address of no attribute', { ...saml, emailIsVerified: true }, 'emailAttribute'],
    ['a name of no attribute', { ...saml, personAttribute: ' ' }, 'personAttribute'],
  ])('is refused with %s', async (_fault, given, member) => {
    expect(await world.refused('createUserRegistry', { ...people, name: 'bad', saml: given })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: expect.arrayContaining([member]),
    });
  });

  it('signs nobody in for tokens', async () => {
    await world.mutate('createUserRegistry', { ...people, name: 'staff', saml }, SELECTION);
    const provider = { title: 'Tokens', userRegistry: 'staff', grantTypes: ['ACCESS_CODE'] };
    expect(await world.refused('createOAuthProvider', provider)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'People of the user registry staff sign in to portals alone, as it is of type SAML: name another one.',
    });
  });
});
