import type { Clock } from '../../../foundation/clock.ts';
import { headersByName } from '../../../http/answer-body.ts';
import {
  ageOf,
  type CacheableHead,
  type CachedRequest,
  isUsableOnError,
  type StoredAnswer,
  type StoredUse,
  secondsLeft,
  storageRules,
  useOf,
} from '../../../http/caching/stored-answer.ts';
import {
  isNotModified,
  isOfStored,
  notModifiedHeaders,
  updatedHeaders,
  validatingHeaders,
  withoutNames,
} from '../../../http/caching/validation.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { ChangingResponse } from './changing-response.ts';
import { RefreshedResponse } from './refreshed-response.ts';
import { StoringResponse } from './storing-response.ts';
import { ValidatedResponse } from './validated-response.ts';

type CallCacheDeps = {
  readonly method: string;
  /** Tells whether its answer may be kept, or be one that was. */
  readonly isKept: boolean;
  /** Tells whether it is kept only where RFC 9111 §3.5 allows it. */
  readonly isAuthorized: boolean;
  readonly seconds: number | undefined;
  readonly clock: Clock;
  readonly known: (path: string) => StoredAnswer | undefined;
  readonly keep: (path: string, answer: StoredAnswer) => void;
  readonly forget: (path: string, answer: StoredAnswer) => void;
  /** Begins to refresh what is at a path. Returns false where it is refreshed already, or too much is. */
  readonly refreshes: (path: string) => boolean;
  readonly refreshed: (path: string) => void;
  /** Is told that a call changed what is at a path. */
  readonly changed: (path: string) => void;
};

/** A request as the back-end gets it. */
type SentRequest = { readonly path: string; readonly headers: readonly string[] };

/** A request for the back-end, and the receiver of its answer. */
type RequestToSend = { readonly headers: readonly string[]; readonly receiver: Receiver };

/** The result of a look-up. A call that a stale answer has answered may have a request to send, which refreshes it. */
type CacheLookup = { readonly isAnswered: boolean; readonly toSend: RequestToSend | undefined };

/** A stored answer that may be used only once the back-end was asked. */
type UnusableAnswer = {
  readonly stored: StoredAnswer;
  readonly use: StoredUse;
  readonly receiver: Receiver;
  readonly again: () => void;
};

/** The parameter `fwd` of Cache-Status: why the back-end is asked. (RFC 9211 §2.2) */
const FORWARDED = {
  STALE: 'stale',
  STALE_HIT: 'stale',
  ASKED: 'request',
  VARY: 'vary-miss',
  HIT: 'miss',
} as const;

/** The cache as one call has it. (RFC 9111) */
export class CallCache {
  /** The status that the back-end gave, where the caller gets another. Null where it was not asked. */
  backendStatus: number | null | undefined;
  readonly #deps: CallCacheDeps;
  /** Tells whether a 304 was of another answer. The call validates none any more. */
  #isDoubtful = false;
  /** The answer that is given where the back-end fails. */
  #fallback: { readonly sent: SentRequest; readonly stored: StoredAnswer } | undefined;

  constructor(deps: CallCacheDeps) {
    this.#deps = deps;
  }

