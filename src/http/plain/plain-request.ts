import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { PlainHead, PlainHeaders } from './plain-head.ts';

/**
 * A plain request, which has come whole.
 *
 * It has of node:http's IncomingMessage what those use who serve calls. Its body is told once somebody asks for it, in one
 * piece, at the end of the turn at the earliest, as that of any stream; or it is taken at once.
 */
export class PlainRequest extends EventEmitter {
  readonly httpVersion = '1.1';
  readonly complete = true;
  readonly socket: Socket;
  readonly method: string;
  url: string;
  readonly headers: PlainHeaders;
  readonly rawHeaders: readonly string[];
  /** The body, until it was told; undefined where there is none. */
  #body: Buffer | undefined;
  #isPaused = false;
  #isTelling = false;
  #hasEnded = false;

  constructor(socket: Socket, head: PlainHead, body: Buffer | undefined) {
    super();
    this.socket = socket;
    this.method = head.method;
    this.url = head.target;
    this.headers = head.headers;
    this.rawHeaders = head.rawHeaders;
    this.#body = body;
  }

  override on(event: string, listener: (...values: never[]) => void): this {
    super.on(event, listener as (...values: unknown[]) => void);
    if (event === 'data' && !this.#isPaused) this.resume();
    return this;
  }

  pause(): void {
    this.#isPaused = true;
  }

  isPaused(): boolean {
    return this.#isPaused;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#isTelling || this.#hasEnded) return;
    this.#isTelling = true;
    process.nextTick(tell, this);
  }

  /**
   * Takes the body, which is then not told.
   *
   * @returns undefined where there is none, it is longer, or somebody else has asked for it
   */
  takeBody(bytesMax: number): Buffer | undefined {
    const body = this.#body;
    if (!body || body.length > bytesMax || this.#isTelling) return undefined;
    this.#body = undefined;
    this.#hasEnded = true;
    return body;
  }

  tell(): void {
    this.#isTelling = false;
    const body = this.#body;
    if (this.#isPaused || this.#hasEnded) return;
    this.#body = undefined;
    if (body) this.emit('data', body);
    if (this.#isPaused) return;
    this.#hasEnded = true;
    this.emit('end');
  }
}

/** Takes the body of a request that has come whole. Undefined for any other, whose body is read as it comes. */
export const takenBody = (request: object, bytesMax = Number.POSITIVE_INFINITY): Buffer | undefined =>
  request instanceof PlainRequest ? request.takeBody(bytesMax) : undefined;

/** One function for all of them: a closure for each would cost more than telling. */
function tell(request: PlainRequest): void {
  request.tell();
}
