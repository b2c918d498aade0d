import { generateKeyPairSync } from 'node:crypto';
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
  /** Declines at such an address. @returns the address that the browser is sent back to */
  decline(address: string): Promise<string>;
  /** Signs with another key from now on, and publishes no other. */
  rotate(): void;
  /** Answers nothing but 503 until it is called again with false. */
  breakDown(isDown?: boolean): void;
  /** Paths that were requested, without queries. */
  readonly requested: string[];
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
  let login: object = {};
  let isDown = false;
  const requested: string[] = [];
  let answer = (_request: IncomingMessage, _response: ServerResponse): unknown => undefined;
  const server = createServer((request, response) => {
    requested.push(request.url?.split('?')[0] ?? '');
    if (isDown) response.writeHead(503).end();
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = () => ({
    jwks: { keys: [{ ...privateJwk(), alg: 'RS256', use: 'sig' }] },
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
  // Its keys are fixed when it is made: a rotation is another one at the same address.
  const rotate = () => {
    const provider = new Provider(url, settings());
    const listener = provider.callback();
    answer = (request, response) =>
      request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(request, response, login)
        : listener(request, response);
  };
  rotate();
  const follow = async (address: string): Promise<string> => {
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
  };

  return {
    url,
    requested,
    rotate,
    breakDown(down = true) {
      isDown = down;
    },
    signIn(address, subject) {
      login = { login: { accountId: subject } };
      return follow(address);
    },
    decline(address) {
      login = { error: 'access_denied', error_description: 'no' };
      return follow(address);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const privateJwk = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });
