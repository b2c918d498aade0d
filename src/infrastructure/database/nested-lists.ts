import type { PrismaClient } from './generated/prisma/client.ts';

/** Operations that return rows. They can state how related rows are read. */
const ANSWERS_ROWS =
  /^(?:findUnique|findUniqueOrThrow|findFirst|findFirstOrThrow|findMany|create|update|upsert|delete)$/;

/**
 * Returns a client that reads no more of a nested list than was requested. Prisma reads all rows of a related list and
 * cuts them in memory. A selection with a nested `take` is therefore read as one statement, in which the database cuts.
 * All others are read relation by relation, since whole documents in one JSON value can be more than a database holds
 * in one.
 */
export function withLimitedNestedLists(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      $allModels: {
        $allOperations: ({ operation, args, query }) =>
          ANSWERS_ROWS.test(operation)
            ? query({ relationLoadStrategy: hasNestedTake(args) ? 'join' : 'query', ...args } as typeof args)
            : query(args),
      },
    },
  }) as unknown as PrismaClient;
}

type Selection = { readonly select?: object | null; readonly include?: object | null };

function hasNestedTake(given: unknown): boolean {
  const { select, include } = (given ?? {}) as Selection;
  return [...Object.values(select ?? {}), ...Object.values(include ?? {})].some(
    (related) =>
      typeof related === 'object' && related !== null && ('take' in related || hasNestedTake(related)),
  );
}
