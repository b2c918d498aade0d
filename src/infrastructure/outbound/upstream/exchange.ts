import type { ClientTls } from '../client-tls.ts';

/** The owner of a request. */
export type ShareOwner = {
  readonly org: string;
  /** The id of the API, unique among all orgs. */
  readonly api: string;
};

/** A request to a back-end. */
export type UpstreamRequest = {
  readonly owner: ShareOwner;
  /** The TLS of its connection, where it is not as for every back-end. */
  readonly tls?: ClientTls | undefined;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names and values in turn, Host among them. */
  readonly headers: readonly string[];
  readonly body: Buffer | BodySource | null;
  /** The time limit for a new connection, where none is free. */
  readonly connectMs: number;
  /** The time from the end of the request to the beginning of the answer. */
  readonly answerMs: number;
  /** The idle time within the answer's body. */
  readonly idleMs: number;
};

/** A body that arrives in parts. It begins with the first `resume`. */
export type BodySource = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  pause(): void;
  resume(): void;
  /** Drops the rest. */
  destroy(): void;
};

/** Controls a request that was sent. */
export type ExchangeControl = {
  /** Aborts it with its connection. `onError` gets the reason. */
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
};

/** The receiver of an answer. `onSent` comes first; `onEnd` or `onError` comes last, once. */
export type Receiver = {
  /**
   * True where it keeps no chunk after `onData` has returned. Chunks are then lent to it: the next read overwrites them.
   * Any other receiver gets copies.
   */
  readonly takesLent?: boolean;
  /**
   * Called with a connection. An error that it throws goes to `onError`, and the connection serves the next request.
   */
  onSent(control: ExchangeControl): void;
  /** Called for interim answers, too. `headers` are names and values in turn, as they came. */
  onHead(status: number, headers: readonly string[]): void;
  /** @param isLast is true when it is known that nothing follows; `onEnd` is called all the same */
  onData(chunk: Buffer, isLast: boolean): void;
  onEnd(): void;
  onError(error: Error): void;
};
