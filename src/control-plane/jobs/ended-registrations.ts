import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { ClientRegistration } from '../../infrastructure/database/generated/prisma/client.ts';
import type { ClientRegistrations } from '../../infrastructure/issuers/client-registrations.ts';
import type { ClientManagement } from '../../infrastructure/issuers/register-client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';

type EndedRegistrationsDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  readonly registrations: Pick<ClientRegistrations, 'delete'>;
  readonly clock: Clock;
  /** Tells the operator of a client that stays at its issuer. */
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 60_000;
/** Clients that an org has deleted in a turn, and those of all. An org with many of them holds up no other. */
const OF_ORG = 5;
const OF_ALL = 50;
const RETRY_MIN_MS = 60_000;
const RETRY_MAX_MS = 24 * 3_600_000;
/** After these, about a month, the client stays at its issuer. */
const FAILURES_MAX = 40;

/** Deletes ended clients at their issuers as long as the process runs. */
export function watchEndedRegistrations(deps: EndedRegistrationsDeps): BackgroundJob {
  const { onFault } = deps;
  return startBackgroundJob(() => deleteEndedClients(deps), { everyMs: EVERY_MS, onFault });
}

/** Deletes clients at their issuers that are applications no more. (RFC 7592) */
export async function deleteEndedClients(deps: EndedRegistrationsDeps): Promise<void> {
  const { prisma } = deps.database;
  const ended = await prisma.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (
      SELECT "id", row_number() OVER (PARTITION BY "orgId" ORDER BY "retryAt") AS "place" FROM "ClientRegistration"
      WHERE "externalClientId" IS NULL AND "retryAt" <= ${deps.clock()}
    ) AS "ended" WHERE "place" <= ${OF_ORG} ORDER BY "place" LIMIT ${OF_ALL}`;
  await Promise.all(ended.map(({ id }) => deleteEndedClient(deps, id).catch(deps.onFault)));
}

async function deleteEndedClient(deps: EndedRegistrationsDeps, id: string): Promise<void> {
  const { database, clock } = deps;
  const clientRegistration = database.prisma.clientRegistration;
  const now = clock();
  const row = await clientRegistration.findUnique({ where: { id } });
  if (!row) return;
  const { failures, retryAt } = row;
  const restMs = Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS);
  const data = { failures: failures + 1, retryAt: new Date(now.getTime() + restMs) };
  // Who comes second finds that the first has put the next attempt off.
  const { count } = await clientRegistration.updateMany({ where: { id, failures, retryAt }, data });
  if (count === 0) return;
  const isOver = await isDeleted(deps, row);
  if (!isOver && data.failures < FAILURES_MAX) return;
  await clientRegistration.deleteMany({ where: { id } });
  if (!isOver)
    deps.onFault(
      new Error(`A client of the org ${row.orgId} stays at its issuer, which cannot be asked to delete it.`),
    );
}

/** A client that the issuer gives no way to delete stays there. */
async function isDeleted(
  { registrations, secrets }: EndedRegistrationsDeps,
  { id, orgId, managementSealed }: ClientRegistration,
): Promise<boolean> {
  if (managementSealed === null) return true;
  const management: ClientManagement = JSON.parse(secrets.unseal(managementSealed, id));
  return registrations.delete(orgId, management);
}
