import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const GLOBEX = '/globex/sandbox';
const OF_GLOBEX = `${GLOBEX}/customerdb/v1/customers`;
const FREE = 100;
let upstream: Upstream;
let world: GatewayWorld;
let good: () => Promise<string>;
let goodOfGlobex: () => Promise<string>;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const native = await provider();
  const nativeOfGlobex = await provider('native', GLOBEX);
  goodOfGlobex = async () => (await issued(nativeOfGlobex, { clientKey: 'app' })).token;
  good = async () => (await issued(native, { clientKey: 'app' })).token;
  const protectedApi = api({ upstreamUrl: upstream.url, security: [byToken()] });
  const contents = {
    apis: [protectedApi],
    clients: [client({ key: 'app', plans: { 'customer-1': {} } })],
  };
  world = await openGateway(
    snapshot(
      catalog({ ...contents, providers: [native] }),
      catalog({ ...contents, path: GLOBEX, providers: [nativeOfGlobex] }),
    ),
    { isTrustedProxy: trustedProxies(['127.0.0.0/8']) },
  );
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

const callFrom = (address: string, token: string, path = PATH) =>
  world.call(path, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } });

/** A token that was altered in its signature: the dearest to refuse. */
const altered = (token: string) => `${token.slice(0, -4)}${token.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`;

async function failFrom(address: string, times: number): Promise<void> {
  const token = altered(await good());
  for (let time = 0; time < times; time += 1) expect((await callFrom(address, token)).status).toBe(401);
}

describe('a network that sends one bad access token after another', () => {
  it('is told to wait after a hundred, whatever token it brings next', async () => {
    await failFrom('8.8.8.8', FREE);
    const refused = await callFrom('8.8.8.8', await good());
    expect(await problemOf(refused)).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
      detail: expect.stringMatching(
        /^Too many access tokens from your network were not valid: try again in \d+ seconds\.$/,
      ),
    });
    expect(Number(refused.headers.get('retry-after'))).toSatisfy(
      (seconds: number) => seconds >= 1 && seconds <= 60,
    );
  });

  it('keeps nobody out whose token is known to be good, nor anybody elsewhere', async () => {
    const token = await good();
    expect((await callFrom('9.9.9.9', token)).status).toBe(200);
    await failFrom('9.9.9.9', FREE);
    expect((await callFrom('9.9.9.9', token)).status).toBe(200);
    expect((await callFrom('9.9.9.10', await good())).status).toBe(200);
  });

  it('is kept out of the APIs of that org alone: many may stand behind its address', async () => {
    await failFrom('8.8.4.4', FREE);
    expect((await callFrom('8.8.4.4', await good())).status).toBe(429);
    expect((await callFrom('8.8.4.4', await goodOfGlobex(), OF_GLOBEX)).status).toBe(200);
  });

  it('is one with its whole /64 of IPv6', async () => {
    await failFrom('2600:1:2:3::1', FREE);
    expect((await callFrom('2600:1:2:3:ffff::2', await good())).status).toBe(429);
    expect((await callFrom('2600:1:2:4::1', await good())).status).toBe(200);
  });

  it('is not counted when it is a private one, which may be a proxy that stands for all callers', async () => {
    await failFrom('10.1.2.3', FREE + 1);
    expect((await callFrom('10.1.2.3', await good())).status).toBe(200);
  });
});
