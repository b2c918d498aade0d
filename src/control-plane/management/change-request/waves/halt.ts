import type { Movement } from '../../../../domain/change-request/change-set.ts';
import type { Breach } from '../../../../domain/change-request/halt-rule.ts';
import { checkRunning } from '../../../../domain/change-request/states.ts';
import { serves } from '../../../../domain/product/lifecycle.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { change, type Transaction } from '../../../../infrastructure/database/change.ts';
import { stored, toStore } from '../../../../infrastructure/database/json-columns.ts';
import { demandStillValid } from '../../caller.ts';
import type { ManagementDeps } from '../../context.ts';
import { closeRequest } from '../close-request.ts';
import type { Halt } from '../request-parts.ts';
import { requestNumbered } from '../request-rows.ts';
import type { WaveStep } from './advance.ts';
import { takeOpeningBack, type WaveOpening } from './opening.ts';
import { MOVES_TIMEOUT_MS, takeMovesBack } from './wave-moves.ts';
import { runningWave, wavesOf } from './wave-rows.ts';

type HaltStep = Omit<WaveStep, 'wave'> & {
  /** The wave that runs, where it matters which. */
  readonly wave?: number;
  readonly breach: Breach;
  /** Changes of somebody else meanwhile. */
  readonly moved?: readonly Movement[];
};

/**
 * Halts a change in waves, and takes it back in the same transaction. Subscriptions are on their old plans again, and
 * the successor is as it was. What others have done meanwhile stays.
 *
 * @throws TRANSITION_REFUSED where no waves run; CONFLICT where another wave runs
 */
export async function halt(deps: ManagementDeps, step: HaltStep): Promise<Halt> {
  const { orgId, number, by } = step;
  return change<Halt>(
    deps.database,
    {
      orgId,
      actor: by.actor,
      address: by.address,
      action: 'haltChange',
      subject: `#${number}`,
      timeoutMs: MOVES_TIMEOUT_MS,
      detailOf: (done) => toStore(done),
    },
    (transaction) => haltNow(transaction, deps, step),
  );
}

async function haltNow(
  transaction: Transaction,
  { clock }: Pick<ManagementDeps, 'clock'>,
  { orgId, number, wave, by, breach, moved }: HaltStep,
): Promise<Halt> {
  if (by.caller) await demandStillValid(by.caller, { database: { prisma: transaction }, clock });
  const request = await requestNumbered(transaction, { orgId, number });
  checkRunning(request);
  const running = runningWave(await wavesOf(transaction, request.id));
  if (wave !== undefined && running.number !== wave) refuse('CONFLICT', { path: ['input', 'number'] });
  const now = clock();
  await transaction.changeWaveBudget.deleteMany({ where: { changeRequestId: request.id } });
  const taken = await takeBack(transaction, { changeRequestId: request.id, now });
  await transaction.changeWaveMove.deleteMany({ where: { changeRequestId: request.id } });
  await transaction.changeWave.updateMany({
    where: { changeRequestId: request.id, state: { in: ['RUNNING', 'DONE'] } },
    data: { state: taken ? 'TAKEN_BACK' : 'LEFT', endedAt: now, waitsFor: null },
  });
  await transaction.changeRollout.update({
    where: { changeRequestId: request.id },
    data: { haltedAt: now, claimedUntil: null },
  });
  const done: Halt = {
    ...breach,
    wave: running.number,
    takenBack: taken?.count ?? 0,
    isRestored: taken?.isRestored ?? false,
  };
  const closing = { halt: done, ...(moved && { moved }) };
  await closeRequest(transaction, request.id, { state: 'HALTED', by: by.actor, at: now, closing });
  return done;
}

type TakenBack = { readonly count: number; readonly isRestored: boolean };

/** @returns undefined where the old version serves nobody any more: there the subscriptions would be worse off */
async function takeBack(
  transaction: Transaction,
  { changeRequestId, now }: { readonly changeRequestId: string; readonly now: Date },
): Promise<TakenBack | undefined> {
  const { oldId, newId, opened } = await transaction.changeRollout.findUniqueOrThrow({
    where: { changeRequestId },
  });
  if (oldId === null || newId === null) return undefined;
  const old = await transaction.catalogProduct.findUnique({ where: { id: oldId }, select: { state: true } });
  if (!old || !serves(old.state)) return undefined;
  const count = await takeMovesBack(transaction, { changeRequestId, oldId, newId });
  const opening = stored<WaveOpening>(opened);
  return { count, isRestored: await takeOpeningBack(transaction, { opening, newId, now }) };
}
