import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Requests that are begun in a turn while connections come. */
const REQUESTS_PER_TURN = 2;

/**
 * Keeps the turns of the event loop short while callers connect. In each turn libuv accepts one connection (libuv#3696)
 * after it has handled whatever else came, and so callers who connect to a busy process would wait for as long as all
 * others are served, once for each before them: of 500 the last for ten seconds. Therefore requests that come while
 * connections do wait for a later turn, in the order in which they came; at any other time none waits.
 */
export function withFairAccept(server: Server, handler: RequestListener): RequestListener {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  /** Tells whether a connection was accepted in this turn. There may be more. */
  let hasAccepted = false;
  let isShort = false;
  let begun = 0;

  server.on('connection', () => {
    hasAccepted = true;
    if (!isShort) shorten();
  });
  function shorten(): void {
    isShort = true;
    setImmediate(endTurn);
  }
  function endTurn(): void {
    isShort = false;
    begun = 0;
    const room = hasAccepted ? REQUESTS_PER_TURN : waiting.length;
    if (hasAccepted) shorten();
    hasAccepted = false;
    for (const [request, response] of waiting.splice(0, room)) begin(request, response);
  }
  function begin(request: IncomingMessage, response: ServerResponse): void {
    begun += 1;
    // Its caller may have gone meanwhile.
    if (!response.destroyed) handler(request, response);
  }

  return (request, response) => {
    if (isShort && (waiting.length > 0 || begun >= REQUESTS_PER_TURN)) waiting.push([request, response]);
    else begin(request, response);
  };
}
