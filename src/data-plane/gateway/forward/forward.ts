import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../foundation/clock.ts';
import type { Refusal } from '../../../foundation/errors.ts';
import { discardRequestBody } from '../../../http/ingress/drain-request.ts';
import { limitIdleTime } from '../../../http/ingress/idle-time.ts';
import { sendContinue } from '../../../http/ingress/send-continue.ts';
import { copiesChunks } from '../../../http/plain/plain-response.ts';
import type { RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { isClosed, isIdempotent, refusalOf } from '../../../infrastructure/outbound/upstream/failure.ts';
import type { PendingRequest } from '../../../infrastructure/outbound/upstream/org-share.ts';
import type { Upstreams } from '../../../infrastructure/outbound/upstream/upstreams.ts';
import { refundCall } from '../accounting/charges.ts';
import { type Call, CallerGone, type Cancellable, chosenOf, hasBody, upstreamOf } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import { answerHeaders } from './answer-headers.ts';
import { answerReceiver } from './answer-receiver.ts';
import { backendRequest } from './backend-request.ts';
import { forwardEarlyHints } from './early-hints.ts';
import type { Forwarding } from './forwarding.ts';
import { type FailedAttempt, type OutcomeDeps, reportAnswer, reportFailure } from './report-outcome.ts';
import { Upload } from './upload.ts';

export type ForwardDeps = OutcomeDeps & {
  readonly upstreams: Pick<Upstreams, 'send'>;
  readonly clock: Clock;
  /** Chooses another target for a call that its first one failed. Returns false where there is none. */
  readonly chooseOther: (call: Call) => boolean;
  readonly limits: Pick<RateLimits, 'refund'>;
  /** The gateway's name in Via. */
  readonly pseudonym: string;
  readonly refuse: (call: Call, refused: Refusal) => void;
};

/**
 * Sends an admitted call to its back-end, and streams the answer to the caller.
 *
 * Either side is no faster than the other takes it.
 */
export function forward(deps: ForwardDeps, call: Call, forwarding: Forwarding): Cancellable {
  const exchange = new Exchange(deps, call, forwarding);
  if (forwarding.body === call.request) sendContinue(call.request, call.response);
  exchange.send();
  return exchange;
}

/**
 * Exchanges one call with its back-end.
 *
 * A caller that has gone takes no more, and an answer that broke off must not look complete.
 *
 * An idempotent call whose connection failed is sent a second time, and never a third. (RFC 9110 §9.2.2) It is so only
 * where nothing came back, and nothing of a body went. Of a back-end with several targets, another one gets it then.
 */
class Exchange implements Receiver, Cancellable {
  readonly takesLent: boolean;
  readonly #deps: ForwardDeps;
  readonly #call: Call;
  readonly #chosen: Candidate;
  readonly #forwarding: Forwarding;
  readonly #body: Buffer | Upload | null;
  /** The wait for a connection. */
  #waiting: PendingRequest | undefined;
  /** The exchange on its connection, once there is one. */
  #control: ExchangeControl | undefined;
  #isSent = false;
  #mayRetry: boolean;
  #isOver = false;

  constructor(deps: ForwardDeps, call: Call, forwarding: Forwarding) {
    this.#deps = deps;
    this.#call = call;
    this.#chosen = chosenOf(call);
    this.takesLent = copiesChunks(call.response);
    this.#forwarding = forwarding;
    const { body } = forwarding;
    this.#body = body === call.request ? this.#upload(call.request) : (body as Buffer | null);
    call.metering?.meter.onRequest(this.#body);
    this.#mayRetry = isIdempotent(call.request.method);
  }

  #upload(request: IncomingMessage): Upload {
    this.#limitIdleTime();
    return new Upload(request, this.#chosen.api, (refused) => this.refuse(refused));
  }

  send(): void {
    const forwarding = this.#forwarding;
    const { clock, pseudonym } = this.#deps;
    const input = { forwarding, body: this.#body, clock, pseudonym };
    const { origin, request } = backendRequest(this.#call, input);
    this.#control = undefined;
    const receiver = this.#receiver();
    const cached = forwarding.cache?.lookUp(request, receiver, () => this.#sendAgain());
    const { headers, receiver: own } = cached?.toSend ?? { headers: request.headers, receiver };
    if (cached?.isAnswered && !cached.toSend) return;
    const waiting = this.#deps.upstreams.send(origin, { ...request, headers }, own);
    if (waiting && !cached?.isAnswered) this.#waiting = waiting;
  }

  #sendAgain(): void {
    if (!this.#isOver && !this.#call.response.destroyed) this.send();
  }

  cancel(reason: Error): boolean {
    if (this.#isOver) return false;
    this.#abort(reason);
    return true;
  }

  #abort(reason: Error): void {
    if (this.#control) this.#control.abort(reason);
    else this.#waiting?.giveUp(reason);
  }

  #receiver(): Receiver {
    return answerReceiver(this.#call, this.#forwarding, this);
  }

  onSent(control: ExchangeControl): void {
    // Thrown rather than cancelled: the connection that it would have got stays for the next.
    if (this.#isOver || this.#call.response.destroyed) throw new CallerGone();
    this.#isSent = true;
    this.#control = control;
  }

  onHead(status: number, raw: readonly string[]): void {
    this.#mayRetry = false;
    const { response } = this.#call;
    const headers = answerHeaders(this.#call, status, raw);
    if (status < 200) {
      forwardEarlyHints(this.#call, status, headers);
      return;
    }
    const { backendStatus = status } = this.#forwarding.cache ?? {};
    if (backendStatus !== null) reportAnswer(this.#call, backendStatus, this.#deps);
    const fault = this.#forwarding.faultOf?.(status, raw);
    if (fault) {
      this.refuse(fault);
      return;
    }
    response.writeHead(status, headers);
    process.nextTick(sendHead, response);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    const { response } = this.#call;
    if (this.#isOver || response.destroyed) return;
    if (isLast) response.end(chunk);
    else if (!response.write(chunk)) this.#waitForCaller();
  }

  #waitForCaller(): void {
    const { response } = this.#call;
    this.#control?.pause();
    // A caller that takes nothing any more would hold the back-end's connection for ever.
    this.#limitIdleTime();
    response.once('drain', () => this.#control?.resume());
  }

  onEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { request, response } = this.#call;
    response.end();
    if (request.socket.writableLength > 0) this.#limitIdleTime();
    // The caller may still be sending what nobody reads any more.
    if (hasBody(request)) discardRequestBody(request);
  }

  #limitIdleTime(): void {
    const { idleMs } = this.#chosen.timeouts;
    limitIdleTime(this.#call, { idleMs, refuse: (refused) => this.refuse(refused) });
  }

  onError(error: Error): void {
    if (this.#canRetry(error)) {
      this.#mayRetry = false;
      const failed = this.#failedAttempt(error);
      if (this.#deps.chooseOther(this.#call)) reportFailure(this.#call, failed, this.#deps);
      this.send();
      return;
    }
    reportFailure(this.#call, this.#failedAttempt(error), this.#deps);
    if (!this.#answersByCache()) this.refuse(refusalOf(error));
  }

  #failedAttempt(error: Error): FailedAttempt {
    const { probe } = this.#call;
    return { error, upstream: upstreamOf(this.#call), probe, isSent: this.#isSent };
  }

  /** Gives an answer that was kept in place of a failure. Returns false where there is none. */
  #answersByCache(): boolean {
    const { response } = this.#call;
    if (this.#isOver || response.destroyed || response.headersSent) return false;
    return this.#forwarding.cache?.answersFailure(this.#receiver()) ?? false;
  }

  #canRetry(error: Error): boolean {
    const isBodyBegun = this.#isSent && this.#body !== null;
    const isWanted = !this.#isOver && !this.#call.response.destroyed;
    return this.#mayRetry && isWanted && !isBodyBegun && isClosed(error);
  }

  /** A begun answer is cut off, and the request to the back-end is given up. */
  refuse(refused: Refusal): void {
    if (this.#isOver || this.#call.response.destroyed) return;
    this.#isOver = true;
    // The back-end was never sent anything.
    if (!this.#isSent) refundCall(this.#call, this.#deps.limits);
    this.#deps.refuse(this.#call, refused);
    this.#abort(refused);
  }
}

/**
 * Sends the head of an answer.
 *
 * It goes with the beginning of its body where they came together. Alone, as of server-sent events, it goes at once.
 */
function sendHead(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.flushHeaders();
}
