import { type IncomingMessage, METHODS, type RequestListener } from 'node:http';
import type { Span, Tracing } from './tracing.ts';

const known: ReadonlySet<string | undefined> = new Set(METHODS);

/** The method as spans name it: what a caller made up is one word for all. (OpenTelemetry, HTTP spans) */
const methodOf = ({ method = '' }: Pick<IncomingMessage, 'method'>) =>
  known.has(method) ? method : '_OTHER';

/** Serves each request in a span, under that of its caller where it names one; without tracing, the handler itself. */
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
        // The query may hold what is secret.
        'url.path': request.url?.split('?', 1)[0],
        'url.scheme': 'encrypted' in request.socket ? 'https' : 'http',
        'network.protocol.version': request.httpVersion,
      },
    });
    tracing.within(span, () => handler(request, response));
    // After what the handler itself does then, which says what became of it.
    response.once('close', () => {
      const { statusCode } = response;
      span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(`${statusCode}`);
      span.end();
    });
  };
}

/** Names the span of a request by what serves it: of all requests there, one name. */
export function nameByRoute(span: Span, request: Pick<IncomingMessage, 'method'>, route: string): void {
  span.rename(`${methodOf(request)} ${route}`);
  span.set({ 'http.route': route });
}
