import { Headers, type RequestInit, type Response } from 'undici';
import { faultOf, inSpan, type Span, type SpanOptions, type Tracing } from '../observability/tracing.ts';
import type { Receiver, UpstreamRequest } from './upstream/exchange.ts';
import { PassingReceiver } from './upstream/passing-receiver.ts';
import type { Upstreams } from './upstream/upstreams.ts';

/**
 * Returns the connections with a span for each request. The back-end receives it, so that its own spans come under it.
 */
export function tracedUpstreams(upstreams: Upstreams, tracing: Tracing): Upstreams {
  return {
    send(origin, request, receiver) {
      const caller = tracing.active();
      if (!caller) return upstreams.send(origin, request, receiver);
      const span = tracing.begin(workOf(request.method, new URL(origin), request.path));
      const headers = underSpan(request, span);
      return upstreams.send(
        origin,
        { ...request, headers },
        new TracedReceiver(receiver, span, (run) => tracing.within(caller, run)),
      );
    },
    destroy: () => upstreams.destroy(),
  };
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Returns `fetch` with spans. They name only the host of the address, because the path of a webhook may be secret. */
export function tracedFetch(fetch: Fetch, tracing: Tracing): Fetch {
  return (url, init = {}) =>
    inSpan(tracing, workOf(init.method ?? 'GET', new URL(url)), async (span) => {
      if (!span) return fetch(url, init);
      const headers = new Headers(init.headers);
      headers.set('traceparent', span.traceparent);
      const response = await fetch(url, { ...init, headers });
      tellStatus(span, response.status);
      return response;
    });
}

function workOf(method: string, { origin, hostname, port, protocol }: URL, path?: string): SpanOptions {
  return {
    kind: 'CLIENT',
    name: method,
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      // The query may hold secrets.
      'url.full': path === undefined ? undefined : `${origin}${path.split('?', 1)[0]}`,
    },
  };
}

/** Replaces the caller's trace header by that of our span, which is its child. */
function underSpan({ headers }: UpstreamRequest, { traceparent }: Span): string[] {
  const others = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'traceparent');
  return [...others, 'traceparent', traceparent];
}

/** Records a status. For a client, 4xx is a failure too. (OpenTelemetry, HTTP spans) */
function tellStatus(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= 400) span.fail(`${status}`);
}

/** Records an answer in a span. A retry has the same span. */
class TracedReceiver extends PassingReceiver {
  readonly takesLent: boolean;
  readonly #span: Span;
  readonly #within: (run: () => void) => void;

  constructor(next: Receiver, span: Span, within: (run: () => void) => void) {
    super(next);
    this.takesLent = next.takesLent ?? false;
    this.#span = span;
    this.#within = within;
  }

  override onHead(status: number, headers: readonly string[]): void {
    if (status >= 200) tellStatus(this.#span, status);
    this.next.onHead(status, headers);
  }

  override onEnd(): void {
    this.#span.end();
    this.next.onEnd();
  }

  override onError(error: Error): void {
    this.#span.fail(faultOf(error));
    this.#span.end();
    this.#within(() => this.next.onError(error));
  }
}
