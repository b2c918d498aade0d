import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { attempt } from './attempt.ts';
import { FAILURES_BEFORE_REST, nextAttempt, restAfter } from './backoff.ts';
import { signatureOf } from './webhook-signature.ts';

export type DelivererDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Sends what is in the outbox. Any number of them share the work, in one process or several. */
export type Deliverer = {
  /** Sends all that is due. */
  deliverDue(): Promise<void>;
  /** Sends what is due from now on, after each announced change and at retries. */
  start(): Promise<void>;
  /** Takes up nothing more, and waits for what is being sent. */
  close(): Promise<void>;
};

const LOOK_EVERY_MS = 2_000;
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

export const createDeliverer = (deps: DelivererDeps): Deliverer => new WindowedDeliverer(deps);

/** Keeps a window of deliveries under way. Each slot that becomes free goes to the next org in turn. */
class WindowedDeliverer implements Deliverer {
  readonly #deps: DelivererDeps;
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  #state: 'new' | 'started' | 'closed' = 'new';
  #filling: Promise<void> | undefined;
  #isMore = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  async deliverDue(): Promise<void> {
    await this.#fill();
    while (this.#inFlight.size > 0) {
      await Promise.race(this.#inFlight.values());
      await this.#fill();
    }
  }

  async start(): Promise<void> {
    this.#state = 'started';
    const look = () => void this.#fill().catch(this.#deps.onFault);
    await this.#deps.database.listen(look);
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
    look();
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    clearInterval(this.#timer);
    await this.#filling?.catch(this.#deps.onFault);
    await Promise.all(this.#inFlight.values());
  }

  /** Fills the free slots with due deliveries. It repeats where something came due meanwhile. */
  #fill(): Promise<void> {
    this.#isMore = true;
    this.#filling ??= this.#fillAll().finally(() => {
      this.#filling = undefined;
      return this.#mayFill() ? this.#fill() : undefined;
    });
    return this.#filling;
  }

  #mayFill(): boolean {
    return this.#isMore && this.#state !== 'closed' && this.#inFlight.size < IN_FLIGHT_MAX;
  }

  async #fillAll(): Promise<void> {
    while (this.#mayFill()) {
      this.#isMore = false;
      const claimed = await claim(this.#deps, [...this.#inFlight.keys()]);
      for (const each of claimed) this.#begin(each);
    }
  }

  #begin(claimed: ClaimedDelivery): void {
    const sent = deliver(this.#deps, claimed)
      .catch(this.#deps.onFault)
      .then(() => {
        this.#inFlight.delete(claimed);
        if (this.#state === 'started') this.#fill().catch(this.#deps.onFault);
      });
    this.#inFlight.set(claimed, sent);
  }
}

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
