import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CallerDeps } from '../caller.ts';
import { type OpenedSession, SESSION_MS } from './console-session.ts';
import { personSession } from './person-session.ts';
import { auditSecondFactor, guardOpened, type SecondFactorEvent } from './second-factor.ts';

export type SecondFactorSessionDeps = CallerDeps & { readonly urls: { readonly console: string } };

export type ShownFactor = {
  readonly token: string;
  readonly secondFactorId: string;
  readonly factorKind: 'passkey' | 'recovery code';
  /** True when the session opens its org by this, and did not before. */
  readonly isEntering: boolean;
  readonly address?: string | undefined;
  /** Further audit events. */
  readonly events?: readonly SecondFactorEvent[];
};

/**
 * Opens a session fully after its second factor, last in a transaction. It ends when it would have without one, and
 * gets a new token.
 */
export async function completeSession(
  { secrets, clock }: SecondFactorSessionDeps,
  transaction: Transaction,
  { token, secondFactorId, factorKind, isEntering, address, events = [] }: ShownFactor,
): Promise<OpenedSession> {
  const session = await personSession({ secrets, clock }, transaction, token);
  const { id, membership, opens } = session;
  const expiresAt = new Date(session.createdAt.getTime() + SESSION_MS);
  const next = secrets.issue('gs_');
  const guarded = await guardOpened(transaction, { secondFactorId, opens });
  const verified = [...new Set([...session.verified, secondFactorId])];
  await transaction.consoleSession.update({
    where: { id },
    data: { tokenHash: secrets.hash(next), expiresAt, verified },
  });
  if (isEntering)
    await transaction.membership.update({
      where: { id: membership.id },
      data: { lastSignInAt: clock() },
    });
  const doer = { email: membership.user.email, address };
  await auditSecondFactor(transaction, doer, [
    ...(guarded.length > 0 ? [{ orgIds: guarded, action: 'addSecondFactor' }] : []),
    ...events,
    ...(isEntering
      ? [{ orgIds: [membership.orgId], action: 'signIn', detail: { secondFactor: factorKind } }]
      : []),
  ]);
  return { token: next, expiresAt };
}
