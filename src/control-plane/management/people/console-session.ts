import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import {
  type Caller,
  type CallerDeps,
  callerOf,
  goodSessions,
  TokenFinder,
  type TokenSource,
} from '../caller.ts';
import { administrator } from './first-administrator.ts';
import { secondFactorNeed } from './second-factor-rules.ts';

/** A session that was just opened. Its token can be read only now. */
export type OpenedSession = { readonly token: string; readonly expiresAt: Date };

/** Lifetime of a session: a working day and a little more. */
export const SESSION_MS = 12 * 3_600_000;
const CODE_MS = 15 * 60_000;
/** Maximum of sessions of one access token, or of one person in an org. The oldest ends when there is one more. */
const SESSIONS_MAX = 50;
const entered = {
  user: { select: { email: true } },
  org: { select: { requiresSecondFactor: true } },
} as const;
const withRole = { include: { membership: { select: { role: true } } } } as const;

/** Sessions of the console, opened by an access token or by a person. A session ends with its token or membership. */
export class ConsoleSessions {
  readonly #deps: CallerDeps;
  readonly #tokens: TokenFinder;
  /** The code that was issued last. Only the process that printed it knows it. */
  #code: { readonly hash: string; readonly expiresAt: number } | undefined;

  constructor(deps: CallerDeps) {
    this.#deps = deps;
    this.#tokens = new TokenFinder(deps);
  }

  /**
   * @param source where it comes from
   * @throws UNAUTHENTICATED when the access token is unknown, revoked or expired; TOO_MANY_ATTEMPTS
   */
  async signIn(accessToken: string, source: TokenSource): Promise<OpenedSession> {
    const row = await this.#tokens.find(accessToken, source);
    if (!row)
      return refuse('UNAUTHENTICATED', { detail: 'The access token is unknown, revoked or expired.' });
    return openSession(this.#deps, { accessTokenId: row.id, endsBefore: row.expiresAt });
  }

  /** Issues a short-lived code that signs the platform's administrator in once. It replaces the code before. */
  issueCode(): string {
    const { secrets, clock } = this.#deps;
    const issued = secrets.issue('gi_');
    this.#code = { hash: secrets.hash(issued), expiresAt: clock().getTime() + CODE_MS };
    return issued;
  }

  /** @throws UNAUTHENTICATED when the code is not the last one, was used, or is too old */
  async signInByCode(input: string): Promise<OpenedSession> {
    const { database, secrets, clock } = this.#deps;
    const code = this.#code;
    if (!code || code.expiresAt <= clock().getTime() || !secrets.matches(input, code.hash))
      return refuse('UNAUTHENTICATED', {
        detail: 'This link was used, or is more than 15 minutes old: sign in with an access token.',
      });
    this.#code = undefined;
    const { id } = await database.prisma.accessToken.findFirstOrThrow({ where: administrator });
    return openSession(this.#deps, { accessTokenId: id });
  }

  /**
   * Resolves the caller of a session token. It is undefined without a session, and before the second factor is shown.
   */
  async callerOf(token: string): Promise<Caller | undefined> {
    const { database, secrets, clock } = this.#deps;
    const session = await database.prisma.consoleSession.findFirst({
      where: { tokenHash: { in: secrets.hashes(token) }, ...goodSessions(clock()) },
      include: { accessToken: withRole, membership: { include: entered } },
      relationLoadStrategy: 'join',
    });
    if (session?.accessToken)
      return { ...(await callerOf(this.#deps, session.accessToken)), sessionId: session.id };
    if (!session?.membership || secondFactorNeed(session.membership, session.verified)) return undefined;
    const { id: membershipId, userId, orgId, role, user } = session.membership;
    const { id: sessionId, opens } = session;
    const who = { name: user.email, actor: `user:${user.email}` };
    return { ...who, role, orgId, sessionId, membershipId, userId, opens: [membershipId, ...opens] };
  }

  async signOut(token: string): Promise<void> {
    const { database, secrets } = this.#deps;
    await database.prisma.consoleSession.deleteMany({
      where: { tokenHash: { in: secrets.hashes(token) } },
    });
  }
}

/** Owner of a session: an access token or a membership. */
type SessionOwner = { readonly endsBefore?: Date | null } & (
  | { readonly accessTokenId: string }
  | { readonly membershipId: string; readonly opens: readonly string[] }
);

/** Sessions that can enter one of these memberships. */
export const sessionsOpening = (membershipIds: string[]) =>
  ({
    OR: [{ membershipId: { in: membershipIds } }, { opens: { hasSome: membershipIds } }],
  }) satisfies Prisma.ConsoleSessionWhereInput;

/** Opens a session, and removes its owner's ended sessions and the oldest beyond the maximum. */
export async function openSession(
  { database, secrets, clock }: Pick<CallerDeps, 'database' | 'secrets' | 'clock'>,
  { endsBefore, ...session }: SessionOwner,
  { consoleSession }: Pick<Transaction, 'consoleSession'> = database.prisma,
): Promise<OpenedSession> {
  const now = clock();
  const end = new Date(now.getTime() + SESSION_MS);
  const expiresAt = endsBefore && endsBefore < end ? endsBefore : end;
  const token = secrets.issue('gs_');
  const isToken = 'accessTokenId' in session;
  const owner = isToken ? { accessTokenId: session.accessTokenId } : { membershipId: session.membershipId };
  const opens = isToken ? [] : [...session.opens];
  await consoleSession.deleteMany({ where: { ...owner, expiresAt: { lte: now } } });
  await consoleSession.create({
    data: { ...owner, opens, tokenHash: secrets.hash(token), createdAt: now, expiresAt },
  });
  const [lastKept] = await consoleSession.findMany({
    where: owner,
    orderBy: { id: 'desc' },
    skip: SESSIONS_MAX - 1,
    take: 1,
    select: { id: true },
  });
  if (lastKept) await consoleSession.deleteMany({ where: { ...owner, id: { lt: lastKept.id } } });
  return { token, expiresAt };
}
