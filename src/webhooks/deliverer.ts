import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { attempt } from './attempt.ts';
import { nextAttempt } from './backoff.ts';
import { signatureOf } from './signature.ts';

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
  /** Sends what is due from now on: as changes are announced, and as retries come due. */
  start(): Promise<void>;
  /** Takes up nothing more, and waits for what is being sent. */
  close(): Promise<void>;
};

const TOGETHER = 10;
const LOOK_EVERY_MS = 2_000;
/**
 * How long a delivery belongs to whoever took it: longer than an attempt may last. One that is lost with its process
 * comes due again after it.
 */
const LEASE_SECONDS = 60;

/** It belongs to whoever took it as long as it is due again at the end of the lease, and nowhen else. */
type Claimed = { readonly id: bigint; readonly attempts: number; readonly nextAttemptAt: Date };

export function createDeliverer(deps: DelivererDeps): Deliverer {
  let state: 'new' | 'started' | 'closed' = 'new';
  let working: Promise<void> | undefined;
  let isAgain = false;
  let timer: NodeJS.Timeout | undefined;

  async function deliverDue(): Promise<void> {
    for (let isMore = true; isMore && state !== 'closed'; ) {
      const claimed = await claim(deps);
      await Promise.all(claimed.map((each) => deliver(deps, each).catch(deps.onFault)));
      isMore = claimed.length > 0;
    }
  }
  async function work(): Promise<void> {
    do {
      isAgain = false;
      await deliverDue().catch(deps.onFault);
    } while (isAgain && state === 'started');
    working = undefined;
  }
  function look(): void {
    if (state !== 'started') return;
    isAgain = true;
    working ??= work();
  }
  return {
    deliverDue,
    async start() {
      state = 'started';
      await deps.database.listen(look);
      timer = setInterval(look, LOOK_EVERY_MS).unref();
      look();
    },
    async close() {
      state = 'closed';
      clearInterval(timer);
      await working;
    },
  };
}

/** Takes what is due, the oldest first, so that nobody else does: `SKIP LOCKED` lets others take the rest meanwhile. */
async function claim({ database, clock }: DelivererDeps): Promise<Claimed[]> {
  const now = clock();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  return database.prisma.$queryRaw<Claimed[]>`
    UPDATE "WebhookDelivery" SET "attempts" = "attempts" + 1, "nextAttemptAt" = ${until}
    WHERE "id" IN (
      SELECT d."id" FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId" AND w."active"
      WHERE d."nextAttemptAt" <= ${now} ORDER BY d."nextAttemptAt", d."id" LIMIT ${TOGETHER}
      FOR UPDATE OF d SKIP LOCKED)
    RETURNING "id", "attempts", "nextAttemptAt"`;
}

/** Sends one delivery and writes what came of it. Where it was sent again meanwhile, that counts. */
async function deliver(deps: DelivererDeps, { id, attempts, nextAttemptAt }: Claimed): Promise<void> {
  const { database, clock } = deps;
  const message = await messageOf(deps, id);
  if (!message) return;
  const { status, error } = await attempt(deps.outbound, message);
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
}

/** What is sent; undefined when the webhook is gone. */
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
