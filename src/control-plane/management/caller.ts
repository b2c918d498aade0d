import { LRUCache } from 'lru-cache';
import { includesRole, type Role, weakerRole } from '../../domain/people/roles.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { FailedSignIns } from '../../infrastructure/database/failed-sign-ins.ts';
import type { AccessToken, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Attempts } from '../../infrastructure/limits/guesses/attempts.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { secondFactorNeed } from './people/second-factor-rules.ts';

/** The caller of the management API: a person in an org, or an access token. */
export type Caller = {
  /** The person's email address, or the name of the token. */
  readonly name: string;
  /** The same for the audit: `user:ada@acme.example`, `token:ci`. */
  readonly actor: string;
  readonly role: Role;
  /** Null reaches every org. */
  readonly orgId: string | null;
  /** The end of the token; it never ends unless given. */
  readonly expiresAt?: Date | null;
  /** The access token of the call. A later one of the same name is another. */
  readonly tokenId?: string;
  /** The console session of the call. */
  readonly sessionId?: string;
  /** The membership of the calling person, or of the one who made the token. It owns what is made in the call. */
  readonly membershipId?: string | null;
  /** The calling person; undefined for a token. */
  readonly userId?: string;
  /** The memberships that their sign-in proved, which the session may enter. */
  readonly opens?: string[];
};

/** The one who asks for a change, for the audit. Without a caller it is the platform itself. */
export type Asker = {
  readonly actor: string;
  readonly address?: string | undefined;
  readonly caller?: Caller;
};

/** Returns the key of a caller's share of what orgs share. A caller without an org has one of their own. */
export const shareOf = ({ orgId, actor }: Caller): string => orgId ?? actor;

export type CallerDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly failedSignIns: Pick<FailedSignIns, 'note'>;
};

/** Source of a token: the network for the attempt limit, the address for the audit. */
export type TokenSource = { readonly network: string; readonly address?: string | undefined };

/** Prefix of access tokens of the management API. It tells them from other kinds of token at a glance. */
export const tokenPrefix = 'gh_';
const ISSUED = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

const LAST_USED_EVERY_MS = 60_000;
const SHOWN = { max: 1_000, ttl: 15 * 60_000 };

/** An access token with the present rights of the person who made it. */
type FoundToken = AccessToken & RoleOfToken;
type RoleOfToken = { readonly role: Role; readonly membership: { readonly role: Role } | null };
const ofRole = {
  role: true,
  membership: { select: { role: true } },
} as const satisfies Prisma.AccessTokenSelect;

const roleOf = ({ role, membership }: RoleOfToken): Role =>
  membership ? weakerRole(role, membership.role) : role;

/** Matches what has not ended. */
export const unexpired = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** Matches valid access tokens. They have not ended, and their owner is not suspended. */
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

/** The columns of a membership that say which second factor it requires. */
export const ofSecondFactor = {
  secondFactorId: true,
  org: { select: { requiresSecondFactor: true } },
} as const satisfies Prisma.MembershipSelect;

/** Tells whether a session opens anything. That of a person does not before the second factor that the org requires. */
const opensNow = ({
  membership,
  verified,
}: Prisma.ConsoleSessionGetPayload<{
  select: { verified: true; membership: { select: typeof ofSecondFactor } };
}>) => !membership || secondFactorNeed(membership, verified) === undefined;

/** Finds access tokens by their values, and limits guesses of them. */
export class TokenFinder {
  readonly #deps: CallerDeps;
  /** Networks that have shown a chosen token, with its hash. */
  readonly #known = new LRUCache<string, true>(SHOWN);

  constructor(deps: CallerDeps) {
    this.#deps = deps;
  }

