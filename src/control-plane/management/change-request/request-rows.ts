import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import { approvalsLacking, rulesFor } from '../../../domain/change-request/policy.ts';
import type { ChangeRequestState } from '../../../domain/change-request/states.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { ChangeApproval, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { policiesOf } from './reviewed.ts';

type JudgedRequest = {
  readonly orgId: string;
  readonly actions: Prisma.JsonValue;
  readonly approvals: readonly Pick<ChangeApproval, 'role'>[];
};

/** Counts the approvals that a request still needs, by the policies as they are now. */
export async function lackingOf(
  database: Pick<Transaction, 'catalog'>,
  { orgId, actions, approvals }: JudgedRequest,
): Promise<number> {
  const change = stored<ActionsInCatalog[]>(actions);
  return approvalsLacking(rulesFor(change, await policiesOf(database, { orgId, change })), approvals);
}

const withoutBulk = {
  omit: { inputSealed: true, outcome: true },
  include: { approvals: true, rollout: { select: { haltIf: true } } },
} as const;

/** A request without its input and what reviewers read. */
export type NumberedRequest = Prisma.ChangeRequestGetPayload<typeof withoutBulk> & {
  readonly state: ChangeRequestState;
};

/** The request that an input names. @throws NOT_FOUND when the org has none of that number */
export async function requestNumbered(
  { changeRequest }: Pick<Transaction, 'changeRequest'>,
  { orgId, number }: { readonly orgId: string; readonly number: number },
): Promise<NumberedRequest> {
  const row = await changeRequest.findUnique({
    where: { orgId_number: { orgId, number } },
    ...withoutBulk,
  });
  if (row) return { ...row, state: row.state as ChangeRequestState };
  return refuse('NOT_FOUND', {
    detail: `This org has no change request ${number}.`,
    path: ['input', 'number'],
  });
}
