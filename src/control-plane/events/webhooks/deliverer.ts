import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { nextAttempt } from '../backoff.ts';
import { type Deliverer, Outbox } from '../outbox.ts';
import { attempt } from './attempt.ts';
import { FAILURES_BEFORE_REST, restAfter } from './rest.ts';
import { messageOf } from './webhook-message.ts';

type DelivererDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/**
 * Deliveries under way in a process. Those of one org are its own and those of its consumer orgs. Receivers that hang
 * hold up only their own.
 */
const IN_FLIGHT_MAX = 256;
const IN_FLIGHT_OF_ORG_MAX = 64;
/** Deliveries of one queue: the webhooks of an org itself, or of one consumer org. */
const IN_FLIGHT_OF_QUEUE_MAX = 4;
/**
 * Seconds of a lease: longer than an attempt may last. A delivery that is lost with its process comes due again after
 * it.
 */
const LEASE_SECONDS = 60;
/** Time of failures alone after which a webhook of a consumer org is switched off. */
const DISABLED_AFTER_MS = 5 * 86_400_000;
/** The status by which a receiver says that it wants nothing any more (Standard Webhooks). */
const GONE = 410;

/** A delivery under lease. It belongs to its taker as long as it is due again exactly at the end of the lease. */
type ClaimedDelivery = {
  readonly id: bigint;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly webhookId: string;
  readonly orgId: string;
  readonly queueId: string;
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
  const queues = inFlight.map(({ queueId }) => queueId);
  const webhooks = inFlight.map(({ webhookId }) => webhookId);
  return database.prisma.$queryRaw<ClaimedDelivery[]>`
    WITH taken AS (
      SELECT "orgId", count(*) AS places FROM unnest(${orgs}::uuid[]) AS org("orgId") GROUP BY 1
    ), held AS (
      SELECT "queueId", count(*) AS places FROM unnest(${queues}::uuid[]) AS queue("queueId") GROUP BY 1
    ), queued AS (
      SELECT w."id", w."failures", c."orgId", coalesce(w."consumerOrgId", c."orgId") AS "queueId"
      FROM "Webhook" w JOIN "Catalog" c ON c."id" = w."catalogId"
      WHERE w."active" AND (w."restsUntil" IS NULL OR w."restsUntil" <= ${now})
        AND (w."failures" < ${FAILURES_BEFORE_REST} OR w."id" <> ALL (${webhooks}::uuid[]))
    ), due AS (
      SELECT d."id", d."nextAttemptAt", w."orgId", w."queueId", row_number() OVER
        (PARTITION BY w."queueId" ORDER BY d."nextAttemptAt", d."id") + coalesce(h.places, 0) AS turn
      FROM queued w LEFT JOIN held h ON h."queueId" = w."queueId"
      CROSS JOIN LATERAL (
        SELECT "id", "nextAttemptAt" FROM "WebhookDelivery"
        WHERE "webhookId" = w."id" AND "nextAttemptAt" <= ${now} ORDER BY "nextAttemptAt", "id"
        LIMIT CASE WHEN w."failures" >= ${FAILURES_BEFORE_REST} THEN 1 ELSE ${IN_FLIGHT_OF_QUEUE_MAX} END) d
      WHERE coalesce(h.places, 0) < ${IN_FLIGHT_OF_QUEUE_MAX}
    ), turns AS (
      SELECT due.*, row_number() OVER (PARTITION BY due."orgId" ORDER BY due.turn, due."nextAttemptAt", due."id")
        + coalesce(t.places, 0) AS "orgTurn"
      FROM due LEFT JOIN taken t ON t."orgId" = due."orgId" WHERE due.turn <= ${IN_FLIGHT_OF_QUEUE_MAX}
    ), chosen AS (
      SELECT d."id", turns."orgId", turns."queueId" FROM "WebhookDelivery" d JOIN turns ON turns."id" = d."id"
      WHERE turns."orgTurn" <= ${IN_FLIGHT_OF_ORG_MAX} AND d."nextAttemptAt" <= ${now}
      ORDER BY turns."orgTurn", d."nextAttemptAt", d."id" LIMIT ${IN_FLIGHT_MAX - inFlight.length}
      FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE "WebhookDelivery" d SET "attempts" = d."attempts" + 1, "nextAttemptAt" = ${until}
    FROM chosen WHERE chosen."id" = d."id"
    RETURNING d."id", d."attempts", d."nextAttemptAt", d."webhookId", chosen."orgId", chosen."queueId"`;
}

/** Sends one delivery and writes its result. Where it was sent again meanwhile, that result counts. */
async function deliver(
  deps: DelivererDeps,
  { id, attempts, nextAttemptAt, webhookId, orgId, queueId }: ClaimedDelivery,
): Promise<void> {
  const { database, clock } = deps;
  const message = await messageOf(deps, id);
  if (!message) return;
  const isOfConsumer = queueId !== orgId;
  const outbound = isOfConsumer ? deps.outbound.forConsumersOf(orgId) : deps.outbound.forOrg(orgId);
  const { status, error } = await attempt(outbound, message);
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
  if (error === null) await works(deps, webhookId);
  else await fails(deps, { id: webhookId, isOfConsumer, isGone: status === GONE });
}

/** Ends the rest of a webhook that accepts. It is then tried like any other. */
async function works({ database }: DelivererDeps, id: string): Promise<void> {
  await database.prisma.webhook.updateMany({
    where: { id, failures: { gt: 0 } },
    data: { failures: 0, failingSince: null, restsUntil: null },
  });
}

type Failing = { readonly id: string; readonly isOfConsumer: boolean; readonly isGone: boolean };

/**
 * Counts a failure. A webhook that goes on failing rests, so that its org's slots are for those that work. One of a
 * consumer org is switched off once it has failed for days, or is gone: nobody of the provider looks after it.
 */
async function fails(
  { database, clock }: DelivererDeps,
  { id, isOfConsumer, isGone }: Failing,
): Promise<void> {
  const now = clock();
  const { webhook } = database.prisma;
  const [failed] = await webhook.updateManyAndReturn({
    where: { id },
    data: { failures: { increment: 1 } },
    select: { failures: true, failingSince: true },
  });
  if (!failed) return;
  if (failed.failingSince === null)
    await webhook.updateMany({ where: { id, failingSince: null }, data: { failingSince: now } });
  const failedMs = now.getTime() - (failed.failingSince ?? now).getTime();
  if (isOfConsumer && (isGone || failedMs >= DISABLED_AFTER_MS)) {
    await webhook.updateMany({ where: { id, active: true }, data: { active: false, disabledAt: now } });
    return;
  }
  const restsUntil = restAfter(failed.failures, now);
  // Not where another delivery has failed or was accepted since: its rest counts.
  if (restsUntil)
    await webhook.updateMany({ where: { id, failures: failed.failures }, data: { restsUntil } });
}