  /**
   * Finds the valid access token of a value. Issued tokens are too long to be guessed, so a right one is never
   * delayed. ADMIN_TOKEN is chosen by an operator: after wrong ones from the same network it waits as they do, unless
   * it was shown before.
   *
   * @throws TOO_MANY_ATTEMPTS with Retry-After, whether it is right or not
   */
  async find(token: string, { network, address }: TokenSource): Promise<FoundToken | null> {
    const { database, secrets, clock, attempts } = this.#deps;
    const hashes = secrets.hashes(token);
    const key = `${network} ${hashes[0]}`;
    const row = await database.prisma.accessToken.findFirst({
      where: { tokenHash: { in: hashes }, ...goodTokens(clock()) },
      include: { membership: { select: { role: true } } },
      relationLoadStrategy: 'join',
    });
    if (row && (ISSUED.test(token) || this.#known.has(key))) return row;
    if (!row) await noteRefused(this.#deps, hashes, address);
    await attempts.attempt({ target: ['management', network] }, async () => row !== null);
    if (row) this.#known.set(key, true);
    return row;
  }
}

/**
 * Records the use of an ended token, or of a suspended person's. The audit of the orgs that it reached has it. An
 * unknown token is logged for the operator.
 */
async function noteRefused(
  { database, failedSignIns }: CallerDeps,
  hashes: string[],
  address: string | undefined,
): Promise<void> {
  const ended = await database.prisma.accessToken.findFirst({ where: { tokenHash: { in: hashes } } });
  const { orgId, name: subject } = ended ?? { orgId: undefined, name: '(unknown)' };
  failedSignIns.note({ orgId, action: 'accessTokenRefused', subject, address });
}

/** Resolves the caller of an access token and records its use. */
export async function callerOf(
  { database, clock }: Pick<CallerDeps, 'database' | 'clock'>,
  row: FoundToken,
): Promise<Caller> {
  const now = clock();
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await database.prisma.accessToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: now } });
  const { id: tokenId, name, orgId, expiresAt, membershipId } = row;
  return { name, actor: `token:${name}`, role: roleOf(row), orgId, expiresAt, membershipId, tokenId };
}

/** The rows of callers, within a transaction or not. */
type CallerRows = {
  readonly database: { readonly prisma: Pick<Transaction, 'accessToken' | 'consoleSession'> };
  readonly clock: Clock;
};

/** Tells whether the session or token of a caller is still valid. */
export const isStillValid = async (caller: Caller, rows: CallerRows): Promise<boolean> =>
  (await roleNow(caller, rows)) !== undefined;

/**
 * Checks a caller again in the transaction of a change. It may have waited for its turn behind the one that took their
 * rights.
 *
 * @throws UNAUTHENTICATED when the session or token has ended; FORBIDDEN when its role is a lesser one
 */
export async function demandStillValid(caller: Caller, rows: CallerRows): Promise<void> {
  const role = await roleNow(caller, rows);
  if (role === undefined)
    refuse('UNAUTHENTICATED', {
      detail: 'The access token or session ended before the change had its turn.',
    });
  if (!includesRole(role, caller.role))
    refuse('FORBIDDEN', { detail: `Your role was changed to ${role} before the change had its turn.` });
}

/** Reads the present role of a caller. Undefined is a session or token that has ended. */
async function roleNow(
  { tokenId, sessionId, userId, membershipId = null, role }: Caller,
  { database, clock }: CallerRows,
): Promise<Role | undefined> {
  const { consoleSession, accessToken } = database.prisma;
  if (sessionId !== undefined) {
    const session = await consoleSession.findFirst({
      where: { id: sessionId, ...(userId && { membershipId }), ...goodSessions(clock()) },
      select: {
        verified: true,
        accessToken: { select: ofRole },
        membership: { select: { role: true, ...ofSecondFactor } },
      },
      relationLoadStrategy: 'join',
    });
    if (!session || !opensNow(session)) return undefined;
    return session.accessToken ? roleOf(session.accessToken) : session.membership?.role;
  }
  // By neither asks the platform itself.
  if (tokenId === undefined) return role;
  const token = await accessToken.findFirst({
    where: { id: tokenId, ...goodTokens(clock()) },
    select: ofRole,
    relationLoadStrategy: 'join',
  });
  return token ? roleOf(token) : undefined;
}

/** @throws FORBIDDEN when the caller's role does not include the wanted one */
export function demandRole({ role }: Caller, required: Role): true {
  if (includesRole(role, required)) return true;
  return refuse('FORBIDDEN', { detail: `This needs the role ${required}; yours is ${role}.` });
}
