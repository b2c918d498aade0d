import { type Refusal, refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { ManagementDeps } from '../context.ts';
import type { Proposal } from './proposed-mutation.ts';

/** Opens the mutation of a request. @throws CONFLICT where another has just closed it */
export async function storedProposal(
  { changeRequest }: Pick<Transaction, 'changeRequest'>,
  { secrets }: Pick<ManagementDeps, 'secrets'>,
  { id, mutation }: { readonly id: string; readonly mutation: string },
): Promise<Proposal> {
  const { inputSealed } = await changeRequest.findUniqueOrThrow({
    where: { id },
    select: { inputSealed: true },
  });
  const text = inputSealed && secrets.unseal(inputSealed, id);
  if (!text) return refuse('CONFLICT', { path: ['input', 'number'] });
  return { mutation, input: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

/** Tells whether a refusal ends what was proposed. Another attempt may go another way. */
export const isFinal = ({ status, code }: Refusal) => status < 500 && status !== 429 && code !== 'CONFLICT';
