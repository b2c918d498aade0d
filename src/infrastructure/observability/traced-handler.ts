import { type IncomingMessage, METHODS, type RequestListener } from 'node:http';
import type { Span, Tracing } from './tracing.ts';

const known: ReadonlySet<string | undefined> = new Set(METHODS);

/** Returns the method for a span. Unknown methods share one word. (OpenTelemetry, HTTP spans) */
const methodOf = ({ method = '' }: Pick<IncomingMessage, 'method'>) =>
  known.has(method) ? method : '_OTHER';

/**
 * Serves each request in a span, under its caller's span if it names one. Without tracing, it returns the handler
 * itself.
 */
export function served(tracing: Tracing | undefined, handler: RequestListener): RequestListener {
  if (!tracing) return handler;
  return (request, response) => {
    const method = methodOf(request);
    const span = tracing.begin({
      kind: 'SERVER',
      name: method,
      traceparent: request.headers.traceparent,
      attributes: {
        'http.request.method': method,
        // The query may hold secrets.
        'url.path': request.url?.split('?', 1)[0],
        'url.scheme': 'encrypted' in request.socket ? 'https' : 'http',
        'network.protocol.version': request.httpVersion,
      },
    });
    tracing.within(span, () => handler(request, response));
    // After the handler's own listener, which records the result.
    response.once('close', () => {
      const { statusCode } = response;
      span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(`${statusCode}`);
      span.end();
    });
  };
}

/** Names the span of a request by its route. All requests of a route share a name. */
export function nameByRoute(span: Span, request: Pick<IncomingMessage, 'method'>, route: string): void {
  span.rename(`${methodOf(request)} ${route}`);
  span.set({ 'http.route': route });
}
