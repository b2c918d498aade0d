import { externalClientKey, externalIssuerFrom } from '../../src/domain/oauth/external-issuer.ts';
import type { TrustedIssuer } from '../../src/infrastructure/issuers/trusted-issuer.ts';
import { byEcdsa, ec, ed, jwkOf, jws, rsa, type Signer } from './forged-jws.ts';
import { openGateway } from './gateway.ts';
import { api, byToken, catalog, client, snapshot } from './snapshot.ts';
import { recordingUpstream } from './upstream.ts';

/** The key set of an issuer, its settings, and its client that is an application. */
export type JudgedIssuer = {
  readonly keys?: readonly object[];
  readonly draft?: object;
  readonly clientId?: string;
};

export type TokenVerdicts = {
  /** Moves the clock of the gateway. */
  at(now: Date): void;
  /** Calls with a token: `admitted`, or the status and the detail of the refusal. */
  verdict(token: string, issuer?: JudgedIssuer): Promise<string>;
  /** The number of calls that reached the back-end. */
  forwarded(): number;
  close(): Promise<void>;
};

const PATH = '/acme/sandbox';
export const ADMITTED = 'admitted';
export const KEYS = [
  jwkOf(ec.publicKey, { kid: 'ec', alg: 'ES256', use: 'sig' }),
  jwkOf(rsa.publicKey, { kid: 'rsa', use: 'sig' }),
  jwkOf(ed.publicKey, { kid: 'ed', key_ops: ['verify'] }),
];
export const START = new Date('2027-01-01T12:00:00Z');
const SECONDS = START.getTime() / 1_000;
const LOGIN = { url: 'https://login.acme.example', audiences: ['https://api.acme.test'] };

/** Claims of the client `billing` for the person `alice`. */
export const claims = (more: object = {}) => ({
  iss: 'https://login.acme.example',
  aud: 'https://api.acme.test',
  sub: 'alice',
  client_id: 'billing',
  iat: SECONDS - 60,
  exp: SECONDS + 3_600,
  ...more,
});
export const ES = { alg: 'ES256', kid: 'ec' };
/** A token by ES256, with these parts. */
export const es = (header: unknown, payload: unknown = claims(), signer: Signer = byEcdsa(ec)) =>
  jws(header, payload, signer);

/** Opens a gateway that judges tokens of an external issuer. */
export async function openVerdicts(): Promise<TokenVerdicts> {
  const [upstream, keySet] = await Promise.all([recordingUpstream(), recordingUpstream()]);
  let now = START;
  let published: readonly object[] = [];
  let sets = 0;
  upstream.answer = (_request, response) => response.end('{}');
  keySet.answer = (_request, response) => response.end(JSON.stringify({ keys: published }));
  const world = await openGateway(snapshot(), { clock: () => now });
  return {
    at(time) {
      now = time;
    },
    async verdict(token, { keys = KEYS, draft, clientId = 'billing' } = {}) {
      published = keys;
      // A set at another address is one that nobody has fetched.
      sets += 1;
      const settings = { ...LOGIN, ...draft, jwksUrl: `${keySet.url}/${sets}` };
      const named = { id: 'company', name: 'company', orgId: PATH, clientSecret: '', key: `${sets}` };
      world.use(trusting({ ...externalIssuerFrom(settings), ...named }, clientId));
      const headers = { authorization: `Bearer ${token}` };
      const answer = await world.call(`${PATH}/customerdb/v1/customers`, { headers });
      if (answer.status === 200) return ADMITTED;
      return `${answer.status} ${((await answer.json()) as { detail: string }).detail}`;
    },
    forwarded: () => upstream.seen.length,
    async close() {
      await world.close();
      await Promise.all([upstream.close(), keySet.close()]);
    },
  };

  function trusting(issuer: TrustedIssuer, clientId: string) {
    const security = [byToken([], 'company', null)];
    const own = catalog({ apis: [api({ upstreamUrl: upstream.url, security })], issuers: [issuer] });
    const application = client({ key: clientId, plans: { 'customer-1': {} } });
    const key = externalClientKey({ catalogId: PATH, oauthProviderId: 'company', clientId });
    const externalClient = (asked: string) => (asked === key ? application : undefined);
    return snapshot({ ...own, clients: Object.assign(own.clients, { externalClient }) });
  }
}
