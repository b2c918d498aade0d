import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiSettings } from '../../../src/domain/api/api-settings.ts';
import type { TransformationDraft } from '../../../src/domain/api/transformations.ts';
import { Refusal } from '../../../src/foundation/errors.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, byKey, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const OF_BACKEND = 'canary-of-the-back-end';
const OF_CALLER = 'canary-of-the-caller';
/** Headers of a call with a secret of the caller that no back-end is to see. */
const secrets = {
  'x-private': OF_CALLER,
  authorization: `Bearer ${OF_CALLER}`,
  'x-client-secret': OF_CALLER,
  'proxy-authorization': OF_CALLER,
};
const spellings = [
  'x-private',
  'x_private',
  'X.Private',
  'Authorization',
  'x-client-secret',
  'X-Backend-Key',
  'x_backend_key',
];
const names = fc.constantFrom(
  ...spellings,
  'X-Any',
  'Host',
  'Content-Length',
  'Via',
  'X-Request-Id',
  'X-Gatehouse-Plan',
);
const expressions = fc.constantFrom(
  ...spellings.map((name) => `caller.headers["${name.toLowerCase()}"]`),
  ...spellings.map((name) => `"${name.toLowerCase()}" in caller.headers ? "yes" : "no"`),
  'operation.path',
  'client.plan',
);
const texts = fc.oneof(
  fc.record({ value: fc.constantFrom('a', 'b') }),
  fc.record({ expression: expressions }),
);
const parameters = fc.constantFrom('key', 'y', 'x-private', 'k%65y', 'client_id');
const step = fc.oneof(
  fc.record({ on: fc.constantFrom('REQUEST', 'ANSWER'), removeHeader: names }),
  fc
    .tuple(fc.constantFrom('REQUEST', 'ANSWER'), names, texts)
    .map(([on, name, text]) => ({ on, setHeader: { name, ...text } })),
  fc.record({ on: fc.constant('REQUEST'), removeQuery: parameters }),
  fc.tuple(parameters, texts).map(([name, text]) => ({ on: 'REQUEST', setQuery: { name, ...text } })),
  fc.tuple(parameters, parameters).map(([from, to]) => ({ on: 'REQUEST', renameQuery: { from, to } })),
  fc.record({ on: fc.constant('REQUEST'), rewritePath: fc.constantFrom('/v2{+path}', '/?key=x', '{+path}') }),
) as fc.Arbitrary<TransformationDraft>;

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot(catalog({ apis: [] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

function serve(steps: readonly TransformationDraft[]): void {
  const { transformations = [] } = apiSettings({ transformations: steps }, { kind: 'REST' });
  const backend = {
    id: 'own',
    targets: [{ url: upstream.url, weight: 1, drained: false, health: 'UNKNOWN' as const, since: 0 }],
    healthCheck: null,
    sticky: null,
    slowStartMs: 0,
    timeouts: {},
    signingKey: null,
    tls: null,
    grant: null,
    headers: ['X-Backend-Key', OF_BACKEND],
    parameter: { name: 'key', value: OF_BACKEND },
  };
  const apis = [
    api({
      backend: 'own',
      basePath: '/shop',
      security: [byKey({ keyName: 'x-private' })],
      transformations: { transformations },
    }),
  ];
  const clients = [client({ key: OF_CALLER, plans: { 'customer-1': {} } })];
  world.use(snapshot(catalog({ apis, clients, backends: { own: backend } })));
}

describe('any steps that can be saved', () => {
  it("leave the back-end's credentials as they are, pass it none of the caller's, and tell the caller none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const kept = steps.filter((each) => {
          try {
            apiSettings({ transformations: [each] }, { kind: 'REST' });
            return true;
          } catch (error) {
            if (error instanceof Refusal) return false;
            throw error;
          }
        });
        serve(kept);
        upstream.seen.length = 0;
        const answered = await world.call('/acme/sandbox/shop/x?y=1', { headers: secrets });
        expect(answered.status).toBe(200);
        const [seen] = upstream.seen;
        expect(seen?.headers['x-backend-key']).toBe(OF_BACKEND);
        expect(new URL(`http://x${seen?.url}`).searchParams.getAll('key')).toEqual([OF_BACKEND]);
        // Ids of the client and its subscription are its key in these worlds, and the gateway names them to the back-end.
        const passed = (seen?.rawHeaders ?? []).filter(
          (_, at, all) => !all[at - 1]?.startsWith('X-Gatehouse-'),
        );
        expect(passed.join('\n')).not.toContain(OF_CALLER);
        expect(JSON.stringify([...answered.headers])).not.toMatch(/canary/);
      }),
      { numRuns: 200 },
    );
  });
});
