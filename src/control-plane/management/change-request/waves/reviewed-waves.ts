import type { ChangeItems } from '../../../../domain/change-request/change-set.ts';
import { unknownNames } from '../../../../domain/change-request/waves.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { digestOf } from '../../lifecycle/reviewed-change.ts';
import type { Proposal } from '../proposed-mutation.ts';
import type { ChangeOutcome } from '../reviewed.ts';
import type { WavePlan } from './wave-input.ts';
import { planSteps, restOf } from './wave-moves.ts';
import { waveMutationOf, wavePairOf } from './wave-rows.ts';

/** Waves as an item of what is reviewed. */
export const waveItems = ({ waves, haltIf }: WavePlan): ChangeItems => ({
  waves: { waves: digestOf(waves), haltIf: digestOf(haltIf) },
});

/** The outcome for reviewers. Superseding offers a move; waves of all subscriptions make it. */
export const outcomeInWaves = (outcome: ChangeOutcome, { waves }: WavePlan): ChangeOutcome =>
  waves.at(-1)?.percent === 100
    ? {
        ...outcome,
        subscriptions: outcome.subscriptions.map((move) =>
          move.kind === 'OFFERED' ? { ...move, kind: 'MOVES' } : move,
        ),
      }
    : outcome;

type NamedCheck = { readonly orgId: string; readonly proposal: Proposal; readonly plan: WavePlan };

/** Checks that waves name what can move. @throws NOT_FOUND */
export async function checkNamed(
  transaction: Transaction,
  { orgId, proposal, plan }: NamedCheck,
): Promise<void> {
  const mutation = await waveMutationOf(transaction, orgId, proposal);
  const pair = await wavePairOf(transaction, orgId, mutation);
  if (!pair) return;
  const { old, successor } = pair;
  const steps = planSteps(old, successor, mutation.plans);
  const { subscriptions } = mutation;
  const all = await restOf(transaction, { oldId: old.id, newId: successor.id, steps, subscriptions });
  for (const [index, wave] of plan.waves.entries()) {
    const [name] = unknownNames(wave, all);
    if (name !== undefined)
      refuse('NOT_FOUND', {
        detail: `${JSON.stringify(name)} names no subscription to ${mutation.old} that can move.`,
        path: ['input', 'waves', index],
      });
  }
}
