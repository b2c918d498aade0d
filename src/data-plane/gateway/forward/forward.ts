import type { IncomingMessage, ServerResponse } from 'node:http';
import { timeoutsOf } from '../../../domain/api/api-settings.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { isNoRoom } from '../../../foundation/open-files.ts';
import { discardRequestBody } from '../../../http/ingress/drain-request.ts';
import { limitIdleTime } from '../../../http/ingress/idle-time.ts';
import { sendContinue } from '../../../http/ingress/send-continue.ts';
import { copiesChunks } from '../../../http/plain/plain-response.ts';
import type { ClientTokens } from '../../../infrastructure/client-credentials/client-tokens.ts';
import type { RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import {
  isClosed,
  isIdempotent,
  isLate,
  isUnsendable,
  refusalOf,
} from '../../../infrastructure/outbound/upstream/failure.ts';
import type { PendingRequest } from '../../../infrastructure/outbound/upstream/org-share.ts';
import type { Upstreams } from '../../../infrastructure/outbound/upstream/upstreams.ts';
import { uncharge, uncount } from '../accounting/charges.ts';
import { type Call, type Cancellable, chosenOf, exchangedTokenOf, hasBody, upstreamOf } from '../call.ts';
import { CallerGone } from '../graphql/read-body.ts';
import type { Candidate } from '../route/candidate.ts';
import type { Upstream } from '../route/upstream.ts';
import { answerHeaders } from './answer-headers.ts';
import { answerReceiver } from './answer-receiver.ts';
import { backendRequest } from './backend-request.ts';
import type { Breakers, Probe } from './breakers.ts';
import { forwardEarlyHints } from './early-hints.ts';
import type { Forwarding } from './forwarding.ts';
import type { Outliers } from './outliers.ts';
import { Upload } from './upload.ts';

/** Time for an answer where its API sets none. */
const PATIENT_MS = timeoutsOf({}).answerMs;

/** The connection of calls to back-ends. */
export type Hop = {
  readonly upstreams: Pick<Upstreams, 'send'>;
  readonly breakers: Pick<Breakers, 'answered' | 'failed'>;
  readonly outliers: Pick<Outliers, 'record'>;
  readonly clock: Clock;
  /** Chooses another target for a call that its first one failed. Returns false where there is none. */
  readonly chooseOther: (call: Call) => boolean;
  readonly limits: Pick<RateLimits, 'refund'>;
  readonly backendTokens: Pick<ClientTokens, 'drop'>;
  /** The gateway's name in Via. */
  readonly pseudonym: string;
  readonly refuse: (call: Call, refused: Refusal) => void;
};

/** The target that a call was sent to, and the probe that it was there. */
type Attempt = { readonly upstream: Upstream; readonly probe: Probe | undefined };

/**
 * Sends an admitted call to its back-end, and streams the answer to the caller.
 *
 * Either side is no faster than the other takes it.
 */
export function forward(hop: Hop, call: Call, forwarding: Forwarding): Cancellable {
  const exchange = new Exchange(hop, call, forwarding);
  if (forwarding.body === call.request) sendContinue(call.request, call.response);
  exchange.send();
  return exchange;
}

/**
 * Exchanges one call with its back-end.
 *
 * A caller that has gone takes no more, and an answer that broke off must not look complete.
 *
 * A call is sent a second time, and never a third, when it is idempotent, nothing came back, and nothing of a body
 * went: because there was no connection, or a kept one was closed just as it was used again. (RFC 9110 §9.2.2) Of a
 * back-end with several targets another one gets it then.
 */
class Exchange implements Receiver, Cancellable {
  readonly takesLent: boolean;
  readonly #hop: Hop;
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

  constructor(hop: Hop, call: Call, forwarding: Forwarding) {
    this.#hop = hop;
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
    this.#limitSilence();
    return new Upload(request, this.#chosen.api, (refused) => this.refuse(refused));
  }

  send(): void {
    const forwarding = this.#forwarding;
    const { clock, pseudonym } = this.#hop;
    const input = { forwarding, body: this.#body, clock, pseudonym };
    const { origin, request } = backendRequest(this.#call, input);
    this.#control = undefined;
    const receiver = this.#receiver();
    const turn = forwarding.cache?.turn(request, receiver, () => this.#sendAgain());
    const { headers, receiver: own } = turn?.asked ?? { headers: request.headers, receiver };
    if (turn?.isAnswered && !turn.asked) return;
    const waiting = this.#hop.upstreams.send(origin, { ...request, headers }, own);
    if (waiting && !turn?.isAnswered) this.#waiting = waiting;
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
    if (backendStatus !== null) this.#noteAnswer(backendStatus);
    const fault = this.#forwarding.faultOf?.(status, raw);
    if (fault) {
      this.refuse(fault);
      return;
    }
    response.writeHead(status, headers);
    process.nextTick(sendHead, response);
  }

  /** Notes that the back-end answered. */
  #noteAnswer(status: number): void {
    const { key, target } = upstreamOf(this.#call);
    this.#hop.breakers.answered(key, this.#call.probe);
    if (target) this.#hop.outliers.record(target, status >= 500);
    if (status === 401) this.#dropToken();
  }

  /** Drops the token that the back-end refused. Its issuer may have rotated its keys, or revoked it. */
  #dropToken(): void {
    const { grant } = upstreamOf(this.#call);
    if (grant && this.#call.backendToken !== undefined)
      this.#hop.backendTokens.drop(grant, this.#call.backendToken, exchangedTokenOf(this.#call));
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
    this.#limitSilence();
    response.once('drain', () => this.#control?.resume());
  }

  onEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { request, response } = this.#call;
    response.end();
    if (request.socket.writableLength > 0) this.#limitSilence();
    // The caller may still be sending what nobody reads any more.
    if (hasBody(request)) discardRequestBody(request);
  }

  #limitSilence(): void {
    const { idleMs } = this.#chosen.timeouts;
    limitIdleTime(this.#call, { idleMs, refuse: (refused) => this.refuse(refused) });
  }

  onError(error: Error): void {
    if (this.#canRetry(error)) {
      this.#mayRetry = false;
      const first = { upstream: upstreamOf(this.#call), probe: this.#call.probe };
      if (this.#hop.chooseOther(this.#call)) this.#tell(error, first);
      this.send();
      return;
    }
    this.#tell(error, { upstream: upstreamOf(this.#call), probe: this.#call.probe });
    if (!this.#isStaleGiven()) this.refuse(refusalOf(error));
  }

  /** Gives an answer that was kept in place of a failure, where there is one. */
  #isStaleGiven(): boolean {
    const { response } = this.#call;
    if (this.#isOver || response.destroyed || response.headersSent) return false;
    return this.#forwarding.cache?.answersFailure(this.#receiver()) ?? false;
  }

  #canRetry(error: Error): boolean {
    const isBodyBegun = this.#isSent && this.#body !== null;
    const isWanted = !this.#isOver && !this.#call.response.destroyed;
    return this.#mayRetry && isWanted && !isBodyBegun && isClosed(error);
  }

  /** Tells the breaker and the outliers how it went. */
  #tell(error: Error, { upstream: { key, target }, probe }: Attempt): void {
    const isOurs = error instanceof CallerGone || error instanceof Refusal || isNoRoom(error);
    if (target && !isOurs && !isUnsendable(error)) this.#hop.outliers.record(target, true);
    const isUnreached = !this.#isSent && !isUnsendable(error) && !isOurs;
    if (!isUnreached && !isLate(error)) return;
    this.#hop.breakers.failed(key, {
      cause: error,
      isImpatient: isLate(error) && this.#chosen.timeouts.answerMs < PATIENT_MS,
      probe,
    });
  }

  /** The back-end was never sent anything. */
  #giveBack(): void {
    uncount(this.#call, this.#hop.limits);
    uncharge(this.#call, this.#hop.limits);
  }

  /** A begun answer is cut off, and the request to the back-end is given up. */
  refuse(refused: Refusal): void {
    if (this.#isOver || this.#call.response.destroyed) return;
    this.#isOver = true;
    if (!this.#isSent) this.#giveBack();
    this.#hop.refuse(this.#call, refused);
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
