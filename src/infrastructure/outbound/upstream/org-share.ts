import type { Refusal } from '../../../foundation/errors.ts';
import { refusal } from '../../../foundation/errors.ts';
import type { Receiver, UpstreamRequest } from './exchange.ts';
import type { RequestHead } from './request-head.ts';

/** A request with its head written, and the receiver of its answer. */
export type Outgoing = {
  readonly request: UpstreamRequest;
  readonly head: RequestHead;
  readonly receiver: Receiver;
};

/** A request that waits for a connection. */
export type PendingRequest = {
  /** Stops waiting. The receiver gets the reason. */
  giveUp(reason: Error): void;
};

/** Connections to one origin that one API may have in use. */
const OF_API_MAX = 128;
/** Connections to one origin of all APIs of an org. However many APIs it makes, others keep some. */
const OF_ORG_MAX = 256;
/** Requests of one API that may wait for one origin. */
const WAITING_MAX = 2_000;
const WAIT_MS_MAX = 30_000;

/** An org's share of the connections to an origin. */
export class OrgShare {
  readonly id: string;
  /** Connections in use, or being opened. */
  held = 0;

  constructor(id: string) {
    this.id = id;
  }
}

/** An API's share of the connections to an origin, and its waiting requests. The first come is served first. */
export class Share {
  readonly org: OrgShare;
  #held = 0;
  #connecting = 0;
  readonly #waiting = new Set<QueuedRequest>();

  constructor(org: OrgShare) {
    this.org = org;
  }

  get hasRoom(): boolean {
    return this.#held < OF_API_MAX && this.org.held < OF_ORG_MAX;
  }

  get isIdle(): boolean {
    return this.#held === 0 && this.#waiting.size === 0;
  }

  /** Is true when a request waits and no connection is being opened for it. */
  get lacksConnection(): boolean {
    return this.#waiting.size > this.#connecting;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** The time limit for opening the connection of the first waiting request. */
  get connectMs(): number {
    const [first] = this.#waiting;
    return first?.outgoing.request.connectMs ?? 0;
  }

  take(): void {
    this.#held += 1;
    this.org.held += 1;
  }

  giveBack(): void {
    this.#held -= 1;
    this.org.held -= 1;
  }

  beginConnecting(): void {
    this.#connecting += 1;
    this.take();
  }

  endConnecting(): void {
    this.#connecting -= 1;
    this.giveBack();
  }

  /** @throws BACKEND_BUSY when as many wait as may */
  wait(outgoing: Outgoing): QueuedRequest {
    if (this.#waiting.size >= WAITING_MAX) throw busy();
    const waiter = new QueuedRequest(outgoing, this.#waiting);
    this.#waiting.add(waiter);
    return waiter;
  }

  /** Takes the request that has waited for longest. Undefined when none waits. */
  next(): Outgoing | undefined {
    const [waiter] = this.#waiting;
    waiter?.leave();
    return waiter?.outgoing;
  }

  giveUp(reason: Error): void {
    for (const waiter of [...this.#waiting]) waiter.giveUp(reason);
  }
}

/** A waiting request in the queue of its API. */
class QueuedRequest implements PendingRequest {
  readonly outgoing: Outgoing;
  readonly #all: Set<QueuedRequest>;
  #limit: NodeJS.Timeout | undefined;

  constructor(outgoing: Outgoing, all: Set<QueuedRequest>) {
    this.outgoing = outgoing;
    this.#all = all;
  }

  /** Limits the wait. All allowed connections are in use, and one of them has to become free in time. */
  limit(): void {
    const { answerMs } = this.outgoing.request;
    this.#limit = setTimeout(() => this.giveUp(busy()), Math.min(answerMs, WAIT_MS_MAX));
  }

  leave(): void {
    clearTimeout(this.#limit);
    this.#all.delete(this);
  }

  giveUp(reason: Error): void {
    if (!this.#all.has(this)) return;
    this.leave();
    this.outgoing.receiver.onError(reason);
  }
}

const busy = (): Refusal =>
  refusal('BACKEND_BUSY', { facts: { connections: OF_API_MAX }, headers: { 'Retry-After': '1' } });
