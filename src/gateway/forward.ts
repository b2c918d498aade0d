import type { IncomingMessage } from 'node:http';
import type { Dispatcher } from 'undici';
import { type Refusal, refusal } from '../errors.ts';
import { answerHeaders } from './answer-headers.ts';
import { type Call, hasBody } from './call.ts';
import type { Upstream } from './candidate.ts';
import { cutOff } from './cut-off.ts';
import { upstreamHeaders } from './upstream-headers.ts';

/** How calls reach back-ends. */
export type Hop = {
  readonly agent: Pick<Dispatcher, 'dispatch'>;
  /** How long a back-end may take to begin its answer. */
  readonly answerMs: number;
  /** How long it may then be silent, and the caller take nothing of what it sends. */
  readonly idleMs: number;
  readonly refuse: (call: Call, refused: Refusal) => void;
};

export type Forwarding = {
  readonly upstream: Upstream;
  /** Path and query on the back-end. */
  readonly path: string;
  readonly body: IncomingMessage | Buffer | null;
};

/** Sends an admitted call to its back-end and streams the answer to the caller, either as fast as the other takes it. */
export function forward(hop: Hop, call: Call, forwarding: Forwarding): void {
  if (call.request.headers.expect !== undefined && forwarding.body === call.request)
    call.response.writeContinue();
  new Exchange(hop, call, forwarding).send();
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** A kept connection that the back-end closed just as it was used again. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/**
 * One call's exchange with its back-end. It knows what undici does not: a 304 may have a Content-Length without a body,
 * a caller that has gone takes no more, and an answer that broke off must not look complete.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #hop: Hop;
  readonly #call: Call;
  readonly #forwarding: Forwarding;
  #mayRetry: boolean;
  #bodyBegun = false;
  #isOver = false;

  constructor(hop: Hop, call: Call, forwarding: Forwarding) {
    this.#hop = hop;
    this.#call = call;
    this.#forwarding = forwarding;
    this.#mayRetry = forwarding.body === null && SAFE.has(call.request.method);
  }

  send(): void {
    const { agent, answerMs, idleMs } = this.#hop;
    const { upstream, path, body } = this.#forwarding;
    agent.dispatch(
      {
        origin: upstream.origin,
        path,
        method: this.#call.request.method ?? 'GET',
        headers: upstreamHeaders(this.#call, upstream.host),
        body,
        headersTimeout: answerMs,
        bodyTimeout: idleMs,
      },
      this,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const cancel = (reason: Error) => controller.abort(reason);
    this.#call.cancel = cancel;
    if (this.#call.response.destroyed) cancel(new Error('The caller has gone.'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    const { request, response } = this.#call;
    const raw = controller.rawHeaders;
    const headers = answerHeaders(this.#call, status, Array.isArray(raw) ? raw : []);
    if (status < 200) {
      passHints(this.#call, status, headers);
      return;
    }
    // The caller may still be sending what nobody reads any more.
    if (hasBody(request) && !request.complete) headers.push('Connection', 'close');
    response.writeHead(status, headers);
    if (status === 204 || status === 304 || request.method === 'HEAD') this.#end();
    else queueMicrotask(() => this.#sendHead());
  }

  /** An answer whose body is long in coming, as of server-sent events, is begun at once. */
  #sendHead(): void {
    if (!this.#bodyBegun && !this.#isOver && !this.#call.response.destroyed)
      this.#call.response.flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#call;
    if (this.#isOver || response.destroyed) return;
    this.#bodyBegun = true;
    if (response.write(chunk)) return;
    controller.pause();
    // A caller that takes nothing any more would hold the back-end's connection for ever.
    const stalled = setTimeout(() => cutOff(response), this.#hop.idleMs).unref();
    response.once('drain', () => {
      clearTimeout(stalled);
      controller.resume();
    });
  }

  onResponseEnd(): void {
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#call.cancel = undefined;
    this.#call.response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { response } = this.#call;
    if (this.#isOver || response.destroyed) return;
    if (this.#mayRetry && !response.headersSent && CLOSED.includes(codeOf(error))) {
      this.#mayRetry = false;
      this.send();
      return;
    }
    this.#isOver = true;
    this.#call.cancel = undefined;
    this.#hop.refuse(this.#call, refusalOf(error));
  }
}

function refusalOf(cause: Error): Refusal {
  return refusal(TIMEOUTS.includes(codeOf(cause)) ? 'BACKEND_TIMEOUT' : 'BACKEND_UNREACHABLE', { cause });
}

/** Early hints are passed on; other interim answers are between us and the back-end. (RFC 8297; RFC 9110 §15.2) */
function passHints({ request, response }: Call, status: number, headers: readonly string[]): void {
  if (status !== 103 || request.httpVersion === '1.0') return;
  const links = headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'link');
  try {
    response.writeEarlyHints({ link: links });
  } catch {
    // A link that Node does not take is a hint that is not given.
  }
}
