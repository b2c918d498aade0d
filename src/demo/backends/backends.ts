import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { catalogue, Refusal, refusal, refuse } from '../../foundation/errors.ts';
import { serveAccounts } from './accounts.ts';
import { serveAuthentication } from './authentication.ts';
import { serveCustomersV1, serveCustomersV3 } from './customers.ts';
import { serveProduction } from './production.ts';

const BODY_BYTES_MAX = 1_000_000;

/**
 * Serves the sample back-ends: customer databases, account records and the authentication URL.
 *
 * They answer from the documents of `openapi/` and their examples. Each new app begins with the examples again.
 */
export function createBackends(): Hono {
  const app = new Hono();
  app.onError(problem);
  app.notFound(({ req }) =>
    refuse('NOT_FOUND', { detail: `There is nothing at ${req.path.slice(0, 200)}.` }),
  );
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: () => refuse('REQUEST_TOO_LARGE', { detail: 'The body may have 1 MB.' }),
    }),
  );
  serveCustomersV1(app);
  serveProduction(app);
  serveCustomersV3(app);
  serveAccounts(app);
  serveAuthentication(app);
  return app;
}

/** Renders what is thrown in a back-end as problem+json (RFC 9457). What is no refusal is told as INTERNAL. */
export function problem(error: unknown): Response {
  const { code, status, message, headers } = error instanceof Refusal ? error : refusal('INTERNAL');
  const body = { type: 'about:blank', title: catalogue[code][1], status, detail: message, code };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}
