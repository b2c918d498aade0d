import { type PortalUrls, portalUrl } from '../../../domain/addresses/public-urls.ts';
import type { Branding } from '../../../domain/branding/branding.ts';
import { MAILS_UNDER_WAY_MAX, type MailPolicy } from '../../../domain/events/mail-policy.ts';
import { noticeOf, noticePath } from '../../../domain/events/notices.ts';
import { mayBeWrittenTo } from '../../../domain/people/member.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { Mailer, MailMessage } from '../../../infrastructure/mail/mailer.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { nextAttempt } from '../backoff.ts';
import { type Deliverer, Outbox } from '../outbox.ts';
import { titledNotices, wordedColumns } from '../titled-notices.ts';
import { letterOf } from './letter.ts';
import { messageOf } from './message.ts';

type MailDelivererDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly urls: PortalUrls;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Mails of one org under way. An org with many waits for itself. */
const IN_FLIGHT_OF_ORG_MAX = MAILS_UNDER_WAY_MAX / 2;
/** Seconds of a lease: longer than an attempt may last. Each of its steps may be slow. */
const LEASE_SECONDS = 300;
/** An event that is older is no news: its mail is not sent. Mail may have been without a server until now. */
const TOO_LATE_MS = 3 * 86_400_000;

/** A mail under lease. It belongs to its taker as long as it is due again exactly at the end of the lease. */
type ClaimedMail = {
  readonly id: bigint;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly orgId: string;
};

/** Creates the deliverer of mails. Each connection that becomes free goes to the next org in turn. */
export const createMailDeliverer = (deps: MailDelivererDeps): Deliverer =>
  new Outbox<ClaimedMail>({
    ...deps,
    inFlightMax: MAILS_UNDER_WAY_MAX,
    claim: (inFlight) => claim(deps, inFlight),
    deliver: (claimed) => deliver(deps, claimed),
  });

/**
 * Takes mails that are due, by orgs in turn, the oldest of each first. `SKIP LOCKED` lets other processes take the rest
 * meanwhile.
 */
async function claim(
  { database, clock }: MailDelivererDeps,
  inFlight: readonly ClaimedMail[],
): Promise<readonly ClaimedMail[]> {
  const now = clock();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const orgs = inFlight.map(({ orgId }) => orgId);
  return database.prisma.$queryRaw<ClaimedMail[]>`
    WITH taken AS (
      SELECT "orgId", count(*) AS places FROM unnest(${orgs}::uuid[]) AS org("orgId") GROUP BY 1
    ), due AS (
      SELECT m."id", c."orgId",
        row_number() OVER (PARTITION BY c."orgId" ORDER BY m."nextAttemptAt", m."id") + coalesce(t.places, 0) AS turn
      FROM "Catalog" c LEFT JOIN taken t ON t."orgId" = c."orgId"
      CROSS JOIN LATERAL (
        SELECT "id", "nextAttemptAt" FROM "Mail"
        WHERE "catalogId" = c."id" AND "nextAttemptAt" <= ${now} ORDER BY "nextAttemptAt", "id"
        LIMIT ${IN_FLIGHT_OF_ORG_MAX}) m
      WHERE c."mail" IS NOT NULL AND coalesce(t.places, 0) < ${IN_FLIGHT_OF_ORG_MAX}
    ), chosen AS (
      SELECT m."id", due."orgId" FROM "Mail" m JOIN due ON due."id" = m."id"
      WHERE due.turn <= ${IN_FLIGHT_OF_ORG_MAX} AND m."nextAttemptAt" <= ${now}
      ORDER BY due.turn, m."nextAttemptAt", m."id" LIMIT ${MAILS_UNDER_WAY_MAX - inFlight.length}
      FOR UPDATE OF m SKIP LOCKED
    )
    UPDATE "Mail" m SET "attempts" = m."attempts" + 1, "nextAttemptAt" = ${until}
    FROM chosen WHERE chosen."id" = m."id"
    RETURNING m."id", m."attempts", m."nextAttemptAt", chosen."orgId"`;
}

/** Sends one mail and writes its result. Where it was sent again meanwhile, that result counts. */
async function deliver(deps: MailDelivererDeps, { id, attempts, nextAttemptAt }: ClaimedMail): Promise<void> {
  const { database, clock, mailer } = deps;
  const message = await readMessage(deps, id);
  const { outcome, error } = message
    ? await mailer.send(message)
    : { outcome: 'REFUSED' as const, error: 'It is too late, or nobody wants it any more.' };
  const now = clock();
  await database.prisma.mail.updateMany({
    where: { id, nextAttemptAt },
    data: {
      lastError: error,
      ...(outcome === 'ACCEPTED' && { sentAt: now }),
      nextAttemptAt: outcome === 'DEFERRED' ? nextAttempt(attempts, now) : null,
    },
  });
}

/** Reads a mail that is to be sent. It is undefined where nobody wants it any more, or it is too late. */
async function readMessage(
  { database, secrets, urls, clock }: MailDelivererDeps,
  id: bigint,
): Promise<MailMessage | undefined> {
  const mail = await database.prisma.mail.findUnique({
    where: { id },
    select: {
      eventId: true,
      letter: true,
      notice: { select: { ...wordedColumns, consumerOrg: { select: { title: true } } } },
      member: true,
      catalog: {
        select: { name: true, title: true, branding: true, mail: true, org: { select: { name: true } } },
      },
    },
  });
  const policy = stored<MailPolicy | null>(mail?.catalog.mail ?? null);
  if (!mail || policy === null) return undefined;
  const { eventId, notice, member, catalog } = mail;
  const { name, accent } = stored<Branding>(catalog.branding);
  // As each page of the portal is headed.
  const title = name ?? catalog.title;
  const portal = portalUrl(urls, `/${catalog.org.name}/${catalog.name}`);
  const now = clock();
  if (mail.letter)
    return letterOf(database, { id, catalog: { title, accent, policy, portal }, secrets, now });
  if (!notice || eventId === null || !member?.email) return undefined;
  if (!member.noticesByMail || !mayBeWrittenTo(member)) return undefined;
  if (notice.at.getTime() < now.getTime() - TOO_LATE_MS) return undefined;
  const [titled] = await titledNotices(database, [notice]);
  if (!titled) return undefined;
  return messageOf({
    eventId,
    notice: titled,
    path: noticePath(noticeOf(notice)),
    member: { id: member.id, email: member.email, organization: notice.consumerOrg.title },
    catalog: { title, accent, policy, portal },
    secrets,
  });
}
