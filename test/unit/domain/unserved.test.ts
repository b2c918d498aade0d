import { describe, expect, it } from 'vitest';
import {
  closedWithout,
  missingPrerequisites,
  type OfferedApi,
  type OfferedProvider,
} from '../../../src/control-plane/management/lifecycle/rules/missing-prerequisites.ts';
import type { SecurityDefinition } from '../../../src/domain/api/security/types.ts';
import { defaultSecurity } from '../../../src/domain/api/security.ts';
import type { GrantType } from '../../../src/domain/oauth/grant-types.ts';

const token = (flow: GrantType | null): SecurityDefinition => ({
  name: flow ?? 'any',
  type: 'OAUTH2',
  flow,
  oauthProvider: 'shop-oauth',
});
const basic = (userRegistry: string): SecurityDefinition => ({
  name: `basic-${userRegistry}`,
  type: 'HTTP_BASIC',
  userRegistry,
});
const asking = (...definitions: SecurityDefinition[]) => ({
  securityDefinitions: definitions,
  security: definitions.map(({ name }) => ({ definition: name, scopes: [] })),
});
const api: OfferedApi = {
  name: 'shop',
  version: '1.0.0',
  kind: 'REST',
  targetUrl: 'https://shop.example',
  backend: null,
  online: true,
  isServed: true,
  closedServer: null,
  drift: null,
  isMocked: false,
  serving: null,
  ...defaultSecurity,
};
const provider: OfferedProvider = {
  name: 'shop-oauth',
  isAssigned: true,
  registry: { name: 'people', isAssigned: true },
  grantTypes: ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'],
};
const person: OfferedProvider = { ...provider, grantTypes: ['ACCESS_CODE'] };
const warnings = (changes: Partial<OfferedApi> = {}, providers: OfferedProvider[] = [provider]) =>
  missingPrerequisites({
    catalog: 'sandbox',
    apis: [{ ...api, ...changes }],
    providers,
    backends: new Set(['customers']),
    registries: new Set(['people']),
  }).map(({ facts: _, ...said }) => said);

