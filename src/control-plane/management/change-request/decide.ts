import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import { rulesFor } from '../../../domain/change-request/policy.ts';
import { checkOpen, openStateOf } from '../../../domain/change-request/states.ts';
import { includesRole, weakerRole } from '../../../domain/people/roles.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ChangeRequestRef } from './change-request.ts';
import { closeRequest } from './close-request.ts';
import { commentOf } from './comment.ts';
import { personKey } from './proposer.ts';
import { lackingOf, type NumberedRequest, requestNumbered } from './request-rows.ts';
import { policiesOf } from './reviewed.ts';

const ApproveChangeInput = builder.inputType('ApproveChangeInput', {
  description: 'A change request that is approved as it was reviewed.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    hash: t.string({
      required: true,
      description: 'The `hash` of what was reviewed; refused with CONFLICT where it is another.',
    }),
  }),
});

const RejectChangeInput = builder.inputType('RejectChangeInput', {
  description: 'A change request that is refused.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    reason: t.string({ description: 'Why, for its proposer.' }),
  }),
});

export const ChangeRequestInput = builder.inputType('ChangeRequestInput', {
  description: 'A change request.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
  }),
});

builder.mutationField('approveChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Approves a change request of somebody else. With the approvals that the policies of its catalogs need it can be committed. To approve twice changes nothing.',
    args: {
      input: t.arg({
        type: ApproveChangeInput,
        required: true,
        description: 'Which, and what was reviewed.',
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number, hash } = input;
      const run = { orgId, action: 'approveChange', subject: `#${number}`, keepsRevision: true };
      return context.change({ ...run, detail: { hash } }, async (transaction) => {
        const row = await openRequest(transaction, context, { orgId, number });
        if (row.hash !== hash)
          refuse('CONFLICT', {
            detail: `Change request ${number} has the hash ${row.hash}: review what it does, and give that.`,
            path: ['input', 'hash'],
          });
        await approve(transaction, context, row);
        return transaction.changeRequest.findUniqueOrThrow({ ...query, where: { id: row.id } });
      });
    },
  }),
);

/** Approvals that a request takes. No rule needs so many. */
const APPROVALS_MAX = 100;

/** Reads a request that may still be decided. @throws NOT_FOUND, TRANSITION_REFUSED */
async function openRequest(
  transaction: Transaction,
  { clock }: Pick<ManagementContext, 'clock'>,
  named: { readonly orgId: string; readonly number: number },
): Promise<NumberedRequest> {
  const row = await requestNumbered(transaction, named);
  checkOpen(row, clock());
  return row;
}

/** @throws FORBIDDEN where the caller proposed it, or has not the role that its catalogs ask for */
async function approve(
  transaction: Transaction,
  { caller, clock }: ManagementContext,
  row: NumberedRequest,
): Promise<void> {
  const { id, orgId, actions, scheduledAt } = row;
  const approverKey = await personKey(transaction, caller);
  if (approverKey === row.proposerKey)
    refuse('FORBIDDEN', {
      detail: 'You proposed this change: somebody else has to approve it.',
      path: ['input', 'number'],
    });
  const change = stored<ActionsInCatalog[]>(actions);
  const rules = rulesFor(change, await policiesOf(transaction, { orgId, change }));
  const [first, ...others] = rules.map(({ role }) => role);
  const least = first && others.reduce(weakerRole, first);
  if (least && !includesRole(caller.role, least))
    refuse('FORBIDDEN', {
      detail: `Approving this change needs the role ${least}; yours is ${caller.role}.`,
      path: ['input', 'number'],
    });
  if (row.approvals.some((each) => each.approverKey === approverKey)) return;
  if (row.approvals.length >= APPROVALS_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `Change request ${row.number} has ${APPROVALS_MAX} approvals, which is all that it takes.`,
    });
  const approval = { approverKey, approvedBy: caller.actor, role: caller.role, at: clock() };
  await transaction.changeApproval.create({ data: { changeRequestId: id, ...approval } });
  const approvals = [...row.approvals, approval];
  const isApproved = (await lackingOf(transaction, { orgId, actions, approvals })) === 0;
  await transaction.changeRequest.update({
    where: { id },
    data: { state: openStateOf({ isApproved, scheduledAt }) },
  });
}

builder.mutationField('rejectChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description: 'Refuses a change request of somebody else, which ends it.',
    args: {
      input: t.arg({ type: RejectChangeInput, required: true, description: 'Which, and why.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number } = input;
      const reason = input.reason == null ? undefined : commentOf(input.reason, ['input', 'reason']);
      const run = { orgId, action: 'rejectChange', subject: `#${number}`, keepsRevision: true };
      return context.change(run, async (transaction) => {
        const row = await openRequest(transaction, context, { orgId, number });
        if ((await personKey(transaction, context.caller)) === row.proposerKey)
          refuse('FORBIDDEN', {
            detail: 'You proposed this change: take it back with `cancelChange`.',
            path: ['input', 'number'],
          });
        const closing = { state: 'REJECTED', by: context.caller.actor, at: context.clock() } as const;
        await closeRequest(transaction, row.id, { ...closing, ...(reason && { closing: { reason } }) });
        return transaction.changeRequest.findUniqueOrThrow({ ...query, where: { id: row.id } });
      });
    },
  }),
);

builder.mutationField('cancelChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description: 'Takes a change request back. Its proposer can, and an administrator.',
    args: {
      input: t.arg({ type: ChangeRequestInput, required: true, description: 'Which change request.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number } = input;
      const { caller } = context;
      const run = { orgId, action: 'cancelChange', subject: `#${number}`, keepsRevision: true };
      return context.change(run, async (transaction) => {
        const row = await openRequest(transaction, context, { orgId, number });
        const isOwn = (await personKey(transaction, caller)) === row.proposerKey;
        if (!isOwn && caller.role !== 'ADMINISTRATOR')
          refuse('FORBIDDEN', {
            detail: `Only ${row.proposedBy} or an ADMINISTRATOR takes it back: reject it with \`rejectChange\`.`,
            path: ['input', 'number'],
          });
        await closeRequest(transaction, row.id, {
          state: 'CANCELLED',
          by: caller.actor,
          at: context.clock(),
        });
        return transaction.changeRequest.findUniqueOrThrow({ ...query, where: { id: row.id } });
      });
    },
  }),
);
