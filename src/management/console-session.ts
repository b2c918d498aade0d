import type { AccessToken } from '../database/generated/prisma/client.ts';
import { refuse } from '../errors.ts';
import { type Caller, type CallerDeps, callerOf, findAccessToken, unexpired } from './context.ts';
import { administrator } from './first-administrator.ts';

/** A session that was opened just now: the one time that its token can be read. */
export type OpenedSession = { readonly token: string; readonly expiresAt: Date };

/** Who is signed in to the console: a person, by an access token. A session ends with its token. */
export type ConsoleSessions = {
  /** @throws UNAUTHENTICATED when the access token is unknown, revoked or expired */
  signIn(accessToken: string): Promise<OpenedSession>;
  /** A code by which the platform's administrator signs in, once and soon; it takes the place of the one before. */
  issueCode(): string;
  /** @throws UNAUTHENTICATED when the code is not the last one, was used, or is too old */
  signInByCode(code: string): Promise<OpenedSession>;
  /** Who asks by the token of a session; undefined for nobody. */
  callerOf(token: string): Promise<Caller | undefined>;
  signOut(token: string): Promise<void>;
};

/** A working day and a little more. */
const SESSION_MS = 12 * 3_600_000;
const CODE_MS = 15 * 60_000;

/** The sessions of the console. Codes are kept by this process alone: it printed them. */
export function createConsoleSessions(deps: CallerDeps): ConsoleSessions {
  const { database, secrets, clock } = deps;
  let code: { readonly hash: string; readonly expiresAt: number } | undefined;

  return {
    async signIn(accessToken) {
      const row = await findAccessToken(deps, accessToken);
      return row
        ? openSession(deps, row)
        : refuse('UNAUTHENTICATED', { detail: 'The access token is unknown, revoked or expired.' });
    },
    issueCode() {
      const issued = secrets.issue('gi_');
      code = { hash: secrets.hash(issued), expiresAt: clock().getTime() + CODE_MS };
      return issued;
    },
    async signInByCode(given) {
      if (!code || code.expiresAt <= clock().getTime() || !secrets.matches(given, code.hash))
        return refuse('UNAUTHENTICATED', {
          detail: 'This link was used, or is more than 15 minutes old: sign in with an access token.',
        });
      code = undefined;
      return openSession(deps, await database.prisma.accessToken.findFirstOrThrow({ where: administrator }));
    },
    async callerOf(token) {
      const session = await database.prisma.consoleSession.findUnique({
        where: {
          tokenHash: secrets.hash(token),
          expiresAt: { gt: clock() },
          accessToken: unexpired(clock()),
        },
        include: { accessToken: true },
      });
      return session ? { ...(await callerOf(deps, session.accessToken)), sessionId: session.id } : undefined;
    },
    async signOut(token) {
      await database.prisma.consoleSession.deleteMany({ where: { tokenHash: secrets.hash(token) } });
    },
  };
}

/** Opens a session and puts away those of the access token that have ended. */
async function openSession(
  { database, secrets, clock }: CallerDeps,
  { id: accessTokenId, expiresAt: tokenEnd }: AccessToken,
): Promise<OpenedSession> {
  const now = clock();
  const end = new Date(now.getTime() + SESSION_MS);
  const expiresAt = tokenEnd && tokenEnd < end ? tokenEnd : end;
  const token = secrets.issue('gs_');
  await database.prisma.consoleSession.deleteMany({ where: { accessTokenId, expiresAt: { lte: now } } });
  await database.prisma.consoleSession.create({
    data: { accessTokenId, tokenHash: secrets.hash(token), expiresAt },
  });
  return { token, expiresAt };
}
