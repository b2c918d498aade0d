import { type Refusal, refusal } from '../../../foundation/errors.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import type {
  ExchangeControl,
  Receiver,
  UpstreamRequest,
} from '../../../infrastructure/outbound/upstream/exchange.ts';
import { isClosed, isIdempotent, refusalOf } from '../../../infrastructure/outbound/upstream/failure.ts';
import type { PendingRequest } from '../../../infrastructure/outbound/upstream/org-share.ts';
import type { Upstreams } from '../../../infrastructure/outbound/upstream/upstreams.ts';

/** An answer as it came; the content only of a 2xx. */
type CollectedResponse = {
  readonly status: number;
  /** The value of Content-Encoding; empty without one. */
  readonly coding: string;
  readonly content: Buffer;
};

type BackendRequest = {
  readonly upstreams: Pick<Upstreams, 'send'>;
  readonly origin: string;
  readonly request: UpstreamRequest;
  /** Time from now to its last byte. */
  readonly timeoutMs: number;
};

type CollectListener = { resolve(answer: CollectedResponse): void; reject(refused: Refusal): void };

/** Largest answer, both as it comes and decompressed. */
export const ANSWER_BYTES_MAX = 10_000_000;
export const tooLarge = (): Refusal =>
  refusal('BACKEND_ANSWER_INVALID', { detail: 'The answer of the back-end is larger than 10 MB.' });

/**
 * Sends a request to a back-end and collects the answer. One that is idempotent is sent a second time when a kept
 * connection was closed just as it was used again. (RFC 9110 §9.2.2)
 *
 * @throws BACKEND_UNREACHABLE, BACKEND_TIMEOUT; BACKEND_ANSWER_INVALID for one that is too large
 */
export function collect(exchanged: BackendRequest): Promise<CollectedResponse> {
  return new Promise((resolve, reject) => new BackendExchange(exchanged, { resolve, reject }).send());
}

/** Somebody was told already: the connection that it would have got stays for the next. */
class Over extends Error {}

class BackendExchange implements Receiver {
  readonly #exchanged: BackendRequest;
  readonly #told: CollectListener;
  readonly #limit: NodeJS.Timeout;
  #control: ExchangeControl | undefined;
  #waiting: PendingRequest | undefined;
  #mayRetry: boolean;
  #isTold = false;
  #status = 0;
  #coding = '';
  #length = 0;
  readonly #bytes = new GatheredBytes();

  constructor(exchanged: BackendRequest, listener: CollectListener) {
    this.#exchanged = exchanged;
    this.#told = listener;
    this.#mayRetry = isIdempotent(exchanged.request.method);
    this.#limit = setTimeout(() => this.#giveUp(refusal('BACKEND_TIMEOUT')), exchanged.timeoutMs);
  }

  send(): void {
    const { upstreams, origin, request } = this.#exchanged;
    this.#waiting = upstreams.send(origin, request, this);
  }

  onSent(control: ExchangeControl): void {
    if (this.#isTold) throw new Over();
    this.#control = control;
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#mayRetry = false;
    if (status < 200) return;
    this.#status = status;
    this.#coding = codingOf(headers);
    // What it says of a failure is read only to keep the connection.
    if (status > 299) this.#tell();
  }

  onData(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > ANSWER_BYTES_MAX) this.#giveUp(tooLarge());
    else if (!this.#isTold) this.#bytes.add(chunk);
  }

  onEnd(): void {
    clearTimeout(this.#limit);
    this.#tell();
  }

  onError(error: Error): void {
    this.#control = undefined;
    if (!this.#isTold && this.#mayRetry && isClosed(error)) {
      this.#mayRetry = false;
      this.send();
      return;
    }
    clearTimeout(this.#limit);
    this.#fail(refusalOf(error));
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#told.resolve({ status: this.#status, coding: this.#coding, content: this.#bytes.whole() });
  }

  #fail(refused: Refusal): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#told.reject(refused);
  }

  /** Gives up an exchange, also after the status of an answer that does not end. */
  #giveUp(reason: Refusal): void {
    this.#fail(reason);
    this.#control?.abort(reason);
    this.#waiting?.giveUp(reason);
  }
}

function codingOf(headers: readonly string[]): string {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === 'content-encoding') return headers[at + 1] ?? '';
  return '';
}
