import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { signatureOf, standardSignatures } from './webhook-signature.ts';

type MessageDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
};

/** A delivery as it is sent. */
type WebhookMessage = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Reads the message of a delivery; undefined when the webhook is gone. */
export async function messageOf(deps: MessageDeps, id: bigint): Promise<WebhookMessage | undefined> {
  const delivery = await deps.database.prisma.webhookDelivery.findUnique({
    where: { id },
    include: {
      webhook: {
        include: {
          catalog: { select: { name: true, org: { select: { name: true } } } },
          consumerOrg: { select: { name: true } },
        },
      },
      event: { include: { org: { select: { name: true } } } },
      notice: true,
    },
  });
  if (!delivery) return undefined;
  const { webhook, event, notice, createdAt } = delivery;
  if (event) return eventMessage(deps, webhook, event);
  const of = notice
    ? {
        id: `notice-${notice.id}`,
        kind: notice.kind,
        at: notice.at,
        about: notice.subject,
        detail: notice.detail,
      }
    : { id: `test-${id}`, kind: 'TEST', at: createdAt, about: null, detail: {} };
  return noticeMessage(deps, webhook, of);
}

type Signing = {
  readonly id: string;
  readonly url: string;
  readonly secretSealed: Uint8Array;
  readonly previousSecretSealed: Uint8Array | null;
  readonly previousSecretExpiresAt: Date | null;
};

type OfEvent = {
  readonly id: bigint;
  readonly type: string;
  readonly at: Date;
  readonly org: { readonly name: string };
  readonly catalogId: string | null;
  readonly subject: string;
  readonly detail: unknown;
};

/** An event, as a webhook of the provider is sent it. */
function eventMessage(
  { secrets, clock }: Pick<MessageDeps, 'secrets' | 'clock'>,
  webhook: Signing & { readonly format: string; readonly catalog: { readonly name: string } },
  { id, type, at, org, catalogId, subject, detail }: OfEvent,
): WebhookMessage {
  const eventId = String(id);
  const catalog = catalogId === null ? null : webhook.catalog.name;
  if (webhook.format === 'STANDARD') {
    const data = { org: org.name, catalog, subject, detail };
    const standard = JSON.stringify({ type, timestamp: at, data });
    const signed = standardHeaders({ secrets, clock }, webhook, { id: `event-${eventId}`, body: standard });
    return { url: webhook.url, body: standard, headers: { 'Content-Type': 'application/json', ...signed } };
  }
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

type OfConsumer = Signing & {
  readonly format: string;
  readonly catalog: { readonly name: string; readonly org: { readonly name: string } };
  readonly consumerOrg: { readonly name: string } | null;
};

type OfNotice = {
  /** The same at each attempt: receivers know a repetition by it. */
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly about: string | null;
  readonly detail: unknown;
};

/**
 * A notice, as a webhook of a consumer org is sent it. It has what the inbox has, and nothing besides. It is signed as
 * Standard Webhooks says, also as CloudEvents.
 */
function noticeMessage(
  deps: MessageDeps,
  webhook: OfConsumer,
  { id, kind, at, about, detail }: OfNotice,
): WebhookMessage {
  const { catalog, consumerOrg, format } = webhook;
  const data = { catalog: catalog.name, consumerOrg: consumerOrg?.name ?? null, about, detail };
  const isCloudEvent = format === 'CLOUDEVENTS';
  const body = JSON.stringify(
    isCloudEvent
      ? {
          specversion: '1.0',
          id,
          source: `/${catalog.org.name}/${catalog.name}`,
          type: `gatehouse.notice.${kind.toLowerCase()}`,
          ...(about !== null && { subject: about }),
          time: at,
          datacontenttype: 'application/json',
          data,
        }
      : { type: kind, timestamp: at, data },
  );
  const contentType = isCloudEvent ? 'application/cloudevents+json; charset=utf-8' : 'application/json';
  const headers = { 'Content-Type': contentType, ...standardHeaders(deps, webhook, { id, body }) };
  return { url: webhook.url, body, headers };
}

/** The headers that Standard Webhooks asks for. */
function standardHeaders(
  deps: Pick<MessageDeps, 'secrets' | 'clock'>,
  webhook: Signing,
  { id, body }: { readonly id: string; readonly body: string },
) {
  const now = deps.clock();
  return {
    'User-Agent': 'Gatehouse',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': standardSignatures({ id, body, at: now, secrets: openSecrets(deps, webhook, now) }),
  };
}

/** The secrets that sign now, the newest first. */
function openSecrets(
  { secrets }: Pick<MessageDeps, 'secrets'>,
  { id, secretSealed, previousSecretSealed, previousSecretExpiresAt }: Signing,
  now: Date,
): string[] {
  const overlaps = previousSecretSealed !== null && previousSecretExpiresAt !== null;
  return [
    secrets.unseal(secretSealed, id),
    ...(overlaps && previousSecretExpiresAt > now ? [secrets.unseal(previousSecretSealed, id)] : []),
  ];
}
