/** Whose request it is. */
export type ShareOwner = {
  readonly org: string;
  /** Unlike that of any other org. */
  readonly api: string;
};

/** A request to a back-end. */
export type UpstreamRequest = {
  readonly owner: ShareOwner;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names and values in turn, Host among them. */
  readonly headers: readonly string[];
  readonly body: Buffer | BodySource | null;
  /** How long a connection may take to come about, where none is free. */
  readonly connectMs: number;
  /** How long the answer may take to begin, once the request is sent. */
  readonly answerMs: number;
  /** How long it may fall silent within its body. */
  readonly idleMs: number;
};

/** A body that comes by and by. It begins with the first `resume`. */
export type BodySource = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. */
  destroy(): void;
};

/** What can be done about a request that is sent. */
export type ExchangeControl = {
  /** Gives it up, with its connection; `onError` is told the reason. */
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
};

/** Who is told of an answer: `onSent` first, and `onEnd` or `onError` last, once. */
export type Receiver = {
  /** A connection is there. What is thrown goes to `onError`, and the connection is for the next. */
  onSent(control: ExchangeControl): void;
  /** Of interim answers, too; `headers` are names and values in turn, as they came. */
  onHead(status: number, headers: readonly string[]): void;
  /** @param isLast is it known that nothing follows? `onEnd` is told all the same. */
  onData(chunk: Buffer, isLast: boolean): void;
  onEnd(): void;
  onError(error: Error): void;
};
