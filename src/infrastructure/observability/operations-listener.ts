import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { Exposition } from './metrics/exposition.ts';

/** The readiness of one part of the process. */
export type Readiness = { readonly ready: boolean; readonly note?: string };

export type OperationsDeps = {
  /** Each part by its name. The process is Ready when all of them are. */
  readonly readiness: () => Readonly<Record<string, Readiness>>;
  readonly metrics: Exposition;
  /** METRICS_TOKEN: the token that requests for /metrics need. Without it, none is needed. */
  readonly metricsToken?: string | undefined;
  /** Answers requests for a backup of the embedded database. Undefined before it is open, and of a server. */
  readonly backup?: () => ((request: Request) => Promise<Response>) | undefined;
};

/** The operations listener: /livez, /readyz, /metrics and /backup. (spec.md, "Back-end integration runtime": Pending, Ready) */
export function createOperations({ readiness, metrics, metricsToken, backup }: OperationsDeps): Hono {
  const operations = new Hono();
  operations.get('/livez', (context) => context.json({ state: 'Alive' }));
  operations.get('/readyz', (context) => {
    const parts = readiness();
    const ready = Object.values(parts).every((part) => part.ready);
    return context.json({ state: ready ? 'Ready' : 'Pending', parts }, ready ? 200 : 503);
  });
  if (metricsToken !== undefined)
    operations.use('/metrics', bearerAuth({ token: metricsToken, realm: 'metrics' }));
  operations.get('/metrics', async (context) => {
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.metrics());
  });
  operations.post('/backup', (context) => backup?.()?.(context.req.raw) ?? context.notFound());
  operations.notFound((context) => context.json({ error: 'Not found' }, 404));
  return operations;
}
