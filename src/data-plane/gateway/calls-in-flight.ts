import { type Refusal, refusal } from '../../foundation/errors.ts';
import { FewATurn } from '../../foundation/few-a-turn.ts';
import { abortResponse } from '../../http/ingress/abort-response.ts';
import { isSending } from '../../http/ingress/idle-time.ts';
import { type Call, cancelWork, type Pace } from './call.ts';

type CallsInFlightOptions = {
  /** Least rate of a caller's body and its taking of answers, in bytes a second. 0 asks for none. */
  readonly minBodyRate: number;
};

const TICK_MS = 1_000;
/** Seconds for which a caller may be slower. The average counts. */
const GRACE_SECONDS = 10;

/**
 * The calls under way, in a list of their own links. Each has a longest time, and its caller a least rate.
 *
 * Entering and leaving it costs a call next to nothing, and no call has a timer. Once a second all calls are looked at.
 * Only those that have lasted for a second are measured.
 */
export class CallsInFlight {
  readonly #minBodyRate: number;
  #first: Call | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Ends of calls that are too long or too slow. Each goes through the whole way of a refusal. */
  readonly #endings = new FewATurn();

  constructor({ minBodyRate }: CallsInFlightOptions) {
    this.#minBodyRate = minBodyRate;
    this.#timer = setInterval(() => this.#lookAtAll(), TICK_MS).unref();
  }

  add(call: Call): void {
    const first = this.#first;
    call.next = first;
    if (first) first.previous = call;
    this.#first = call;
  }

  /** @returns whether it was under way: a response may tell twice that it has closed */
  remove(call: Call): boolean {
    const { previous, next } = call;
    if (previous) previous.next = next;
    else if (this.#first === call) this.#first = next;
    else return false;
    if (next) next.previous = previous;
    call.previous = undefined;
    call.next = undefined;
    return true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #lookAtAll(): void {
    for (let call = this.#first; call; ) {
      // It may leave the list meanwhile.
      const { next } = call;
      this.#look(call);
      call = next;
    }
  }

  /**
   * Ends a call that is too long or too slow.
   *
   * A refused call is on its way out. One that waits for the gateway itself, and that nobody can cancel, ends by
   * itself.
   */
  #look(call: Call): void {
    if (call.refusedWith) return;
    call.pace ??= new CallPace(call, this.#minBodyRate);
    const fault = call.pace.faultNow();
    if (fault) this.#endings.add(() => end(call, fault));
  }
}

function end(call: Call, fault: Refusal): void {
  // It may have ended by itself meanwhile.
  if (call.refusedWith || call.response.destroyed) return;
  if (!cancelWork(call, fault) && call.response.headersSent) abortResponse(call.response);
}

/** Measures the duration of a call and the speed of its caller, by the second. */
class CallPace implements Pace {
  readonly #call: Call;
  readonly #minBodyRate: number;
  #seconds = 0;
  /** Seconds in a row with something to send, and the bytes before them. */
  #sending = { seconds: 0, from: 0 };
  /** Seconds in which the caller had something to take, and the bytes that waited then. */
  #taking = { seconds: 0, until: 0, pending: 0 };

  constructor(call: Call, minBodyRate: number) {
    this.#call = call;
    this.#minBodyRate = minBodyRate;
  }

  /** The reason that the call has to end now. It is asked for once a second. */
  faultNow(): Refusal | undefined {
    this.#seconds += 1;
    const callMs = this.#call.chosen?.timeouts.callMs;
    if (callMs !== undefined && this.#seconds * TICK_MS >= callMs)
      return refusal('REQUEST_TIMEOUT', {
        detail: `A call of this API may take ${callMs / 1000} seconds.`,
        facts: { callMs },
      });
    if (this.#minBodyRate > 0 && (this.#sendsTooSlowly() || this.#takesTooSlowly()))
      return refusal('REQUEST_TIMEOUT', {
        detail: `Send bodies, and take answers, at ${this.#minBodyRate} bytes a second or faster.`,
        facts: { minBodyRate: this.#minBodyRate },
      });
    return undefined;
  }

  #sendsTooSlowly(): boolean {
    const { request } = this.#call;
    const { bytesRead } = request.socket;
    if (!isSending(request)) this.#sending.seconds = 0;
    else if (this.#sending.seconds === 0) this.#sending = { seconds: 1, from: bytesRead };
    else this.#sending.seconds += 1;
    if (this.#sending.seconds <= GRACE_SECONDS) return false;
    const isSlow = bytesRead - this.#sending.from < this.#minBodyRate * GRACE_SECONDS;
    this.#sending.seconds = 0;
    return isSlow;
  }

  /**
   * Tells whether the caller takes an answer too slowly.
   *
   * One large piece shows nothing until all of it is taken. It has as long as its size allows.
   */
  #takesTooSlowly(): boolean {
    const { bytesWritten, writableLength } = this.#call.request.socket;
    const flushed = bytesWritten - writableLength;
    if (writableLength === 0) this.#taking.seconds = 0;
    else if (this.#taking.seconds === 0 || flushed >= this.#taking.until)
      this.#taking = { seconds: 1, until: bytesWritten, pending: writableLength };
    else this.#taking.seconds += 1;
    return this.#taking.seconds > GRACE_SECONDS + this.#taking.pending / this.#minBodyRate;
  }
}
