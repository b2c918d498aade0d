import type { HaltRule } from '../../../../domain/change-request/halt-rule.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';

type Renewed = { readonly changeRequestId: string; readonly catalogId: string };

/** Gives the wave that begins all of the calls that may fail. Gateways take them from here. */
export async function renewBudget(
  { changeRollout, changeWaveBudget }: Pick<Transaction, 'changeRollout' | 'changeWaveBudget'>,
  { changeRequestId, catalogId }: Renewed,
): Promise<void> {
  const { haltIf } = await changeRollout.findUniqueOrThrow({
    where: { changeRequestId },
    select: { haltIf: true },
  });
  await changeWaveBudget.deleteMany({ where: { changeRequestId } });
  const { budget } = stored<HaltRule>(haltIf);
  if (budget !== null) await changeWaveBudget.create({ data: { changeRequestId, catalogId, calls: budget } });
}
