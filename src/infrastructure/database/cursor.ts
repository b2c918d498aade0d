import type { Transaction } from './change.ts';

/**
 * Reads the rows of a statement one after the other. The database makes the next row meanwhile.
 *
 * A page of a large result is one row with JSON text: a row for each costs several times as much.
 */
export async function* rowsOf<Row>(
  transaction: Pick<Transaction, '$executeRaw' | '$executeRawUnsafe' | '$queryRaw'>,
  statement: string,
  ...values: readonly unknown[]
): AsyncGenerator<Row> {
  await transaction.$executeRawUnsafe(`DECLARE read NO SCROLL CURSOR FOR ${statement}`, ...values);
  const fetch = () => transaction.$queryRaw<Row[]>`FETCH 1 FROM read`;
  let [row] = await fetch();
  while (row !== undefined) {
    const next = fetch();
    // A reader that gives up before leaves it without a handler.
    next.catch(() => {});
    yield row;
    [row] = await next;
  }
  await transaction.$executeRaw`CLOSE read`;
}
