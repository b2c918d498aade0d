import { LRUCache } from 'lru-cache';
import { includesRole, type Role, weakerRole } from '../../domain/people/roles.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { FailedSignIns } from '../../infrastructure/database/failed-sign-ins.ts';
import type { AccessToken, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Attempts } from '../../infrastructure/limits/guesses/attempts.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { secondFactorNeed } from './people/second-factor-rules.ts';

/** Who is asking: a person in one of her orgs, or an access token. */
export type Caller = {
  /** The person's email address, or the name of the token. */
  readonly name: string;
  /** The same for the audit: `user:ada@acme.example`, `token:ci`. */
  readonly actor: string;
  readonly role: Role;
  /** Null reaches every org. */
  readonly orgId: string | null;
  /** When the token ends; never unless given. */
  readonly expiresAt?: Date | null;
  /** The access token that asks; one of the same name that is made later is another. */
  readonly tokenId?: string;
  /** The session of the console that it came by. */
  readonly sessionId?: string;
  /** Of the person who asks, or who made the token: what is made from here on is hers, too. */
  readonly membershipId?: string | null;
  /** The person herself; nobody where a token asks. */
  readonly userId?: string;
  /** The memberships that her sign-in proved, which her session may enter. */
  readonly opens?: string[];
};

/** What it takes to know a caller. */
export type CallerDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly failedSignIns: Pick<FailedSignIns, 'note'>;
};

/** Where a token comes from: as it counts for guesses, and for the audit. */
export type TokenSource = { readonly network: string; readonly address?: string | undefined };

/** What the value of an access token of the management API begins with: one look tells it from the other kinds. */
export const tokenPrefix = 'gh_';
const ISSUED = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

const LAST_USED_EVERY_MS = 60_000;
const SHOWN = { max: 1_000, ttl: 15 * 60_000 };

/** An access token with the present rights of the person who made it. */
export type FoundToken = AccessToken & { readonly membership: { readonly role: Role } | null };

/** Those that have not ended. */
export const unexpired = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** Access tokens that are good: not ended, and of nobody who is suspended. */
const goodTokens = (now: Date) =>
  ({
    AND: [unexpired(now), { OR: [{ membershipId: null }, { membership: { state: 'ENABLED' } }] }],
  }) satisfies Prisma.AccessTokenWhereInput;

/** Sessions that are good: not ended, and of a token or a person that is. */
export const goodSessions = (now: Date) =>
  ({
    expiresAt: { gt: now },
    OR: [{ accessToken: goodTokens(now) }, { membership: { state: 'ENABLED' } }],
  }) satisfies Prisma.ConsoleSessionWhereInput;

/** What tells of a membership which second factor it asks for. */
export const ofSecondFactor = {
  secondFactorId: true,
  org: { select: { requiresSecondFactor: true } },
} as const satisfies Prisma.MembershipSelect;

/** Does a session open anything? Of a person, none does before she has shown what her org asks for. */
const opensNow = ({
  membership,
  verified,
}: Prisma.ConsoleSessionGetPayload<{
  select: { verified: true; membership: { select: typeof ofSecondFactor } };
}>) => !membership || secondFactorNeed(membership, verified) === undefined;

/** Finds access tokens by their values, and slows who guesses them. */
export type TokenFinder = {
  /**
   * The access token of a value, while it is good. What we issue is too long to be guessed: when right, it is never held
   * up. ADMIN_TOKEN is what an operator thought of: after wrong ones from the same network it waits as they do, save
   * where it was shown before.
   *
   * @throws TOO_MANY_ATTEMPTS with Retry-After, whether it is right or not
   */
  find(token: string, place: TokenSource): Promise<FoundToken | null>;
};

export function createTokenFinder(deps: CallerDeps): TokenFinder {
  const { database, secrets, clock, attempts } = deps;
  const shown = new LRUCache<string, true>(SHOWN);
  return {
    async find(token, { network, address }) {
      const hashes = secrets.hashes(token);
      const place = `${network} ${hashes[0]}`;
      const row = await database.prisma.accessToken.findFirst({
        where: { tokenHash: { in: hashes }, ...goodTokens(clock()) },
        include: { membership: { select: { role: true } } },
      });
      if (row && (ISSUED.test(token) || shown.has(place))) return row;
      if (!row) await noteRefused(deps, hashes, address);
      await attempts.attempt({ target: ['management', network] }, async () => row !== null);
      if (row) shown.set(place, true);
      return row;
    },
  };
}

/** Tells the orgs that it reached of a token that has ended, or whose owner is suspended; of an unknown one the operator. */
async function noteRefused(
  { database, failedSignIns }: CallerDeps,
  hashes: string[],
  address: string | undefined,
): Promise<void> {
  const ended = await database.prisma.accessToken.findFirst({ where: { tokenHash: { in: hashes } } });
  const { orgId, name: subject } = ended ?? { orgId: undefined, name: '(unknown)' };
  failedSignIns.note({ orgId, action: 'accessTokenRefused', subject, address });
}

/** Who asks by an access token, which is used by it. */
export async function callerOf(
  { database, clock }: Pick<CallerDeps, 'database' | 'clock'>,
  row: FoundToken,
): Promise<Caller> {
  const now = clock();
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await database.prisma.accessToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: now } });
  const { id: tokenId, name, orgId, expiresAt, membershipId, membership } = row;
  const role = membership ? weakerRole(row.role, membership.role) : row.role;
  return { name, actor: `token:${name}`, role, orgId, expiresAt, membershipId, tokenId };
}

/** Is who asks still who they were when they began to? */
export async function isStillValid(
  { tokenId, sessionId, userId, membershipId = null }: Caller,
  { database, clock }: Pick<CallerDeps, 'database' | 'clock'>,
): Promise<boolean> {
  const { consoleSession, accessToken } = database.prisma;
  if (sessionId !== undefined) {
    const session = await consoleSession.findFirst({
      where: { id: sessionId, ...(userId && { membershipId }), ...goodSessions(clock()) },
      select: { verified: true, membership: { select: ofSecondFactor } },
    });
    return session !== null && opensNow(session);
  }
  // By neither asks the platform itself.
  if (tokenId === undefined) return true;
  return (await accessToken.count({ where: { id: tokenId, ...goodTokens(clock()) } })) > 0;
}

/** @throws FORBIDDEN when the caller's role does not include the wanted one */
export function demandRole({ role }: Caller, wanted: Role): true {
  if (includesRole(role, wanted)) return true;
  return refuse('FORBIDDEN', { detail: `This needs the role ${wanted}; yours is ${role}.` });
}
