import type { Database, Statements } from '../../src/infrastructure/database/database.ts';

/** A database whose transactions break at a statement. At the last one, the answer of the commit is lost. */
export function breaking(database: Database, at: number): Database {
  let statements = 0;
  const step = () => {
    if (statements === at) throw new Error('broken');
    statements += 1;
  };
  return {
    ...database,
    async within(begin, work) {
      const result = await database.within(begin, (connection) =>
        work({
          query: (async (sql: string, values?: readonly unknown[]) => {
            step();
            return connection.query(sql, values);
          }) as Statements['query'],
          execute: connection.execute,
        }),
      );
      step();
      return result;
    },
  };
}
