import CachePolicy from 'http-cache-semantics';
import type { Clock } from '../../../foundation/clock.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { headersByName } from '../../../http/answer-body.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';

/** Largest body that is kept. */
const BODY_MAX = 1_000_000;

/** An answer of a back-end that is kept. */
export type StoredResponse = {
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly policy: CachePolicy;
};

type CallCacheDeps = {
  readonly method: string;
  /** Tells whether its answer may be kept, or be one that was. */
  readonly isKept: boolean;
  /** Tells whether it is kept only where RFC 9111 §3.5 allows it. */
  readonly isAuthorized: boolean;
  readonly seconds: number | undefined;
  readonly clock: Clock;
  readonly known: (path: string) => StoredResponse | undefined;
  readonly keep: (path: string, response: StoredResponse) => void;
  /** Is told that a call changed what is at a path. */
  readonly changed: (path: string) => void;
};

/** A request as the back-end gets it. */
type SentRequest = { readonly path: string; readonly headers: readonly string[] };
type PolicyRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
};

/** The cache as one call has it. (RFC 9111) */
export class CallCache {
  /** Tells whether the answer is one that was kept. */
  isReplayed = false;
  readonly #deps: CallCacheDeps;

  constructor(deps: CallCacheDeps) {
    this.#deps = deps;
  }

  /** Gives a receiver the answer that was kept. Returns false where there is none that is fresh. */
  replay(sent: SentRequest, receiver: Receiver): boolean {
    const { isKept, known, method } = this.#deps;
    const stored = isKept ? known(sent.path) : undefined;
    if (!stored?.policy.satisfiesWithoutRevalidation(this.#requestOf(sent))) return false;
    const { status, headers, body, policy } = stored;
    const ttl = Math.floor(policy.timeToLive() / 1000);
    this.isReplayed = true;
    receiver.onSent(NOTHING_TO_CONTROL);
    receiver.onHead(status, [
      ...withoutAge(headers),
      'Age',
      `${Math.floor(policy.age())}`,
      'Cache-Status',
      `gatehouse; hit; ttl=${ttl}`,
    ]);
    if (method !== 'HEAD' && body.length > 0) receiver.onData(body, true);
    receiver.onEnd();
    return true;
  }

  /** Returns a receiver that keeps the answer besides, where it may. */
  storing(sent: SentRequest, next: Receiver): Receiver {
    const { isKept, method } = this.#deps;
    if (isKept) return new StoringResponse(next, (status, headers) => this.#keeper(sent, status, headers));
    return method === 'GET' || method === 'HEAD'
      ? next
      : new ChangingResponse(next, () => this.#deps.changed(sent.path));
  }

  /** Returns the function that keeps a body. Undefined where the answer may not be kept. */
  #keeper(
    sent: SentRequest,
    status: number,
    headers: readonly string[],
  ): ((body: Buffer) => void) | undefined {
    const { method, seconds, clock, keep } = this.#deps;
    const known = Object.fromEntries(headersByName(headers));
    if (method !== 'GET' || status === 206 || 'set-cookie' in known) return undefined;
    const isSilent = !('cache-control' in known || 'expires' in known || 'pragma' in known);
    const told =
      isSilent && seconds !== undefined && status === 200
        ? { ...known, 'cache-control': `max-age=${seconds}` }
        : known;
    const policy = clockedPolicy(clock, this.#requestOf(sent), { status, headers: told });
    if (!policy.storable() || policy.timeToLive() <= 0) return undefined;
    return (body) => keep(sent.path, { status, headers, body, policy });
  }

  /** The request as the rules see it. The gateway's own credentials for the back-end are none of the caller. */
  #requestOf({ path, headers }: SentRequest): PolicyRequest {
    const { authorization: _, ...known } = Object.fromEntries(headersByName(headers));
    return {
      // An answer to GET is one to HEAD as well. (RFC 9110 §9.3.2)
      method: 'GET',
      url: path,
      headers: this.#deps.isAuthorized ? { ...known, authorization: 'of the caller' } : known,
    };
  }
}

/** Makes the policy of an answer. Its library reads the time of the machine, unless it is told another. */
function clockedPolicy(
  clock: Clock,
  request: PolicyRequest,
  response: { readonly status: number; readonly headers: Record<string, string> },
): CachePolicy {
  const policy = new CachePolicy(request, response, { shared: true, cacheHeuristic: 0 });
  const now = () => clock().getTime();
  return Object.assign(CachePolicy.fromObject({ ...policy.toObject(), t: now() }), { now });
}

const NOTHING_TO_CONTROL: ExchangeControl = { abort() {}, pause() {}, resume() {} };

const withoutAge = (headers: readonly string[]): string[] =>
  headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'age');

/** Passes an answer on as it comes, and keeps it. */
class StoringResponse implements Receiver {
  readonly #next: Receiver;
  readonly #keeperOf: (status: number, headers: readonly string[]) => ((body: Buffer) => void) | undefined;
  #keep: ((body: Buffer) => void) | undefined;
  #bytes = new GatheredBytes();

  constructor(
    next: Receiver,
    keeperOf: (status: number, headers: readonly string[]) => ((body: Buffer) => void) | undefined,
  ) {
    this.#next = next;
    this.#keeperOf = keeperOf;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status >= 200) this.#keep = this.#keeperOf(status, headers);
    const told = `gatehouse; fwd=miss${this.#keep ? '; stored' : ''}`;
    this.#next.onHead(status, status < 200 ? headers : [...headers, 'Cache-Status', told]);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    if (this.#keep) this.#bytes.add(chunk);
    if (this.#bytes.length > BODY_MAX) {
      this.#keep = undefined;
      this.#bytes = new GatheredBytes();
    }
    this.#next.onData(chunk, isLast);
  }

  onEnd(): void {
    this.#keep?.(this.#bytes.whole());
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}

/** Passes an answer on, and tells whether the call changed what is at its address. */
class ChangingResponse implements Receiver {
  readonly takesLent: boolean;
  readonly #next: Receiver;
  readonly #changed: () => void;

  constructor(next: Receiver, changed: () => void) {
    this.takesLent = next.takesLent ?? false;
    this.#next = next;
    this.#changed = changed;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status >= 200 && status < 400) this.#changed();
    this.#next.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.#next.onData(chunk, isLast);
  }

  onEnd(): void {
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}