  /**
   * Answers a call by what was kept, or tells what to ask the back-end.
   *
   * @param again sends the call once more, where what came back was of another answer
   */
  lookUp(sent: SentRequest, receiver: Receiver, again: () => void): CacheLookup {
    const { isKept, known, method } = this.#deps;
    this.backendStatus = undefined;
    this.#fallback = undefined;
    if (!isKept)
      return miss(sent, method === 'GET' || method === 'HEAD' ? receiver : this.#changing(sent, receiver));
    const stored = known(sent.path);
    if (!stored) return miss(sent, this.#storing(sent, receiver, 'miss'));
    const request = this.#requestOf(sent);
    const use = useOf(stored, request, this.#now());
    if (use === 'HIT' || use === 'STALE_HIT') {
      this.backendStatus = null;
      receiver.onSent(NOTHING_TO_CONTROL);
      this.#give(stored, sent, {
        receiver,
        cacheStatus: `hit; ttl=${Math.floor(secondsLeft(stored.rules, this.#now()))}`,
      });
      return { isAnswered: true, toSend: use === 'HIT' ? undefined : this.#refresh(sent, stored) };
    }
    return this.#validateOrSend(sent, { stored, use, receiver, again });
  }

  /** Gives a receiver what was kept in place of a failure. Returns false where nothing may be given. (RFC 5861 §4) */
  answersFailure(receiver: Receiver): boolean {
    const { sent, stored } = this.#fallback ?? {};
    if (!sent || !stored || !isUsableOnError(stored.rules, this.#now())) return false;
    this.backendStatus = null;
    receiver.onSent(NOTHING_TO_CONTROL);
    this.#give(stored, sent, { receiver, cacheStatus: 'fwd=stale; detail=stale-if-error' });
    return true;
  }

  #validateOrSend(sent: SentRequest, { stored, use, receiver, again }: UnusableAnswer): CacheLookup {
    const why = FORWARDED[use];
    const storing = this.#storing(sent, receiver, why);
    const mayValidate = !this.#isDoubtful && this.#deps.method !== 'HEAD' && this.#isForCaller(stored);
    if (use === 'VARY' || !mayValidate) return miss(sent, storing);
    this.#fallback = use === 'STALE' ? { sent, stored } : undefined;
    const headers = validatingHeaders(sent.headers, stored.rules);
    const validated = new ValidatedResponse(storing, {
      isOfStored: (received) => isOfStored(received, stored.rules),
      isUsedInstead: (status) =>
        use === 'STALE' && isFailure(status) && isUsableOnError(stored.rules, this.#now()),
      update: (received) => {
        this.backendStatus = 304;
        const updated = this.#update(sent, stored, received);
        this.#give(updated, sent, { receiver, cacheStatus: `fwd=${why}; fwd-status=304` });
      },
      useInstead: (status) => {
        this.backendStatus = status;
        this.#give(stored, sent, {
          receiver,
          cacheStatus: `fwd=${why}; fwd-status=${status}; detail=stale-if-error`,
        });
      },
      again: () => {
        this.#isDoubtful = true;
        this.#deps.forget(sent.path, stored);
        again();
      },
    });
    return miss({ ...sent, headers }, validated);
  }

  /** Tells whether an answer may be validated in the name of the caller. */
  #isForCaller({ rules }: StoredAnswer): boolean {
    return !this.#deps.isAuthorized || rules.isShared;
  }

  /** Begins to validate what was given although it is stale. */
  #refresh(sent: SentRequest, stored: StoredAnswer): RequestToSend | undefined {
    const { path, headers } = sent;
    if (this.#deps.method === 'HEAD' || !this.#isForCaller(stored) || !this.#deps.refreshes(path))
      return undefined;
    const receiver = new RefreshedResponse({
      keeperOf: (head) => this.#keeper(sent, head),
      update: (received) => {
        if (isOfStored(received, stored.rules)) this.#update(sent, stored, received);
        else this.#deps.forget(path, stored);
      },
      done: () => this.#deps.refreshed(path),
    });
    return { headers: validatingHeaders(headers, stored.rules), receiver };
  }

  /** Keeps an answer as a 304 updates it, or forgets it where that says so. */
  #update(sent: SentRequest, stored: StoredAnswer, received: readonly string[]): StoredAnswer {
    const { status, body } = stored;
    const headers = updatedHeaders(stored.headers, received);
    const rules = this.#rulesOf(sent, { status, headers });
    if (!rules) {
      this.#deps.forget(sent.path, stored);
      return { ...stored, headers };
    }
    const updated = { status, headers, body, rules };
    this.#deps.keep(sent.path, updated);
    return updated;
  }

  #give(
    { status, headers, body, rules }: StoredAnswer,
    sent: SentRequest,
    { receiver, cacheStatus }: { readonly receiver: Receiver; readonly cacheStatus: string },
  ): void {
    const isKnown = isNotModified(headersByName(sent.headers), { status, headers });
    const own = isKnown ? notModifiedHeaders(headers) : withoutNames(headers, AGE);
    receiver.onHead(isKnown ? 304 : status, [
      ...own,
      'Age',
      `${Math.floor(ageOf(rules, this.#now()))}`,
      'Cache-Status',
      `gatehouse; ${cacheStatus}`,
    ]);
    if (!isKnown && this.#deps.method !== 'HEAD' && body.length > 0) receiver.onData(body, true);
    receiver.onEnd();
  }

  #storing(sent: SentRequest, next: Receiver, why: string): Receiver {
    return new StoringResponse(next, { why, keeperOf: (head) => this.#keeper(sent, head) });
  }

  #changing({ path }: SentRequest, next: Receiver): Receiver {
    return new ChangingResponse(next, () => this.#deps.changed(path));
  }

  /** Returns the function that keeps a body. Undefined where the answer may not be kept. */
  #keeper(sent: SentRequest, head: CacheableHead): ((body: Buffer) => void) | undefined {
    const rules = this.#deps.method === 'GET' ? this.#rulesOf(sent, head) : undefined;
    return rules && ((body) => this.#deps.keep(sent.path, { ...head, body, rules }));
  }

  #rulesOf(sent: SentRequest, head: CacheableHead) {
    return storageRules(this.#requestOf(sent), head, { seconds: this.#deps.seconds, now: this.#now() });
  }

  #requestOf({ headers }: SentRequest): CachedRequest {
    return { headers: headersByName(headers), isAuthorized: this.#deps.isAuthorized };
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}

const isFailure = (status: number) => status === 500 || (status >= 502 && status <= 504);

const miss = ({ headers }: SentRequest, receiver: Receiver): CacheLookup => ({
  isAnswered: false,
  toSend: { headers, receiver },
});

const AGE: ReadonlySet<string> = new Set(['age']);
const NOTHING_TO_CONTROL: ExchangeControl = { abort() {}, pause() {}, resume() {} };
