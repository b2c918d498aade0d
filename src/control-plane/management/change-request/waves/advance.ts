import type { Movement } from '../../../../domain/change-request/change-set.ts';
import { checkRunning } from '../../../../domain/change-request/states.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { change, type Transaction } from '../../../../infrastructure/database/change.ts';
import type { ChangeWave, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../../infrastructure/database/json-columns.ts';
import { type Asker, demandStillValid } from '../../caller.ts';
import type { ManagementDeps } from '../../context.ts';
import { MovedOn } from '../moved-on.ts';
import { type NumberedRequest, requestNumbered } from '../request-rows.ts';
import { storedProposal } from '../stored-proposal.ts';
import { movedSince, type WaveOpening } from './opening.ts';
import { beginWave, closesWith, closeWaves, type Waves } from './run-waves.ts';
import { MOVES_TIMEOUT_MS } from './wave-moves.ts';
import { runningWave, type WaveMutation, waveMutationOf, wavePairOf, wavesOf } from './wave-rows.ts';

/** A step of a change in waves. */
export type WaveStep = {
  readonly orgId: string;
  readonly number: number;
  /** The wave that runs. Where another has done the step already, it is refused. */
  readonly wave: number;
  readonly by: Asker;
};

/**
 * Ends a wave, and begins the next one or ends the change: in one transaction.
 *
 * @throws CONFLICT where another was faster; MovedOn where somebody changed the products; what the end is refused for
 */
export async function advance(deps: ManagementDeps, step: WaveStep): Promise<void> {
  const { orgId, number, wave, by } = step;
  const { prisma } = deps.database;
  const request = await requestNumbered(prisma, { orgId, number });
  const all = await wavesOf(prisma, request.id);
  const isEnd = wave === all.length || closesWith(all, wave + 1);
  let moved = 0;
  const detail = (): Prisma.InputJsonValue =>
    toStore({ changeRequest: number, proposedBy: request.proposedBy, wave, moved });
  await change(
    deps.database,
    {
      orgId,
      actor: by.actor,
      address: by.address,
      action: isEnd ? request.mutation : 'advanceChange',
      subject: isEnd ? request.subject : `#${number}`,
      detailOf: detail,
      timeoutMs: MOVES_TIMEOUT_MS,
    },
    async (transaction) => {
      if (by.caller)
        await demandStillValid(by.caller, { database: { prisma: transaction }, clock: deps.clock });
      moved = await advanceNow(transaction, { deps, step });
    },
  );
}

type Advance = { readonly deps: ManagementDeps; readonly step: WaveStep };

async function advanceNow(transaction: Transaction, { deps, step }: Advance): Promise<number> {
  const { request, all, opening, waves } = await runningWaves(transaction, { deps, step });
  const moved = await movedSince(transaction, { opening, ...waves.pair });
  if (moved.length > 0) throw new MovedOn(moved);
  if (step.wave === all.length) {
    await closeWaves(transaction, { ...waves, opening });
    return 0;
  }
  await transaction.changeWave.update({
    where: { changeRequestId_number: { changeRequestId: request.id, number: step.wave } },
    data: { state: 'DONE', endedAt: deps.clock(), waitsFor: null },
  });
  return beginWave(transaction, { ...waves, number: step.wave + 1, opening });
}

type RunningWaves = {
  readonly request: NumberedRequest;
  readonly all: readonly ChangeWave[];
  readonly opening: WaveOpening;
  readonly waves: Waves;
};

/** @throws CONFLICT where another wave runs; MovedOn where a product is gone */
async function runningWaves(transaction: Transaction, { deps, step }: Advance): Promise<RunningWaves> {
  const { orgId, number, wave, by } = step;
  const request = await requestNumbered(transaction, { orgId, number });
  checkRunning(request);
  const all = await wavesOf(transaction, request.id);
  if (runningWave(all).number !== wave) refuse('CONFLICT', { path: ['input', 'number'] });
  const proposal = await storedProposal(transaction, deps, request);
  const mutation = await waveMutationOf(transaction, orgId, proposal);
  const pair = await wavePairOf(transaction, orgId, mutation);
  if (!pair) throw new MovedOn([goneProduct(mutation)]);
  const { opened } = await transaction.changeRollout.findUniqueOrThrow({
    where: { changeRequestId: request.id },
    select: { opened: true },
  });
  const opening = stored<WaveOpening>(opened);
  return { request, all, opening, waves: { deps, request, mutation, pair, by: by.actor } };
}

const goneProduct = ({ old, new: successor }: Pick<WaveMutation, 'old' | 'new'>): Movement => ({
  item: `product ${old} or ${successor ?? 'its migration target'}`,
  kind: 'GONE',
  members: [],
});
