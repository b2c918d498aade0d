import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { acceptEvent } from './tls/accept-event.ts';

/** Requests that are begun in a turn while connections come. */
const REQUESTS_PER_TURN = 2;

/**
 * Keeps the turns of the event loop short while callers connect.
 *
 * In each turn libuv accepts one connection (libuv#3696), after it has handled whatever else came. Of 500 callers who
 * connect to a busy process at once, the last would wait for 500 such turns: ten seconds. Therefore requests that come
 * while connections do wait for a later turn, in their order. At any other time none waits.
 */
export class FairAccept {
  readonly #handler: RequestListener;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  /** Tells whether a connection was accepted in this turn. There may be more. */
  #hasAccepted = false;
  #isShort = false;
  #begun = 0;

  constructor(server: Server, handler: RequestListener) {
    this.#handler = handler;
    server.on(acceptEvent(server), () => {
      this.#hasAccepted = true;
      if (!this.#isShort) this.#shorten();
    });
  }

  readonly listener: RequestListener = (request, response) => {
    if (this.#isShort && (this.#waiting.length > 0 || this.#begun >= REQUESTS_PER_TURN))
      this.#waiting.push([request, response]);
    else this.#begin(request, response);
  };

  #shorten(): void {
    this.#isShort = true;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#isShort = false;
    this.#begun = 0;
    const room = this.#hasAccepted ? REQUESTS_PER_TURN : this.#waiting.length;
    if (this.#hasAccepted) this.#shorten();
    this.#hasAccepted = false;
    for (const [request, response] of this.#waiting.splice(0, room)) this.#begin(request, response);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#begun += 1;
    // Its caller may have gone meanwhile.
    if (!response.destroyed) this.#handler(request, response);
  }
}
