import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The issuer's claims of a person by subject. */
export type IssuerPeople = Record<string, { readonly email?: string; readonly email_verified?: boolean }>;

export type Issuer = {
  readonly url: string;
  /**
   * Signs somebody in at the address that the platform sent a browser to.
   *
   * @returns the address that the browser is sent back to
   */
  signIn(address: string, subject: string): Promise<string>;
  close(): Promise<void>;
};

/** A sign-in under way, as oidc-provider describes it. */
type Opened = {
  readonly client: { readonly clientId: string };
  readonly session: { readonly accountId: string };
  readonly provider: { readonly Grant: new (of: object) => Grant };
};
type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

export const issuerClient = { clientId: 'gatehouse', clientSecret: 'the secret of the client gatehouse' };

/**
 * Opens an OpenID Connect issuer, oidc-provider, whose people sign in by their names.
 *
 * It gives email addresses at userinfo alone.
 */
export async function openIssuer(people: IssuerPeople, redirectUri: string): Promise<Issuer> {
  // It has no types of its own.
  const { default: Provider } = await import('oidc-provider' as string);
  let signsIn = '';
  let answer = (_request: IncomingMessage, _response: ServerResponse): unknown => undefined;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: issuerClient.clientId,
        client_secret: issuerClient.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
    // Nobody is asked whether the platform may know her address.
    async loadExistingGrant({ oidc }: { oidc: Opened }) {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    cookies: { keys: ['the key of the cookies of this issuer'] },
  });
  const listener = provider.callback();
  answer = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: signsIn } })
      : listener(request, response);

  return {
    url,
    async signIn(address, subject) {
      signsIn = subject;
      const cookies = new Map<string, string>();
      let next = address;
      while (next.startsWith(url)) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${response.status} ${await response.text()}`);
        next = new URL(location, next).href;
      }
      return next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
