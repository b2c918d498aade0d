import type { PrismaClient } from './generated/prisma/client.ts';

/** Operations that return rows. They can state how related rows are read. */
const ANSWERS_ROWS =
  /^(?:findUnique|findUniqueOrThrow|findFirst|findFirstOrThrow|findMany|create|update|upsert|delete)$/;

/** Operations that only read. They can be run twice. */
const READS_ROWS = /^find/;
/** Operations of whose single row Prisma has the database cut a list. Of that of `findFirst` it reads the whole list. */
const READS_ONE = /^findUnique/;
/** Rows to leave out from which on the ids of the others are read first. */
const FAR = 200;

/**
 * Returns a client that reads no more of a nested list than was requested. Prisma reads all rows of a related list and
 * cuts them in memory. A selection with a nested `take` is therefore read as one statement, in which the database cuts.
 * All others are read relation by relation, since whole documents in one JSON value can be more than a database holds
 * in one. In that one statement PostgreSQL joins what belongs to each row before it cuts, also to the rows that are left
 * out. For a late page of a list, and for one whose order is given as a list, the ids are therefore read first, then its
 * rows alone. The ids in a list of a single row are read without a join, in which the database would make JSON of each id that
 * is left out.
 */
export function withLimitedNestedLists(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      $allModels: {
        async $allOperations({ operation, args, query }) {
          if (!ANSWERS_ROWS.test(operation)) return query(args);
          const read = (selection: Selection, isJoined = hasNestedTake(selection)) =>
            query({ relationLoadStrategy: isJoined ? 'join' : 'query', ...selection } as typeof args);
          const selection = args as Selection;
          const far = READS_ROWS.test(operation) ? idsOfFarLists(selection, false) : undefined;
          if (!far) return read(selection);
          const isOfOne = READS_ONE.test(operation) && relatedIn(far).every(([, list]) => !joinsMore(list));
          return read(withIds(selection, rowsIn(await read(far, !isOfOne && hasNestedTake(far))), false));
        },
      },
    },
  }) as unknown as PrismaClient;
}

/** A selection of rows of a model, or of the related rows of another. */
type Selection = {
  readonly select?: object | null;
  readonly include?: object | null;
  readonly where?: object;
  readonly orderBy?: unknown;
  readonly take?: number;
  readonly skip?: number;
};

/** The related rows that are selected, by name. */
const relatedIn = ({ select, include }: Selection): [name: string, related: Selection][] =>
  Object.entries({ ...select, ...include }).filter(
    (each): each is [string, Selection] => typeof each[1] === 'object' && each[1] !== null,
  );

const hasNestedTake = (selection: Selection): boolean =>
  relatedIn(selection).some(([, related]) => 'take' in related || hasNestedTake(related));

/** Tells whether rows of others belong to each of these rows. */
const joinsMore = (selection: Selection): boolean =>
  relatedIn(selection).length > 0 || Object.values(selection.include ?? {}).some(Boolean);

/** Tells whether an order names the id. The rows are of a model with one. */
const namesId = (order: unknown): boolean => typeof order === 'object' && order !== null && 'id' in order;

/**
 * Tells whether the ids are read first. In an order that is given as a list all rows would be joined, and then sorted.
 *
 * @param isNested whether the rows belong to others, with which they are joined
 */
function isFar(selection: Selection, isNested: boolean): boolean {
  const { take, skip = 0, orderBy } = selection;
  if (!Array.isArray(orderBy)) return skip >= FAR && namesId(orderBy);
  const isJoined = isNested ? joinsMore(selection) : hasNestedTake(selection);
  return take !== undefined && namesId(orderBy.at(-1)) && isJoined;
}

/** Returns a selection of the ids in late pages alone. Undefined where none is asked for. */
function idsOfFarLists(selection: Selection, isNested: boolean): Selection | undefined {
  const nested = relatedIn(selection).flatMap(([name, related]) => {
    const ids = idsOfFarLists(related, true);
    return ids ? [[name, ids] as const] : [];
  });
  const named = isFar(selection, isNested);
  if (nested.length === 0 && !named) return undefined;
  const { select, include, ...rows } = selection;
  return { ...rows, select: { ...(named && { id: true }), ...Object.fromEntries(nested) } };
}

type Row = Readonly<Record<string, unknown>>;
const rowsIn = (found: unknown): Row[] => [found].flat().filter((row): row is Row => Boolean(row));

/** Names the rows of late pages by the ids that were found of them. */
function withIds(selection: Selection, found: readonly Row[], isNested: boolean): Selection {
  const named = (selected: object | null | undefined) =>
    selected &&
    Object.fromEntries(
      Object.entries(selected).map(([name, related]) => [
        name,
        typeof related === 'object' && related && idsOfFarLists(related, true)
          ? withIds(related, rowsIn(found.flatMap((row) => row[name])), true)
          : related,
      ]),
    );
  const { select, include, skip, ...rows } = selection;
  return {
    ...rows,
    ...(isFar(selection, isNested)
      ? { where: { id: { in: found.map(({ id }) => id) } } }
      : skip !== undefined && { skip }),
    ...(select && { select: named(select) }),
    ...(include && { include: named(include) }),
  };
}
