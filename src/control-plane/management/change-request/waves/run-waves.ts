import { Prisma } from '../../../../../bundles/prisma.js';
import { MINUTE_MS, minuteOf } from '../../../../domain/call/usage.ts';
import { chosenOf } from '../../../../domain/change-request/waves.ts';
import { checkSunset } from '../../../../domain/product/lifecycle.ts';
import { checkAllMapped } from '../../../../domain/product/supersede.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type { ChangeWave } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../../infrastructure/database/json-columns.ts';
import type { ManagementDeps } from '../../context.ts';
import { planSubscribersOf } from '../../lifecycle/subscribers.ts';
import { settle } from '../../lifecycle/succession-steps.ts';
import { keepUndo } from '../../lifecycle/undo-record.ts';
import { closeRequest } from '../close-request.ts';
import type { NumberedRequest } from '../request-rows.ts';
import { renewBudget } from './budget.ts';
import { open, type WaveOpening } from './opening.ts';
import { type RolloutUndo, rolloutDifference } from './rollout-undo.ts';
import { movedCount, moveSubscriptions, planSteps, restOf } from './wave-moves.ts';
import { type WaveMutation, type WavePair, wavesOf } from './wave-rows.ts';

/** Waves that an org may run at once. */
const RUNNING_MAX = 20;

/** A change in waves, within a transaction. */
export type Waves = {
  readonly deps: Pick<ManagementDeps, 'clock' | 'secrets'>;
  readonly request: Pick<NumberedRequest, 'id' | 'orgId' | 'number' | 'mutation' | 'subject'>;
  readonly mutation: WaveMutation;
  readonly pair: WavePair;
  /** The actor who does it. */
  readonly by: string;
};

/**
 * Checks that waves can begin. Usage is kept by the minute, so calls of waves that were halted in this minute would be
 * taken for theirs.
 *
 * @throws CONFLICT where too many run, others move subscriptions of the same products, or were halted just now
 */
async function checkRoom(
  { changeRequest, changeRollout }: Pick<Transaction, 'changeRequest' | 'changeRollout'>,
  { deps, request: { orgId }, pair: { old, successor } }: Waves,
): Promise<void> {
  const running = await changeRequest.count({ where: { orgId, state: 'RUNNING' }, take: RUNNING_MAX });
  if (running >= RUNNING_MAX)
    notNow(`${RUNNING_MAX} changes of this org run in waves: wait for one, or halt it.`);
  const ids = [old.id, successor.id];
  const other = await changeRollout.findFirst({
    where: {
      changeRequest: { orgId, state: 'RUNNING' },
      OR: [{ oldId: { in: ids } }, { newId: { in: ids } }],
    },
    select: { changeRequest: { select: { number: true } } },
  });
  if (other)
    notNow(
      `Change request ${other.changeRequest.number} moves subscriptions of the same product: wait for it, or halt it.`,
    );
  const { _max: last } = await changeRollout.aggregate({
    where: { changeRequest: { orgId }, newId: successor.id },
    _max: { haltedAt: true },
  });
  const free = last.haltedAt ? minuteOf(last.haltedAt.getTime()) + MINUTE_MS : 0;
  if (deps.clock().getTime() < free)
    notNow(
      `Waves to ${versionedName(successor)} were halted a moment ago, and their calls are still counted: begin after ${new Date(free).toISOString()}.`,
    );
}

const notNow = (detail: string): never => refuse('CONFLICT', { detail, path: ['input', 'number'] });

/** Opens the successor and begins the first wave. @returns how many subscriptions it moved */
export async function beginWaves(transaction: Transaction, waves: Waves): Promise<number> {
  const { request, pair } = waves;
  const { id: changeRequestId } = request;
  await checkRoom(transaction, waves);
  const opening = await open(transaction, waves);
  await transaction.changeWaveMove.deleteMany({ where: { changeRequestId } });
  await transaction.changeWave.updateMany({
    where: { changeRequestId },
    data: { state: 'WAITING', moved: 0, startedAt: null, endedAt: null, waitsFor: null },
  });
  await transaction.changeRollout.update({
    where: { changeRequestId },
    data: {
      oldId: pair.old.id,
      newId: pair.successor.id,
      opened: toStore(opening),
      claimedUntil: null,
    },
  });
  await transaction.changeRequest.update({
    where: { id: changeRequestId },
    data: { state: 'RUNNING', closedAt: null, closedBy: null, closing: Prisma.DbNull, claimedUntil: null },
  });
  return beginWave(transaction, { ...waves, number: 1, opening });
}

