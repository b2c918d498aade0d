import { randomBytes } from 'node:crypto';
import { includesRole } from '../../../domain/people/roles.ts';
import { refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact, waitForTurn } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { firstIssuer, TEMPORARY } from '../../../infrastructure/database/quota-counts.ts';
import { builder } from '../builder.ts';
import { type Caller, tokenPrefix } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { auditScope } from '../org-scope.ts';
import { type IssuedAccessToken, IssuedAccessTokenRef } from './access-token.ts';
import { RoleEnum } from './viewer.ts';

const MINUTES_MAX = 1440;
const MINUTES_DEFAULT = 60;

const IssueTemporaryTokenInput = builder.inputType('IssueTemporaryTokenInput', {
  description: 'What a temporary access token is made from.',
  fields: (t) => ({
    org: t.string({ description: 'The org that it reaches; all that the caller reaches unless given.' }),
    role: t.field({
      type: RoleEnum,
      description: "Its rights, no more than the caller's; those unless given.",
    }),
    minutes: t.int({
      defaultValue: MINUTES_DEFAULT,
      description: `How long it lives, 1 to ${MINUTES_MAX} minutes; no longer than the caller's own token.`,
    }),
  }),
});

builder.mutationField('issueTemporaryToken', (t) =>
  t.field({
    type: IssuedAccessTokenRef,
    skipTypeScopes: true,
    authScopes: { role: 'VIEWER' },
    description:
      'Issues an access token for a script or a terminal, which ends by itself, and with the token that issues it. Everybody may, for rights of their own. Its value is shown this once.',
    args: {
      input: t.arg({ type: IssueTemporaryTokenInput, required: true, description: 'The new token.' }),
    },
    resolve: async (_root, { input }, context): Promise<IssuedAccessToken> => {
      const role = roleWithin(context.caller, input.role ?? context.caller.role);
      const expiresAt = endOf(context, input.minutes ?? MINUTES_DEFAULT);
      const orgId = input.org == null ? context.caller.orgId : (await context.org(input.org)).id;
      const name = `${TEMPORARY}${randomBytes(6).toString('hex')}`;
      const token = context.secrets.issue(tokenPrefix);
      await keep(context, { orgId, name, role, expiresAt, tokenHash: context.secrets.hash(token) });
      return { name, role, token, expiresAt };
    },
  }),
);

/** @throws FORBIDDEN when the caller has not the role that the token is to have */
function roleWithin(caller: Caller, role: Caller['role']): Caller['role'] {
  if (!includesRole(caller.role, role))
    refuse('FORBIDDEN', {
      detail: `The token may have the role ${caller.role} at most, which is yours.`,
      path: ['input', 'role'],
    });
  return role;
}

/** End of a temporary token. Tokens of a chain live no longer than the first of them. */
function endOf({ caller, clock }: ManagementContext, minutes: number): Date {
  if (minutes < 1 || minutes > MINUTES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `minutes is ${minutes}: give 1 to ${MINUTES_MAX}.`,
      path: ['input', 'minutes'],
    });
  const end = new Date(clock().getTime() + minutes * 60_000);
  return caller.expiresAt && caller.expiresAt < end ? caller.expiresAt : end;
}

type TemporaryToken = Omit<IssuedAccessToken, 'token'> & {
  readonly orgId: string | null;
  readonly tokenHash: string;
};

/**
 * Stores a token and writes the audit of each org that it reaches. It changes no org's definition, so it is no
 * `change`.
 */
async function keep(
  { database, caller, clock, address }: ManagementContext,
  { orgId, ...data }: TemporaryToken,
): Promise<void> {
  const { name, role, expiresAt } = data;
  const membershipId = caller.membershipId ?? null;
  const issuerId = caller.tokenId ?? null;
  await transact(database, async (transaction) => {
    const { accessToken } = transaction;
    await accessToken.deleteMany({
      where: { orgId, name: { startsWith: TEMPORARY }, expiresAt: { lte: clock() } },
    });
    if (orgId !== null) {
      await waitForTurn(transaction, orgId);
      await checkQuota(transaction, { resource: 'TEMPORARY_TOKENS', ownerId: orgId, now: clock() });
    }
    const ownerId = await issuerOf(transaction, caller);
    if (ownerId) await checkQuota(transaction, { resource: 'OWN_TEMPORARY_TOKENS', ownerId, now: clock() });
    await accessToken.create({ data: { orgId, membershipId, issuerId, ...data } });
    await auditScope(transaction, {
      orgId,
      actor: caller.actor,
      address,
      action: 'issueTemporaryToken',
      subject: name,
      detail: { role, expiresAt: expiresAt?.toISOString() ?? null },
    });
  });
}

/** Finds the issuer of tokens, to count them: the person, or a chain's first token. */
async function issuerOf(
  transaction: Transaction,
  { membershipId, tokenId }: Caller,
): Promise<string | undefined> {
  if (membershipId != null) return membershipId;
  return tokenId === undefined ? undefined : firstIssuer(transaction, tokenId);
}
