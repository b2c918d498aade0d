import { describe, expect, it } from 'vitest';
import { type ProviderWarningsInput, providerWarnings } from '../../../src/domain/oauth/provider-warning.ts';

const scene: ProviderWarningsInput = {
  name: 'shop-oauth',
  grantTypes: ['RESOURCE_OWNER_PASSWORD'],
  issuer: null,
  registry: { name: 'people', catalogs: ['sandbox'] },
  catalogs: ['sandbox'],
  secrets: new Map(),
};
const warnings = (changes: Partial<ProviderWarningsInput>) => providerWarnings({ ...scene, ...changes });

describe('what an OAuth provider lacks for people to sign in', () => {
  it('is nothing where its registry is assigned wherever it is, or where no grant asks for people', () => {
    expect(warnings({})).toEqual([]);
    expect(warnings({ catalogs: [] })).toEqual([]);
    expect(warnings({ grantTypes: ['APPLICATION'], registry: null })).toEqual([]);
    expect(warnings({ grantTypes: ['APPLICATION'], catalogs: ['live'] })).toEqual([]);
  });

  it.each([
    [['RESOURCE_OWNER_PASSWORD'], 'RESOURCE_OWNER_PASSWORD asks'],
    [['ACCESS_CODE', 'APPLICATION'], 'ACCESS_CODE asks'],
    [['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'], 'RESOURCE_OWNER_PASSWORD and ACCESS_CODE ask'],
  ] as const)('is a registry, where it has none and offers %j', (grantTypes, asking) => {
    expect(warnings({ grantTypes, registry: null })).toEqual([
      {
        code: 'USER_REGISTRY_MISSING',
        message: `Nobody can sign in at shop-oauth: ${asking} a user registry, and it has none. Give it one.`,
        facts: { provider: 'shop-oauth', grantTypes: grantTypes.filter((each) => each !== 'APPLICATION') },
      },
    ]);
  });

  it.each([
    [['sandbox', 'live'], 'the catalog live'],
    [['live', 'test'], 'the catalogs live and test'],
  ])('is an assignment of its registry, where it is assigned to %j', (catalogs, where) => {
    expect(warnings({ catalogs })).toEqual([
      {
        code: 'USER_REGISTRY_UNASSIGNED',
        message: `Nobody can sign in at shop-oauth in ${where}: assign the user registry people there.`,
        facts: {
          provider: 'shop-oauth',
          userRegistry: 'people',
          catalogs: catalogs.filter((each) => each !== 'sandbox'),
        },
      },
    ]);
  });
});

describe('an external issuer', () => {
  const external = { grantTypes: [], registry: null };

  it('is warned of without audiences: tokens for any service would be taken', () => {
    expect(warnings({ ...external, issuer: { audiences: [], introspection: null } })).toEqual([
      {
        code: 'AUDIENCE_UNCHECKED',
        message: expect.stringContaining('shop-oauth takes tokens'),
        facts: { provider: 'shop-oauth' },
      },
    ]);
  });

  it('is warned of where a catalog lacks a secret that it names, of introspection or registration', () => {
    const introspection = { url: 'https://i.test', clientId: 'gate', secret: 'ask', cacheSeconds: 60 };
    const registration = { url: null, initialAccessToken: 'join', grantTypes: ['APPLICATION'] as const };
    const issuer = { audiences: ['https://api.acme.test'], introspection, registration };
    const catalogs = ['sandbox', 'live'];
    const lacking = (secrets: Record<string, string[]>) =>
      warnings({ ...external, issuer, catalogs, secrets: new Map(Object.entries(secrets)) });
    expect(lacking({ ask: catalogs, join: catalogs })).toEqual([]);
    expect(lacking({ ask: ['live'] })).toEqual([
      {
        code: 'SECRET_MISSING',
        message:
          'shop-oauth names the secret ask, which there is not in the catalog sandbox: setSecret makes it.',
        facts: { provider: 'shop-oauth', secret: 'ask', catalogs: ['sandbox'] },
      },
      {
        code: 'SECRET_MISSING',
        message:
          'shop-oauth names the secret join, which there is not in the catalogs sandbox and live: setSecret makes it.',
        facts: { provider: 'shop-oauth', secret: 'join', catalogs },
      },
    ]);
    expect(warnings({ ...external, issuer, catalogs: [] })).toEqual([]);
  });

  it('lacks nothing with an audience: nobody signs in here', () => {
    expect(
      warnings({ ...external, issuer: { audiences: ['https://api.acme.test'], introspection: null } }),
    ).toEqual([]);
  });
});
