import { expect } from 'vitest';
import { createGateway } from '../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../src/domain/addresses/own-servers.ts';
import { announce } from '../../src/infrastructure/database/change.ts';
import type { Prisma } from '../../src/infrastructure/database/generated/prisma/client.ts';
import type { RateLimits } from '../../src/infrastructure/limits/calls/rate-limits.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { ingressOf, listen, personDeps } from './gateway.ts';
import { openPortal, type PortalClient, type PortalWorld, type ProductDraft } from './portal.ts';
import { recordingUpstream } from './upstream.ts';

export type CalledSubscription = { readonly id: string; readonly key: string };

/** A portal whose product a gateway serves, by the clock of the portal. */
export type CalledPortal = {
  readonly portal: PortalWorld;
  readonly carol: PortalClient;
  readonly feed: SnapshotFeed;
  /** Faults of the portal and of the gateway. */
  faults(): readonly unknown[];
  /** Subscribes a new application of carol's to a plan of customer:1.0.0. */
  subscribed(plan: string): Promise<CalledSubscription>;
  /** Changes a subscription, and waits until the gateway has it. */
  update(id: string, data: Prisma.SubscriptionUncheckedUpdateInput): Promise<void>;
  call(key: string): Promise<{ status: number; code: string | undefined; left: string | undefined }>;
  /** Writes what the gateway has gathered. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** @param plans of the product customer:1.0.0 */
export async function openCalledPortal(plans: NonNullable<ProductDraft['plans']>): Promise<CalledPortal> {
  const [portal, upstream] = await Promise.all([openPortal(), recordingUpstream()]);
  upstream.answer = (_, response) => response.end('{}');
  const carol = await portal.signIn('carol');
  await portal.product({
    plans,
    api: { basePath: '/customerdb/v1', targetUrl: upstream.url, openapi: {} },
  });
  const { database, secrets, clock, urls } = portal.deps;
  const limits = portal.deps.limits as RateLimits;
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  const feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const faults: unknown[] = [];
  const gateway = createGateway({
    ...personDeps({ outbound, clock }),
    snapshots: feed,
    urls: { gateway: 'http://gateway.test' },
    limits,
    outbound,
    database,
    clock,
    ownServers: ownServers([]),
    secrets,
    pseudonym: 'gatehouse-here',
    onFault: (fault: unknown) => faults.push(fault),
  });
  const server = await listen(ingressOf({ calls: gateway.handle }));

  /** Does it, and waits until the gateway has taken it over. */
  async function taken<T>(act: () => Promise<T>): Promise<T> {
    const before = feed.current();
    const done = await act();
    await expect.poll(() => feed.current() !== before).toBe(true);
    await feed.settled();
    return done;
  }
  let applications = 0;
  return {
    portal,
    carol,
    feed,
    faults: () => [...faults, ...portal.faults],
    subscribed: (plan) =>
      taken(async () => {
        applications += 1;
        // A session ends, where a test lets days pass.
        const member = await portal.signIn('carol');
        const made = await member.run<{ app: { clientKey: string }; subscribe: { id: string } }>(
          `mutation ($name: String!, $plan: String!) { app: createApplication(title: $name) { clientKey }
            subscribe(application: $name, product: "customer:1.0.0", plan: $plan) { id } }`,
          { name: `app-${applications}`, plan },
        );
        return { id: made.subscribe.id, key: made.app.clientKey };
      }),
    update: (id, data) =>
      taken(async () => {
        await database.prisma.subscription.update({ where: { id }, data });
        await announce(database, portal.orgId);
      }),
    async call(key) {
      const answer = await fetch(`${server.url}/acme/sandbox/customerdb/v1/x`, {
        headers: { 'x-client-id': key },
      });
      const { code } = (await answer.json()) as { code?: string };
      const left = answer.headers.get('ratelimit')?.replace(/;t=.*/, '');
      return { status: answer.status, code, left };
    },
    flush: gateway.flush,
    async close() {
      await server.close();
      await gateway.close();
      await feed.close();
      await Promise.all([outbound.close(), upstream.close()]);
      await portal.close();
    },
  };
}
