// Passkeys of portals at host names of their own: each portal is a relying party by its host.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortal } from '../../../src/control-plane/portal/api/handler.ts';
import { createPortalPages } from '../../../src/control-plane/portal/pages/portal-pages.ts';
import { HostNames } from '../../../src/domain/addresses/host-names.ts';
import { Assets } from '../../../src/ui/kit/assets.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import {
  CLIENT_ADDRESS,
  openPortal,
  type PortalClient,
  type PortalWorld,
  portalClient,
} from '../../support/portal.ts';

const [SANDBOX, PREVIEW, SHARED] = ['portal.acme.example', 'preview.acme.example', 'control.test'] as const;
const REGISTER = `mutation ($kept: String!, $credential: String!) {
  registerPasskey(kept: $kept, name: "Laptop", credential: $credential) { name } }`;
const SIGN_IN = `mutation ($kept: String!, $credential: String!) {
  signInWithPasskey(kept: $kept, credential: $credential) { viewer { username } } }`;

type Creation = Parameters<Authenticator['create']>[0];
type Request = Parameters<Authenticator['get']>[0];

let portal: PortalWorld;
let deps: PortalWorld['deps'];
/** Carol in sandbox, and whoever signs in to sandbox or preview. */
let carol: PortalClient;
let sandbox: PortalClient;
let preview: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  const portalHosts = new HostNames([
    { host: SANDBOX, path: '/acme/sandbox' },
    { host: PREVIEW, path: '/acme/preview' },
  ]);
  deps = { ...portal.deps, urls: { ...portal.deps.urls, portalHosts } };
  const handler = createPortal({ ...deps, onFault: (fault) => Promise.reject(fault) });
  const clientOf = (catalog: string, token?: string) => {
    const address = { org: 'acme', catalog };
    return portalClient((request) => handler(request, { address, clientAddress: CLIENT_ADDRESS }), {
      token,
      address,
    });
  };
  carol = clientOf('sandbox', (await portal.signIn('carol')).token);
  [sandbox, preview] = [clientOf('sandbox'), clientOf('preview')];
});
afterAll(() => portal.close());

async function registration(authenticator: Authenticator, origin?: string) {
  const { beginPasskey } = await carol.run<{ beginPasskey: { options: Creation; kept: string } }>(
    'mutation { beginPasskey { options kept } }',
  );
  const { options, kept } = beginPasskey;
  const credential = JSON.stringify(authenticator.create(options, origin ? { origin } : {}));
  return { options, given: { kept, credential } };
}

async function signingIn(client: PortalClient, authenticator: Authenticator, host?: string) {
  const { beginPasskeySignIn } = await client.run<{ beginPasskeySignIn: { options: Request; kept: string } }>(
    'mutation { beginPasskeySignIn { options kept } }',
  );
  const { options, kept } = beginPasskeySignIn;
  const elsewhere = host === undefined ? {} : { origin: `http://${host}`, rpId: host };
  return { options, given: { kept, credential: JSON.stringify(authenticator.get(options, elsewhere)) } };
}

it('the relying party and the origin are those of the portal’s host, and no other host’s answer is taken', async () => {
  const authenticator = createAuthenticator(`http://${SANDBOX}`);
  for (const host of [PREVIEW, SHARED]) {
    const { given } = await registration(authenticator, `http://${host}`);
    expect(await carol.refused(REGISTER, given)).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  }
  const { options, given } = await registration(authenticator);
  expect(options.rp.id).toBe(SANDBOX);
  await carol.run(REGISTER, given);

  const own = await signingIn(sandbox, authenticator);
  expect(own.options.rpId).toBe(SANDBOX);
  expect(await sandbox.run(SIGN_IN, own.given)).toEqual({
    signInWithPasskey: { viewer: { username: 'carol' } },
  });
  for (const host of [PREVIEW, SHARED]) {
    const { given: made } = await signingIn(sandbox, authenticator, host);
    expect(await sandbox.refused(SIGN_IN, made)).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
  }
});

it('a passkey of one portal’s host is refused at the other’s, whatever it says of itself', async () => {
  const authenticator = createAuthenticator(`http://${SANDBOX}`);
  await carol.run(REGISTER, (await registration(authenticator)).given);
  expect((await signingIn(preview, authenticator)).options.rpId).toBe(PREVIEW);
  for (const host of [undefined, PREVIEW, SANDBOX]) {
    const { given } = await signingIn(preview, authenticator, host);
    expect(await preview.refused(SIGN_IN, given)).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
  }
  // What was begun at one portal is not finished at the other.
  const { given } = await signingIn(sandbox, authenticator);
  expect(await preview.refused(SIGN_IN, given)).toMatchObject({ code: 'SIGN_IN_LOST' });
});

it('the page offers passkeys at the portal’s host alone, and leads there from the shared one', async () => {
  const pages = createPortalPages({
    ...deps,
    assets: new Assets(),
    onFault: (fault) => Promise.reject(fault),
  });
  const open = async (host: string) =>
    pages.fetch(new Request(`http://${host}/portal/acme/sandbox/sign-in`, { headers: { host } }), {
      clientAddress: CLIENT_ADDRESS,
    });
  const own = await open(SANDBOX);
  expect([own.status, await own.text()]).toEqual([200, expect.stringContaining('action="/sign-in/passkey"')]);
  for (const host of [SHARED, PREVIEW])
    expect((await open(host)).headers.get('location')).toBe(`http://${SANDBOX}/sign-in`);
});
