import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { nextAttempt } from '../backoff.ts';
import { type Deliverer, Outbox } from '../outbox.ts';
import { attempt } from './attempt.ts';
import { FAILURES_BEFORE_REST, restAfter } from './rest.ts';
import { signatureOf } from './webhook-signature.ts';

export type DelivererDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Deliveries under way in a process, in all and of one org. An org whose receivers hang holds up only itself. */
const IN_FLIGHT_MAX = 256;
const IN_FLIGHT_OF_ORG_MAX = 4;
/**
 * Seconds of a lease: longer than an attempt may last. A delivery that is lost with its process comes due again after
 * it.
 */
const LEASE_SECONDS = 60;

/** A delivery under lease. It belongs to its taker as long as it is due again exactly at the end of the lease. */
type ClaimedDelivery = {
  readonly id: bigint;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly webhookId: string;
  readonly orgId: string;
};

/** Creates the deliverer of webhooks. Each place that becomes free goes to the next org in turn. */
export const createDeliverer = (deps: DelivererDeps): Deliverer =>
  new Outbox<ClaimedDelivery>({
    ...deps,
    inFlightMax: IN_FLIGHT_MAX,
    claim: (inFlight) => claim(deps, inFlight),
    deliver: (claimed) => deliver(deps, claimed),
  });

/**
 * Takes due deliveries for this process, by orgs in turn, the oldest of each first. A failing webhook is tried by one
 * delivery at a time, and not at all while it rests. `SKIP LOCKED` lets other processes take the rest meanwhile.
 */
async function claim(
  { database, clock }: DelivererDeps,
  inFlight: readonly ClaimedDelivery[],
): Promise<readonly ClaimedDelivery[]> {
  const now = clock();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const orgs = inFlight.map(({ orgId }) => orgId);
  const webhooks = inFlight.map(({ webhookId }) => webhookId);
  return database.prisma.$queryRaw<ClaimedDelivery[]>`
    WITH taken AS (
      SELECT "orgId", count(*) AS places FROM unnest(${orgs}::uuid[]) AS org("orgId") GROUP BY 1
    ), due AS (
      SELECT d."id", c."orgId",
        row_number() OVER (PARTITION BY c."orgId" ORDER BY d."nextAttemptAt", d."id") + coalesce(t.places, 0) AS turn
      FROM "Webhook" w JOIN "Catalog" c ON c."id" = w."catalogId" LEFT JOIN taken t ON t."orgId" = c."orgId"
      CROSS JOIN LATERAL (
        SELECT "id", "nextAttemptAt" FROM "WebhookDelivery"
        WHERE "webhookId" = w."id" AND "nextAttemptAt" <= ${now} ORDER BY "nextAttemptAt", "id"
        LIMIT CASE WHEN w."failures" >= ${FAILURES_BEFORE_REST} THEN 1 ELSE ${IN_FLIGHT_OF_ORG_MAX} END) d
      WHERE w."active" AND (w."restsUntil" IS NULL OR w."restsUntil" <= ${now})
        AND coalesce(t.places, 0) < ${IN_FLIGHT_OF_ORG_MAX}
        AND (w."failures" < ${FAILURES_BEFORE_REST} OR w."id" <> ALL (${webhooks}::uuid[]))
    ), chosen AS (
      SELECT d."id", due."orgId" FROM "WebhookDelivery" d JOIN due ON due."id" = d."id"
      WHERE due.turn <= ${IN_FLIGHT_OF_ORG_MAX} AND d."nextAttemptAt" <= ${now}
      ORDER BY due.turn, d."nextAttemptAt", d."id" LIMIT ${IN_FLIGHT_MAX - inFlight.length}
      FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE "WebhookDelivery" d SET "attempts" = d."attempts" + 1, "nextAttemptAt" = ${until}
    FROM chosen WHERE chosen."id" = d."id"
    RETURNING d."id", d."attempts", d."nextAttemptAt", d."webhookId", chosen."orgId"`;
}

/** Sends one delivery and writes its result. Where it was sent again meanwhile, that result counts. */
async function deliver(
  deps: DelivererDeps,
  { id, attempts, nextAttemptAt, webhookId, orgId }: ClaimedDelivery,
): Promise<void> {
  const { database, clock } = deps;
  const message = await messageOf(deps, id);
  if (!message) return;
  const { status, error } = await attempt(deps.outbound.forOrg(orgId), message);
  const now = clock();
  await database.prisma.webhookDelivery.updateMany({
    where: { id, nextAttemptAt },
    data: {
      lastStatus: status,
      lastError: error,
      ...(error === null
        ? { deliveredAt: now, nextAttemptAt: null }
        : { nextAttemptAt: nextAttempt(attempts, now) }),
    },
  });
  await (error === null ? works(deps, webhookId) : fails(deps, webhookId));
}

/** Ends the rest of a webhook that accepts. It is then tried like any other. */
async function works({ database }: DelivererDeps, id: string): Promise<void> {
  await database.prisma.webhook.updateMany({
    where: { id, failures: { gt: 0 } },
    data: { failures: 0, restsUntil: null },
  });
}

/** Counts a failure. A webhook that goes on failing rests, so that its org's slots are for those that work. */
async function fails({ database, clock }: DelivererDeps, id: string): Promise<void> {
  const [webhook] = await database.prisma.webhook.updateManyAndReturn({
    where: { id },
    data: { failures: { increment: 1 } },
    select: { failures: true },
  });
  const restsUntil = webhook && restAfter(webhook.failures, clock());
  if (restsUntil) await database.prisma.webhook.updateMany({ where: { id }, data: { restsUntil } });
}

/** Reads the message of a delivery; undefined when the webhook is gone. */
async function messageOf({ database, secrets, clock }: DelivererDeps, id: bigint) {
  const delivery = await database.prisma.webhookDelivery.findUnique({
    where: { id },
    include: {
      webhook: { select: { id: true, url: true, secretSealed: true, catalog: { select: { name: true } } } },
      event: { include: { org: { select: { name: true } } } },
    },
  });
  if (!delivery) return undefined;
  const { webhook, event } = delivery;
  const { type, at, org, subject, detail } = event;
  const eventId = String(event.id);
  const catalog = event.catalogId === null ? null : webhook.catalog.name;
  const body = JSON.stringify({ id: eventId, type, at, org: org.name, catalog, subject, detail });
  const secret = secrets.unseal(webhook.secretSealed, webhook.id);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Gatehouse',
    'Gatehouse-Signature': signatureOf(body, { secret, at: clock() }),
    'Gatehouse-Event-Id': eventId,
    'Gatehouse-Event-Type': type,
  };
  return { url: webhook.url, body, headers };
}
