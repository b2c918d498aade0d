import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { readTraceparent, writeTraceparent } from './trace-context.ts';
import type { Attributes, Span, SpanOptions, Tracing } from './tracing.ts';

/** The samplers by their names in OTEL_TRACES_SAMPLER. */
const samplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
} as const satisfies Record<string, (ratio: number) => Sampler>;

export type TracingSettings = {
  readonly serviceName: string;
  readonly sampler: keyof typeof samplers;
  /** The ratio of samplers that take one, 0 to 1. */
  readonly ratio: number;
};

/** The time for which an absent collector may delay the end of the process. */
const CLOSE_MS = 3_000;

/**
 * Exports spans over OTLP/HTTP, in batches, beside the requests. At most 2,048 wait, and any more are dropped. The
 * exporter reads address, headers, certificates and time limit itself from the standard variables
 * (OTEL_EXPORTER_OTLP_…), so that their secrets pass through none of our code. Nothing is registered globally: no
 * library makes spans of its own. `onFault` is called once, until exports work again, when spans could not be exported
 * and are lost.
 */
export class OpenTelemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #active = new AsyncLocalStorage<OpenSpan>();

  constructor({ serviceName, sampler, ratio }: TracingSettings, onFault: (error: unknown) => void) {
    this.#provider = new TracerProvider({
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes({ 'service.name': serviceName })),
      sampler: samplers[sampler](ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter: quiet(new OTLPTraceExporter(), onFault) })],
    });
    this.#tracer = this.#provider.getTracer('gatehouse');
  }

  active(): Span | undefined {
    return this.#active.getStore();
  }

  begin({ kind, name, attributes, traceparent }: SpanOptions): Span {
    const options = { kind: SpanKind[kind], ...(attributes && { attributes: { ...attributes } }) };
    return new OpenSpan(this.#tracer.startSpan(name, options, this.#contextOf(traceparent)));
  }

  within<Result>(span: Span, run: () => Result): Result {
    return this.#active.run(span as OpenSpan, run);
  }

  async close(): Promise<void> {
    await Promise.race([this.#provider.shutdown(), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  #contextOf(traceparent: SpanOptions['traceparent']): Context {
    const remote = readTraceparent(traceparent);
    if (remote) {
      const { traceId, spanId, isSampled } = remote;
      return trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: isSampled ? 1 : 0,
        isRemote: true,
      });
    }
    const parent = this.#active.getStore();
    return parent ? trace.setSpan(ROOT_CONTEXT, parent.inner) : ROOT_CONTEXT;
  }
}

class OpenSpan implements Span {
  readonly inner: ApiSpan;
  constructor(inner: ApiSpan) {
    this.inner = inner;
  }
  get traceId(): string {
    return this.inner.spanContext().traceId;
  }
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.inner.spanContext();
    return writeTraceparent({ traceId, spanId, isSampled: (traceFlags & 1) !== 0 });
  }
  rename(name: string): void {
    this.inner.updateName(name);
  }
  set(attributes: Attributes): void {
    this.inner.setAttributes({ ...attributes });
  }
  fail(type: string): void {
    this.inner.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }
  end(): void {
    this.inner.end();
  }
}

/** Reports the first lost batch only. The SDK would report each. */
function quiet(exporter: SpanExporter, onFault: (error: unknown) => void): SpanExporter {
  let isBroken = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code !== 0 && !isBroken)
          onFault(new Error(`Traces cannot be exported and are lost: ${error?.message}`, { cause: error }));
        isBroken = code !== 0;
        done({ code: 0 });
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
