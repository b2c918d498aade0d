import type { GraphQLSchema } from 'graphql';
import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import {
  type ChangeItems,
  comparedItems,
  hashOf,
  type Movement,
  movements,
} from '../../../domain/change-request/change-set.ts';
import { checkFrozen } from '../../../domain/change-request/policy.ts';
import { checkCommittable, isCommittable } from '../../../domain/change-request/states.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { change, type Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { type Asker, type Caller, demandStillValid } from '../caller.ts';
import type { ManagementDeps } from '../context.ts';
import { ChangeRequestRef } from './change-request.ts';
import { closeRequest, type RequestEnd } from './close-request.ts';
import { ChangeRequestInput } from './decide.ts';
import { MovedOn, movedText } from './moved-on.ts';
import { type Authority, presentCaller } from './proposer.ts';
import { lackingOf, type NumberedRequest, requestNumbered } from './request-rows.ts';
import { policiesOf, type Reviewed } from './reviewed.ts';
import { runChange } from './run-change.ts';
import { isFinal, storedProposal } from './stored-proposal.ts';
import { firstWave } from './waves/first-wave.ts';

builder.mutationField('commitChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Does what was reviewed, with the rights of the proposer: in one transaction, which finds out what the change does now. Where that is something else, nothing takes place: it is STALE, and refused with CHANGE_STALE. What a rule refuses is FAILED.',
    args: {
      input: t.arg({ type: ChangeRequestInput, required: true, description: 'Which change request.' }),
    },
    resolve: async (query, _root, { input }, context, { schema }) => {
      const { id: orgId } = await context.org(input.org);
      const { caller, address } = context;
      const by = { actor: caller.actor, address, caller };
      await commitRequest(context, { schema, orgId, number: input.number, by });
      const where = { orgId_number: { orgId, number: input.number } };
      return context.database.prisma.changeRequest.findUniqueOrThrow({ ...query, where });
    },
  }),
);

type CommitInput = {
  readonly schema: GraphQLSchema;
  readonly orgId: string;
  readonly number: number;
  readonly by: Asker;
  /** Checks in the transaction that it is still to be committed. */
  readonly check?: (row: NumberedRequest) => void;
};

const path = ['input', 'number'];

/**
 * Commits a request, or ends it where it cannot be. What is checked beforehand is checked again in the transaction of
 * the change, under the lock of its org: of two that commit, or commit and cancel, the second finds it closed.
 *
 * @throws NOT_FOUND, TRANSITION_REFUSED, APPROVAL_REQUIRED; CHANGE_STALE; what the mutation refuses
 */
export async function commitRequest(deps: ManagementDeps, input: CommitInput): Promise<void> {
  const { orgId, number, by } = input;
  const { prisma } = deps.database;
  const row = await requestNumbered(prisma, { orgId, number });
  await checkCommit(prisma, deps, { ...input, row });
  const caller = await proposerOf(prisma, deps, row);
  if ('fault' in caller) return fail(deps, input, { code: 'FORBIDDEN', message: caller.fault });
  let refusedBefore: unknown;
  const inWaves = row.rollout && firstWave(deps, row, by.actor);
  try {
    const isRun = await runChange({
      ...(await storedProposal(prisma, deps, row)),
      schema: input.schema,
      deps,
      caller,
      actor: by.actor,
      address: by.address,
      detail: { changeRequest: number, ...peopleOf(row) },
      ...(inWaves && { audited: inWaves.audited }),
      before: async (transaction) => {
        await checkAgain(transaction, deps, { ...input, proposer: caller }).catch((error: unknown) => {
          refusedBefore = error;
          throw error;
        });
        await inWaves?.before(transaction);
      },
      after: (transaction, reviewed) =>
        inWaves
          ? inWaves.after(transaction, reviewed)
          : closeAsDone(transaction, { deps, row, reviewed, by: by.actor }),
    });
    if (!isRun) throw new MovedOn(movements(stored<ChangeItems>(row.items), {}));
  } catch (error) {
    if (error === refusedBefore) throw error;
    if (error instanceof MovedOn) return endStale(deps, input, error.moved);
    if (error instanceof Refusal && isFinal(error)) return fail(deps, input, error);
    throw error;
  }
}

