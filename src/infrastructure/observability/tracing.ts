import { Refusal } from '../../foundation/errors.ts';

/** Named by the semantic conventions of OpenTelemetry, else `gatehouse.…`; none is a secret. Undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A stretch of work that begins. */
export type SpanOptions = {
  readonly kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  /** As its like are named: no id, and nothing of a caller's. */
  readonly name: string;
  readonly attributes?: Attributes;
  /** The header of a request: the span that this one comes under, in place of the active one. */
  readonly traceparent?: string | readonly string[] | undefined;
};

/** A stretch of work, as a trace shows it. */
export type Span = {
  readonly traceId: string;
  /** What the next process is told of it. (W3C Trace Context §3.2) */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param type which fault, of few: a code or a class, never a message */
  fail(type: string): void;
  end(): void;
};

/** Follows requests through the platform. Who gets none does without, and pays nothing. */
export type Tracing = {
  /** The span that is under way where it is asked. */
  active(): Span | undefined;
  begin(work: SpanOptions): Span;
  /** Runs something while a span is the active one, also what it waits for. */
  within<Result>(span: Span, run: () => Result): Result;
  /** Exports the last spans, as far as they can be within some seconds. */
  close(): Promise<void>;
};

/** Does some work in a span of its own. What no request waits for, as of a timer, has none. */
export function inSpan<Result>(
  tracing: Tracing,
  work: SpanOptions,
  run: (span: Span | undefined) => Result,
): Result {
  if (!tracing.active()) return run(undefined);
  const span = tracing.begin(work);
  const failed = (error: unknown): never => {
    span.fail(faultOf(error));
    span.end();
    throw error;
  };
  try {
    const result = tracing.within(span, () => run(span));
    if (isPromise(result)) return result.then((value) => ended(span, value), failed) as Result;
    return ended(span, result);
  } catch (error) {
    return failed(error);
  }
}

function ended<Result>(span: Span, result: Result): Result {
  span.end();
  return result;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** A code, or the name of a class: a message may quote what was sent. */
export function faultOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
