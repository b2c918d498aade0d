import type { Clock } from '../clock.ts';
import { type ChangeRequest, change, type Transaction } from '../database/change.ts';
import type { Database } from '../database/database.ts';
import type { AccessToken, Org } from '../database/generated/prisma/client.ts';
import type { Role } from '../domain/roles.ts';
import { includesRole } from '../domain/roles.ts';
import { refuse } from '../errors.ts';
import type { EventFeed } from '../events/feed.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** What the management API works with. */
export type ManagementDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly outbound: Outbound;
  readonly limits: RateLimits;
  readonly events: EventFeed;
  readonly clock: Clock;
  /** How others reach the listeners. */
  readonly urls: { readonly gateway: string; readonly control: string; readonly graphqlServer: string };
};

/** Who is asking: an access token. */
export type Caller = {
  readonly name: string;
  readonly role: Role;
  /** Null reaches every org. */
  readonly orgId: string | null;
  /** When the token ends; never unless given. */
  readonly expiresAt?: Date | null;
  /** The session of the console that it came by. */
  readonly sessionId?: string;
};

export type ManagementContext = ManagementDeps & {
  readonly caller: Caller;
  /** The org that an input names; a caller of one org may leave it out. Another's org does not exist for the caller. */
  org(name: string | null | undefined): Promise<Org>;
  /** Changes an org: one transaction with its audit event, under the caller's name. */
  change<Result>(
    request: Omit<ChangeRequest<Result>, 'actor'>,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
};

/** What it takes to know a caller. */
export type CallerDeps = Pick<ManagementDeps, 'database' | 'secrets' | 'clock'>;

const LAST_USED_EVERY_MS = 60_000;

/** @throws UNAUTHENTICATED when the bearer token is missing, unknown or expired */
export async function managementContext(
  deps: ManagementDeps,
  authorization: string | null,
): Promise<ManagementContext> {
  return managementContextOf(deps, await bearerOf(deps, authorization));
}

/** What a caller who is known works with. */
export function managementContextOf(deps: ManagementDeps, caller: Caller): ManagementContext {
  return {
    ...deps,
    caller,
    org: (name) => orgOf(deps, caller, name),
    change: (request, work) => change(deps.database, { ...request, actor: `token:${caller.name}` }, work),
  };
}

async function bearerOf(deps: CallerDeps, authorization: string | null): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  const unauthenticated = { headers: { 'WWW-Authenticate': 'Bearer realm="management"' } };
  if (!token)
    return refuse('UNAUTHENTICATED', {
      detail: 'Send the header Authorization: Bearer <access token>.',
      ...unauthenticated,
    });
  const row = await findAccessToken(deps, token);
  if (row) return callerOf(deps, row);
  return refuse('UNAUTHENTICATED', {
    detail: 'The access token is unknown, revoked or expired.',
    ...unauthenticated,
  });
}

/** The access token of this value, while it is good. */
export function findAccessToken(
  { database, secrets, clock }: CallerDeps,
  token: string,
): Promise<AccessToken | null> {
  return database.prisma.accessToken.findUnique({
    where: { tokenHash: secrets.hash(token), ...unexpired(clock()) },
  });
}

/** Those that have not ended. */
export const unexpired = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** Who asks by an access token, which is used by it. */
export async function callerOf({ database, clock }: CallerDeps, row: AccessToken): Promise<Caller> {
  const now = clock();
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await database.prisma.accessToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: now } });
  const { name, role, orgId, expiresAt } = row;
  return { name, role, orgId, expiresAt };
}

async function orgOf(
  { database }: ManagementDeps,
  { orgId }: Caller,
  name: string | null | undefined,
): Promise<Org> {
  const mine = orgId === null ? {} : { id: orgId };
  if (name != null) {
    const org = await database.prisma.org.findFirst({ where: { ...mine, name } });
    return org ?? refuse('NOT_FOUND', { detail: `There is no org ${name}.`, path: ['input', 'org'] });
  }
  const [org, another] = await database.prisma.org.findMany({ where: mine, take: 2 });
  if (org && !another) return org;
  return refuse('BAD_USER_INPUT', {
    detail: 'Name the org: you belong to more than one, or none exists.',
    path: ['input', 'org'],
  });
}

/** @throws FORBIDDEN when the caller's role does not include the wanted one */
export function demandRole({ role }: Caller, wanted: Role): true {
  if (includesRole(role, wanted)) return true;
  return refuse('FORBIDDEN', { detail: `This needs a token with the role ${wanted}; yours is ${role}.` });
}