const peopleOf = ({ proposedBy, approvals }: NumberedRequest) => ({
  proposedBy,
  approvedBy: approvals.map(({ approvedBy }) => approvedBy),
});

type CommitCheck = CommitInput & { readonly row: NumberedRequest };

const proposerOf = (
  transaction: Transaction,
  { clock }: Pick<ManagementDeps, 'clock'>,
  { authority }: NumberedRequest,
) => presentCaller(transaction, stored<Authority>(authority), clock());

/**
 * Checks the request again, and the rights of its proposer and of who asks. All may have changed before the turn.
 *
 * @throws CONFLICT where the proposer has lost rights; another attempt finds out whether it can be committed
 */
async function checkAgain(
  transaction: Transaction,
  deps: ManagementDeps,
  { proposer, ...input }: CommitInput & { readonly proposer: Caller },
): Promise<void> {
  const { orgId, number, by } = input;
  if (by.caller) await demandStillValid(by.caller, { database: { prisma: transaction }, clock: deps.clock });
  const row = await requestNumbered(transaction, { orgId, number });
  await checkCommit(transaction, deps, { ...input, row });
  const now = await proposerOf(transaction, deps, row);
  if ('fault' in now || now.role !== proposer.role) refuse('CONFLICT', { path });
}

async function checkCommit(
  database: Pick<Transaction, 'catalog'>,
  { clock }: Pick<ManagementDeps, 'clock'>,
  { row, check }: CommitCheck,
): Promise<void> {
  const now = clock();
  checkCommittable(row, now);
  const lacking = await lackingOf(database, row);
  if (lacking > 0)
    refuse('APPROVAL_REQUIRED', {
      detail: `Change request ${row.number} needs ${quantity(lacking, 'more approval')}.`,
      path,
    });
  const change = stored<ActionsInCatalog[]>(row.actions);
  checkFrozen(change, await policiesOf(database, { orgId: row.orgId, change }), now);
  check?.(row);
}

type Done = {
  readonly deps: ManagementDeps;
  readonly row: NumberedRequest;
  readonly reviewed: Reviewed;
  readonly by: string;
};

async function closeAsDone(transaction: Transaction, { deps, row, reviewed, by }: Done): Promise<void> {
  const items = comparedItems(await reviewed.items(transaction), row.anySubscribers);
  if (hashOf(items) !== row.hash) throw new MovedOn(movements(stored<ChangeItems>(row.items), items));
  const { undo: undoId } = reviewed;
  await closeRequest(transaction, row.id, { state: 'DONE', by, at: deps.clock(), undoId });
}

async function endStale(
  deps: ManagementDeps,
  input: CommitInput,
  moved: readonly Movement[],
): Promise<never> {
  await end(deps, input, { state: 'STALE', closing: { moved } });
  return refuse('CHANGE_STALE', {
    detail: `Change request ${input.number} would do something else now than what was reviewed: ${movedText(moved)}. Propose it again.`,
    path,
  });
}

async function fail(
  deps: ManagementDeps,
  input: CommitInput,
  { code, message }: Pick<Refusal, 'code' | 'message'>,
): Promise<never> {
  await end(deps, input, { state: 'FAILED', closing: { failure: { code, message } } });
  return refuse(code, { detail: message, path });
}

/** Ends a request that could not be done, unless another has closed it meanwhile. */
async function end(
  { database, clock }: ManagementDeps,
  { orgId, number, by }: CommitInput,
  end: Pick<RequestEnd, 'state' | 'closing'>,
): Promise<void> {
  await change<boolean>(
    database,
    {
      orgId,
      actor: by.actor,
      address: by.address,
      action: 'commitChange',
      subject: `#${number}`,
      detail: { state: end.state },
      keepsRevision: true,
      isChange: (isEnded) => isEnded,
    },
    async (transaction) => {
      const { id, state } = await requestNumbered(transaction, { orgId, number });
      if (!isCommittable(state)) return false;
      await closeRequest(transaction, id, { ...end, by: by.actor, at: clock() });
      return true;
    },
  );
}
