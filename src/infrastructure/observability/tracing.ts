import { Refusal } from '../../foundation/errors.ts';

/**
 * Named by the semantic conventions of OpenTelemetry, else `gatehouse.…`. None is a secret, and undefined is left out.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The beginning of a span. */
export type SpanOptions = {
  readonly kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  /** The name of its kind of work, without ids or data of a caller. */
  readonly name: string;
  readonly attributes?: Attributes;
  /** The trace header of a request. Its span is the parent, in place of the active one. */
  readonly traceparent?: string | readonly string[] | undefined;
};

/** A stretch of work, as a trace shows it. */
export type Span = {
  readonly traceId: string;
  /** The trace header for the next process. (W3C Trace Context §3.2) */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param type the kind of fault, one of few: a code or a class, never a message */
  fail(type: string): void;
  end(): void;
};

/** Follows requests through the platform. Components without it trace nothing, at no cost. */
export type Tracing = {
  /** Returns the active span. */
  active(): Span | undefined;
  begin(work: SpanOptions): Span;
  /** Runs a function, and all that it waits for, with an active span. */
  within<Result>(span: Span, run: () => Result): Result;
  /** Exports the last spans, as far as possible within some seconds. */
  close(): Promise<void>;
};

/** Runs work in a span of its own. Work that no request waits for, as of a timer, has none. */
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

/** Returns a code, or the name of a class. A message may quote input. */
export function faultOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
