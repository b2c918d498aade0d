import type { Transaction } from '../../../infrastructure/database/change.ts';

/** Finds a catalog whose portal signs people in by a user registry. */
export const catalogWithProvider = (
  { catalog }: Pick<Transaction, 'catalog'>,
  { orgId, userRegistry }: { readonly orgId: string; readonly userRegistry: string },
) =>
  catalog.findFirst({
    where: { orgId, signIn: { path: ['providers'], array_contains: [{ userRegistry }] } },
    select: { name: true },
  });