type NextWave = Waves & { readonly number: number; readonly opening: WaveOpening };

/** Moves the subscriptions of a wave. The last one ends the change where it is not watched. */
export async function beginWave(
  transaction: Transaction,
  { number, opening, ...waves }: NextWave,
): Promise<number> {
  const { request, pair, mutation, deps } = waves;
  const all = await wavesOf(transaction, request.id);
  const wave = all.find((each) => each.number === number);
  if (!wave) return 0;
  const moved = await move(transaction, { ...waves, wave });
  await renewBudget(transaction, { changeRequestId: request.id, catalogId: pair.catalog.id });
  await transaction.changeWave.update({
    where: { changeRequestId_number: { changeRequestId: request.id, number } },
    data: { state: 'RUNNING', moved, startedAt: deps.clock(), before: Prisma.DbNull, figures: Prisma.DbNull },
  });
  if (closesWith(all, number))
    await closeWaves(transaction, { request, pair, mutation, deps, by: waves.by, opening });
  return moved;
}

/** Tells whether a wave ends the change at once. The last one does, where it is not watched. */
export const closesWith = (all: readonly ChangeWave[], number: number): boolean => {
  const last = all.at(-1);
  return last?.number === number && last.minutes === 0;
};

async function move(
  transaction: Transaction,
  { request, pair: { old, successor }, mutation, wave }: Waves & { readonly wave: ChangeWave },
): Promise<number> {
  const steps = planSteps(old, successor, mutation.plans);
  const { subscriptions } = mutation;
  const named = { changeRequestId: request.id, oldId: old.id, newId: successor.id, steps, subscriptions };
  const ids = chosenOf({
    wave,
    moved: await movedCount(transaction, named),
    rest: await restOf(transaction, named),
    salt: `${mutation.old} ${mutation.new}`,
  });
  return moveSubscriptions(transaction, { ...named, wave: wave.number, ids });
}

/**
 * Ends the change after its last wave. The old version leaves its state, offers lead to the new one, and an undo takes
 * back all of it together.
 *
 * @throws PLAN_UNMAPPED where subscriptions have begun on a plan without a target; BAD_USER_INPUT where the sunset is past
 */
export async function closeWaves(
  transaction: Transaction,
  { opening, ...waves }: Waves & { readonly opening: WaveOpening },
): Promise<void> {
  const { request, pair, mutation, deps, by } = waves;
  const { old, successor, catalog } = pair;
  const { plans } = mutation;
  const now = deps.clock();
  const all = await wavesOf(transaction, request.id);
  const last = all.at(-1);
  if (mutation.action !== 'MIGRATE') {
    checkSunset(mutation.sunsetAt, now);
    checkAllMapped({ old, subscribed: await planSubscribersOf(transaction, old.plans), plans });
  }
  if (last && mutation.action === 'REPLACE') {
    // Those who have subscribed since it began.
    const late = await move(transaction, { ...waves, wave: last });
    await transaction.changeWave.update({
      where: { changeRequestId_number: { changeRequestId: request.id, number: last.number } },
      data: { moved: last.moved + late },
    });
  }
  const undo: RolloutUndo = { changeRequestId: request.id, pair, opening };
  const difference = await rolloutDifference(transaction, undo, async () => {
    const { action } = mutation;
    if (action !== 'MIGRATE') await settle(transaction, { ...mutation, action, old, successor, now });
  });
  const named = {
    orgId: request.orgId,
    catalogId: catalog.id,
    action: request.mutation,
    subject: request.subject,
  };
  const { id: undoId } = await keepUndo(transaction, { ...named, ...difference }, deps);
  await transaction.changeWave.updateMany({
    where: { changeRequestId: request.id, state: 'RUNNING' },
    data: { state: 'DONE', endedAt: now, waitsFor: null },
  });
  await transaction.changeWaveMove.deleteMany({ where: { changeRequestId: request.id } });
  await transaction.changeWaveBudget.deleteMany({ where: { changeRequestId: request.id } });
  await closeRequest(transaction, request.id, { state: 'DONE', by, at: now, undoId });
}
