import { afterEach, describe, expect, it } from 'vitest';
import { openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream } from '../../support/upstream.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type ApiParts = Parameters<typeof api>[0];

/** Two orgs with an API each, of the same name, whose back-end is the same; it answers all but `/slow`. */
async function neighbours({ eve = {}, vic = {} }: { eve?: ApiParts; vic?: ApiParts } = {}) {
  const upstream = await recordingUpstream();
  upstream.answer = ({ url }, response) => url !== '/slow' && void response.end('ok');
  const open = { basePath: '/open', security: [], upstreamUrl: upstream.url };
  const world = await openGateway(
    snapshot(
      catalog({ path: '/eve/sandbox', apis: [api({ ...open, ...eve })] }),
      catalog({ path: '/vic/sandbox', apis: [api({ ...open, ...vic })] }),
    ),
  );
  closers.push(upstream.close, world.close);
  return { ...world, upstream };
}

describe('an org whose API shares its back-end with the API of another', () => {
  it('is served while the calls of the other, which gives its answers no time, all come too late', async () => {
    const { call, gateway } = await neighbours({ eve: { timeouts: { answerMs: 100 } } });
    const slow = () => Promise.all(Array.from({ length: 40 }, () => call('/eve/sandbox/open/slow')));
    const statuses = (await slow()).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 504 && status !== 503)).toEqual([]);
    expect((await call('/eve/sandbox/open/slow')).status).toBe(503);
    for (let n = 0; n < 20; n += 1) expect((await call('/vic/sandbox/open/quick')).status).toBe(200);
    expect(gateway.metrics().backendsLeftAlone).toBe(1);
  });
});
