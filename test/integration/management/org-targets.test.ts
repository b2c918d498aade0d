import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManagement } from '../../../src/control-plane/management/handler.ts';
import { createOrgNames } from '../../../src/data-plane/snapshot/org-names.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
let outbound: Outbound;
const tokens = new Map<string, string>();
beforeAll(async () => {
  world = await openManagement();
  for (const title of ['Acme', 'Beta']) {
    await world.mutate('createOrg', { title });
    await world.mutate('createCatalog', { org: title.toLowerCase(), title: 'Main' });
  }
  for (const org of ['acme', 'beta']) {
    const { createAccessToken: issued } = await world.query<{ createAccessToken: { token: string } }>(
      `mutation { createAccessToken(input: { org: "${org}", name: "all", role: ADMINISTRATOR }) { token } }`,
    );
    tokens.set(org, issued.token);
  }
  outbound = new Outbound({
    allowlist: ['acme=10.1.0.0/16:8443'],
    orgName: createOrgNames({ database: world.database, snapshot: () => undefined }),
  });
});
afterAll(async () => {
  await outbound.close();
  await world.close();
});

const openapi = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Inner', version: '1.0.0' },
  servers: [{ url }],
  paths: { '/': { get: { responses: { 200: { description: 'OK' } } } } },
});
const URL_INSIDE = 'https://10.1.2.3:8443';

/** What each noun with an address says of it, for an org. */
const attempts: Record<string, (org: string) => [field: string, input: object]> = {
  API: (org) => [
    'createApi',
    { org, title: 'Inner', version: '1.0.0', basePath: '/inner', security: [], openapi: openapi(URL_INSIDE) },
  ],
  registry: (org) => ['createUserRegistry', { org, title: 'People', displayName: 'People', url: URL_INSIDE }],
  webhook: (org) => [
    'createWebhook',
    { org, catalog: 'main', name: 'hook', url: URL_INSIDE, types: ['API_ONLINE_STATE'] },
  ],
  manifest: (org) => [
    'applyManifest',
    {
      org,
      manifest: {
        gatehouse: '1',
        userRegistries: [{ name: 'other', title: 'Other', displayName: 'Other', url: URL_INSIDE }],
      },
    },
  ],
};

it.each(Object.keys(attempts))(
  'an address that TARGET_ALLOWLIST opens to one org is taken of it, and refused to others: %s',
  async (noun) => {
    const management = createManagement({
      ...world.deps,
      outbound,
      onFault: (fault) => void (world.faults as unknown[]).push(fault),
    });
    const ask = async (org: string) => {
      const [field, input] = attempts[noun]?.(org) ?? ['', {}];
      const request = new Request('http://control.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(org)}` },
        body: JSON.stringify({
          query: `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { __typename } }`,
          variables: { input },
        }),
      });
      const answer = await management.fetch(request, { address: '192.0.2.1', network: 'a network' } as never);
      return (await answer.json()) as { errors?: { message: string; extensions: { code: string } }[] };
    };
    expect(await ask('acme')).not.toHaveProperty('errors');
    const { errors = [] } = await ask('beta');
    expect(JSON.stringify(errors)).toContain(
      '10.1.2.3 is in a private network: an operator can allow it with TARGET_ALLOWLIST, as beta=10.1.2.3:8443 for this org alone.',
    );
  },
);
