import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
});
afterAll(() => portal.close());
beforeEach(() => carol.run('mutation { createApplication(title: "Shop") { clientKey } }'));
afterEach(() => carol.run('mutation { deleteApplication(name: "shop") }'));

type Issued = { readonly key: string; readonly apiKey: { readonly id: string; readonly title: string } };
const create = async (expiresAt?: string) =>
  (
    await carol.run<{ createApiKey: Issued }>(
      `mutation ($expiresAt: DateTime) {
        createApiKey(application: "shop", title: "CI", expiresAt: $expiresAt) { key apiKey { id title } } }`,
      { expiresAt },
    )
  ).createApiKey;
const keys = async () =>
  (
    await carol.run<{ application: { apiKeys: { id: string; prefix: string }[] } }>(
      '{ application(name: "shop") { apiKeys { id prefix } } }',
    )
  ).application.apiKeys;

describe('the API keys of an application', () => {
  it('are made, listed by how they begin, replaced and revoked by their consumer org', async () => {
    const { key, apiKey } = await create();
    expect(key).toMatch(/^gk_[0-9a-f]{8}_[\w-]{43}$/);
    expect(await keys()).toEqual([{ id: apiKey.id, prefix: key.slice(0, 11) }]);
    const { replaceApiKey } = await carol.run<{ replaceApiKey: Issued }>(
      'mutation ($id: ID!) { replaceApiKey(id: $id, overlapSeconds: 60) { key apiKey { id title } } }',
      { id: apiKey.id },
    );
    expect(replaceApiKey).toMatchObject({ apiKey: { title: 'CI' } });
    expect(replaceApiKey.key).not.toBe(key);
    for (const { id } of await keys())
      await carol.run('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id });
    expect(await keys()).toEqual([]);
  });

  it('do not exist for another consumer org', async () => {
    const { apiKey } = await create();
    await expect(
      dave.run('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: apiKey.id }),
    ).rejects.toThrow(/No application of your consumer organization has that API key/);
    await expect(dave.run('mutation { revokeApiKey(id: "x") }')).rejects.toThrow(/has that API key/);
  });

  it('cannot have ended before they begin', async () => {
    await expect(create('2001-01-01T00:00:00Z')).rejects.toThrow(/expiresAt has passed/);
  });
});
