import { expect } from 'vitest';
import { type GatewayWorld, openGateway } from './gateway.ts';
import { exchange } from './raw-http.ts';
import { api, byToken, catalog, client, provider, snapshot } from './snapshot.ts';
import { recordingUpstream, type Upstream } from './upstream.ts';

export const PATH = '/acme/sandbox/open/x';

export type StrictWorld = GatewayWorld & { readonly upstream: Upstream };

/** Opens a gateway before a recording back-end, with one open API and other ones. */
export async function openStrictWorld(): Promise<StrictWorld> {
  const upstream = await recordingUpstream();
  const upstreamUrl = `${upstream.url}/root`;
  const open = { upstreamUrl, security: [] };
  const catalogOfAll = catalog({
    apis: [
      api({ ...open, basePath: '/open' }),
      api({ ...open, basePath: '/small', maxRequestBytes: 10 }),
      api({ upstreamUrl, basePath: '/keyed' }),
      api({ upstreamUrl, basePath: '/tokens', security: [byToken()], forwardAuthorization: true }),
      api({
        ...open,
        basePath: '/graph',
        kind: 'GRAPHQL',
        sdl: 'type Query { a: Int }',
        maxRequestBytes: 10,
      }),
    ],
    clients: [client({ key: 'key', plans: { 'customer-1': {} } })],
    providers: [await provider()],
  });
  const world = await openGateway(snapshot(catalogOfAll));
  return {
    ...world,
    upstream,
    async close() {
      await world.close();
      await upstream.close();
    },
  };
}

/** Request behind a broken one in the same packet. A server that reads it has been smuggled one. */
const SMUGGLED = 'GET /acme/sandbox/open/smuggled HTTP/1.1\r\nHost: gateway.test\r\n\r\n';

/**
 * Sends a broken request with another behind it, and expects one refusal.
 *
 * Only the first request is answered, in the platform's form, and the connection ends.
 */
export async function expectRefused(
  { port, upstream }: StrictWorld,
  bytes: string,
  [status, code]: readonly [status: number, code: string],
): Promise<void> {
  const { answers, closed } = await exchange(port, bytes + SMUGGLED);
  expect(answers).toHaveLength(1);
  const [{ headers, body, ...answer } = { status: 0, headers: {}, body: '' }] = answers;
  const refusal = JSON.parse(body);
  expect({ ...answer, closed, code: refusal.code, bodyStatus: refusal.status }).toEqual({
    status,
    closed: true,
    code,
    bodyStatus: status,
  });
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': refusal.requestId,
    connection: 'close',
  });
  expect(upstream.seen).toEqual([]);
}
