import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refuse } from '../../foundation/errors.ts';
import { serveAccounts } from './accounts.ts';
import { serveAuthentication } from './authentication.ts';
import { serveCustomersV1, serveCustomersV3 } from './customers.ts';
import { problem } from './problem-response.ts';

const BODY_BYTES_MAX = 1_000_000;

/**
 * Serves the sample back-ends: customer database v1 and v3, account records and authentication URL.
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
  serveCustomersV3(app);
  serveAccounts(app);
  serveAuthentication(app);
  return app;
}