describe('what a product lacks to be served', () => {
  it('is the user registry of its usernames and passwords, unless there is another way in', () => {
    expect(warnings(asking(basic('people')))).toEqual([]);
    expect(warnings(asking(basic('staff'), basic('people')))).toEqual([]);
    expect(warnings(asking(basic('staff')))).toEqual([
      {
        code: 'REGISTRY_UNASSIGNED',
        subject: 'shop:1.0.0',
        message:
          'No username and password admits to shop:1.0.0: assign the user registry staff to the catalog sandbox.',
      },
    ]);
  });

  it('is to be online, where it serves, and a policy of its GraphQL server', () => {
    expect(warnings({ online: false, isServed: false })).toEqual([]);
    expect(warnings({ online: false, closedServer: 'shop-graph' })).toEqual([
      {
        code: 'SERVER_CLOSED',
        subject: 'shop:1.0.0',
        message:
          'Every field of shop:1.0.0 is refused: the access policies of the GraphQL server shop-graph admit nobody. Give it policies with updateGraphQLServer.',
      },
      {
        code: 'API_OFFLINE',
        subject: 'shop:1.0.0',
        message: 'shop:1.0.0 is Offline: its calls get 503 until setApiOnline takes it online.',
      },
    ]);
  });

  it('is nothing where calls have a back-end, and callers a way in', () => {
    expect(warnings()).toEqual([]);
    expect(warnings({ security: [] })).toEqual([]);
    expect(warnings({ kind: 'GRAPHQL', targetUrl: null })).toEqual([]);
    expect(warnings(asking(token('RESOURCE_OWNER_PASSWORD')))).toEqual([]);
    expect(warnings(asking(token('APPLICATION')), [{ ...provider, registry: null }])).toEqual([]);
    expect(warnings(asking(token('ACCESS_CODE'), token('APPLICATION')))).toEqual([]);
    expect(warnings(asking(token(null)), [{ ...provider, registry: null }])).toEqual([]);
  });

  it('is nothing where people get tokens in another way than the flow says: the gateway takes them', () => {
    expect(warnings(asking(token('RESOURCE_OWNER_PASSWORD')), [person])).toEqual([]);
    expect(warnings(asking(token('ACCESS_CODE')))).toEqual([]);
  });

  it('is the back-end that an API names, where the catalog lacks it', () => {
    expect(warnings({ targetUrl: null, backend: 'customers' })).toEqual([]);
    for (const kind of ['REST', 'GRAPHQL'] as const)
      expect(warnings({ kind, targetUrl: null, backend: 'orders' })).toEqual([
        {
          code: 'BACKEND_MISSING',
          message:
            'Calls of shop:1.0.0 are refused: the catalog sandbox lacks the back-end orders. Set it there with setBackend.',
          subject: 'shop:1.0.0',
        },
      ]);
  });

  it('is a back-end, where the document of a REST API names none', () => {
    expect(warnings({ targetUrl: null })).toEqual([
      {
        code: 'BACKEND_MISSING',
        message:
          'Calls of shop:1.0.0 lead nowhere: its document names no server. Give it a targetUrl or a back-end.',
        subject: 'shop:1.0.0',
      },
    ]);
  });

  it.each([
    ['RESOURCE_OWNER_PASSWORD', [], 'assign the OAuth provider shop-oauth to the catalog sandbox'],
    [
      'APPLICATION',
      [{ ...provider, isAssigned: false }],
      'assign the OAuth provider shop-oauth to the catalog sandbox',
    ],
    ['APPLICATION', [person], 'the OAuth provider shop-oauth lacks the grant type APPLICATION'],
    [
      'ACCESS_CODE',
      [{ ...provider, grantTypes: ['APPLICATION'] }],
      'the OAuth provider shop-oauth lacks the grant type RESOURCE_OWNER_PASSWORD or ACCESS_CODE',
    ],
    [null, [{ ...person, registry: null }], 'the OAuth provider shop-oauth has no user registry to ask'],
    [
      'RESOURCE_OWNER_PASSWORD',
      [{ ...provider, registry: null }],
      'the OAuth provider shop-oauth has no user registry to ask',
    ],
    [
      'ACCESS_CODE',
      [{ ...person, registry: { name: 'people', isAssigned: false } }],
      'assign the user registry people to the catalog sandbox',
    ],
  ] as const)('is a way to a token by %s, with the providers %j', (flow, providers, reason) => {
    expect(warnings(asking(token(flow)), [...providers])).toEqual([
      {
        code: 'TOKEN_UNOBTAINABLE',
        message: `Nobody can get the access token that shop:1.0.0 asks for: ${reason}.`,
        subject: 'shop:1.0.0',
      },
    ]);
  });
});

describe('what is closed without an OAuth provider', () => {
  const other: SecurityDefinition = {
    name: 'other',
    type: 'OAUTH2',
    flow: 'APPLICATION',
    oauthProvider: 'other-oauth',
  };
  const offer = {
    catalog: 'sandbox',
    backends: new Set<string>(),
    registries: new Set(['people']),
    providers: [
      { ...provider, registry: null },
      { ...provider, name: 'other-oauth' },
    ],
    apis: [
      { ...api, name: 'needs', ...asking(token('APPLICATION')) },
      { ...api, name: 'open', security: [] },
      { ...api, name: 'has-another', ...asking(token('APPLICATION'), other) },
      { ...api, name: 'closed-already', ...asking(token('ACCESS_CODE')) },
      { ...api, name: 'asks-people', ...asking(basic('people')) },
      { ...api, name: 'asks-nobody', ...asking(basic('gone')) },
    ],
  };
  const closed = (oauthProvider: string) =>
    closedWithout(offer, { oauthProviders: [oauthProvider], userRegistries: [] }).map(({ name }) => name);

  it('is what takes its tokens alone, and is not closed already', () => {
    expect(closed('shop-oauth')).toEqual(['needs']);
    expect([closed('other-oauth'), closed('none-such')]).toEqual([[], []]);
  });

  it('is a user registry that knows its usernames and passwords', () => {
    const without = (userRegistry: string) =>
      closedWithout(offer, { oauthProviders: [], userRegistries: [userRegistry] }).map(({ name }) => name);
    expect(without('people')).toEqual(['asks-people']);
    expect(without('gone')).toEqual(['asks-nobody']);
  });
});
