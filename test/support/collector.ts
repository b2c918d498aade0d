import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import {
  OpenTelemetry,
  type TracingSettings,
} from '../../src/infrastructure/observability/open-telemetry.ts';
import type { Tracing } from '../../src/infrastructure/observability/tracing.ts';

/** A span as a collector gets it. */
export type Collected = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
};

/** The name of a span, and the spans under it. */
export type Tree = { readonly [name: string]: Tree };

export type Collector = {
  readonly url: string;
  /** Bodies posted to /v1/traces, as they came. */
  readonly texts: string[];
  readonly spans: () => Collected[];
  close(): Promise<void>;
};

type Value = {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
};
type Exported = Omit<Collected, 'attributes' | 'failed'> & {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly status: { readonly code?: number };
};
type Request = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Exported[] }[] }[];
};

/** A collector that takes traces over OTLP/HTTP with JSON. */
export async function openCollector(): Promise<Collector> {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/traces') texts.push(Buffer.concat(parts).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    spans: () =>
      texts
        .flatMap((text) => (JSON.parse(text) as Request).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, status, ...span }) => ({
          ...span,
          attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
          failed: status.code === 2,
        })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Tracing to a collector, as a process with the standard settings does it. */
export function tracingTo(
  url: string,
  { onFault = () => {}, ...settings }: Partial<TracingSettings> & { onFault?: (error: unknown) => void } = {},
): Tracing {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  try {
    return new OpenTelemetry(
      { serviceName: 'gatehouse', sampler: 'parentbased_always_on', ratio: 1, ...settings },
      onFault,
    );
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The spans under a parent, by their names. */
export function treeOf(spans: readonly Collected[], parentSpanId?: string): Tree {
  const children = spans.filter((span) => (span.parentSpanId || undefined) === parentSpanId);
  return Object.fromEntries(children.map(({ name, spanId }) => [name, treeOf(spans, spanId)]));
}
