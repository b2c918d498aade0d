import { inSpan, type SpanOptions, type Tracing } from '../observability/tracing.ts';
import type { Database } from './database.ts';
import type { PrismaClient } from './generated/prisma/client.ts';

/** Returns the database with a span for each operation. Spans are named by action and model, without text or values. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const prisma = database.prisma.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) =>
        inSpan(tracing, workOf(operation, model), () => query(args)),
    },
  }) as unknown as PrismaClient;
  return {
    ...database,
    prisma,
    query: (sql, values) => inSpan(tracing, workOf(verbOf(sql)), () => database.query(sql, values)),
    execute: (sql, timeoutMs) => inSpan(tracing, workOf(verbOf(sql)), () => database.execute(sql, timeoutMs)),
  };
}

function workOf(operation: string, model?: string): SpanOptions {
  return {
    kind: 'CLIENT',
    name: model === undefined ? operation : `${operation} ${model}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': model,
    },
  };
}

/** Returns the verb of a statement: `SELECT`, `INSERT` … */
const verbOf = (sql: string) => /[A-Za-z]+/.exec(sql)?.[0].toUpperCase() ?? 'QUERY';
