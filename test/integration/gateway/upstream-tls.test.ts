import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificates } from '../../support/certificates.ts';
import { openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { hostileUpstream } from '../../support/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

async function behind(upstreamUrl: string, timeouts = {}) {
  const open = api({ basePath: '/open', security: [], upstreamUrl, timeouts });
  const world = await openGateway(snapshot(catalog({ apis: [open] })));
  closers.push(world.close);
  return world;
}

describe('a back-end called by TLS', () => {
  it('is not called when nobody known has signed its certificate: the log says why, the caller is not told', async () => {
    const certificates = makeCertificates();
    closers.push(certificates.remove);
    let seen = 0;
    const server = createServer({ ...certificates.good }, (_, response) => {
      seen += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => server.close());
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const world = await behind(origin);
    for (let call = 0; call < 2; call += 1)
      expect(await problemOf(await world.call('/acme/sandbox/open/x'))).toEqual({
        status: 502,
        bodyStatus: 502,
        code: 'BACKEND_UNREACHABLE',
        detail: 'The back-end cannot be reached.',
      });
    expect(seen).toBe(0);
    expect(world.faults).toMatchObject([
      {
        // Newer versions of Node go on with advice.
        message: expect.stringContaining(
          `${origin} for /acme/sandbox customerdb:1.0.0 fails: unable to verify the first certificate`,
        ),
      },
    ]);
  });

  it('has so long to take a connection as its API says', async () => {
    // It takes the connection, and says nothing of what TLS needs.
    const silent = await hostileUpstream(() => {});
    closers.push(silent.close);
    const world = await behind(silent.url.replace('http:', 'https:'), { connectMs: 200 });
    expect(await problemOf(await world.call('/acme/sandbox/open/x'))).toEqual({
      status: 504,
      bodyStatus: 504,
      code: 'BACKEND_TIMEOUT',
      detail: 'The back-end did not answer in time.',
    });
    expect(world.faults).toMatchObject([{ message: expect.stringContaining('Connect Timeout Error') }]);
  });
});
