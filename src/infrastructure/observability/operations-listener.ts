import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
  readonly backup?: () => RequestListener | undefined;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * The operations listener: /livez, /readyz, /metrics and /backup. (spec.md, "Back-end integration runtime": Pending, Ready)
 *
 * It does without `Request` and `Response`: a process that never uses them need not load Node's `fetch`, which is 7 MB.
 */
export function createOperations(deps: OperationsDeps): RequestListener {
  const answers: Readonly<Record<string, Answer | undefined>> = {
    'GET /livez': (_request, response) => answerJson(response, 200, { state: 'Alive' }),
    'GET /readyz': (_request, response) => answerReadiness(response, deps.readiness()),
    'GET /metrics': (request, response) => answerMetrics(request, response, deps),
    'POST /backup': (request, response) => (deps.backup?.() ?? notFound)(request, response),
  };
  return (request, response) => {
    // What a request brings is not read.
    request.resume();
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [path] = (request.url ?? '').split('?');
    const answer = answers[`${method} ${path}`] ?? notFound;
    void answered(answer, request, response);
  };
}

/** Answers a request. A fault is one of this request alone. */
async function answered(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(request, response);
  } catch {
    if (response.headersSent) response.destroy();
    else answerJson(response, 500, { error: 'Internal server error' });
  }
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function notFound(_request: IncomingMessage, response: ServerResponse): void {
  answerJson(response, 404, { error: 'Not found' });
}

function answerReadiness(response: ServerResponse, parts: Readonly<Record<string, Readiness>>): void {
  const ready = Object.values(parts).every((part) => part.ready);
  answerJson(response, ready ? 200 : 503, { state: ready ? 'Ready' : 'Pending', parts });
}

async function answerMetrics(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { metrics, metricsToken }: OperationsDeps,
): Promise<void> {
  if (metricsToken !== undefined && !brings(headers.authorization, metricsToken)) {
    const about = headers.authorization === undefined ? 'realm="metrics"' : 'error="invalid_token"';
    response.writeHead(401, { 'www-authenticate': `Bearer ${about}` }).end('Unauthorized');
    return;
  }
  const text = await metrics.metrics();
  response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
}

/** Compares the token of a header in a time that does not depend on it. */
function brings(authorization: string | undefined, token: string): boolean {
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  const [own, received] = [token, shown].map((text) => createHash('sha256').update(text).digest());
  return own !== undefined && received !== undefined && timingSafeEqual(own, received);
}
