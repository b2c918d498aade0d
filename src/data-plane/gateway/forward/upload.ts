import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../../foundation/errors.ts';
import { tooLarge } from '../../../http/ingress/declared-body-size.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';

/**
 * A caller's body on its way to the back-end, bounded. The request itself stays whole when the back-end answers
 * or fails early: the caller can still be told.
 */
export class Upload extends EventEmitter {
  readonly #request: IncomingMessage;
  readonly #api: PublishedApi;
  readonly #refuse: (refused: Refusal) => void;
  #bytes = 0;
  #isRead = false;
  #isOver = false;

  /** @param refuse is told when the caller sends too much */
  constructor(request: IncomingMessage, api: PublishedApi, refuse: (refused: Refusal) => void) {
    super();
    this.#request = request;
    this.#api = api;
    this.#refuse = refuse;
  }

  /** Bytes that the caller has sent. */
  get length(): number {
    return this.#bytes;
  }

  pause(): void {
    this.#request.pause();
  }

  resume(): void {
    if (this.#isOver) return;
    if (!this.#isRead) this.#read();
    this.#request.resume();
  }

  /** Discards the rest of the body. */
  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#request.off('data', this.#take).off('end', this.#end);
    this.#request.resume();
  }

  #read(): void {
    this.#isRead = true;
    this.#request.on('data', this.#take).once('end', this.#end);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    const { maxRequestBytes } = this.#api;
    if (maxRequestBytes !== null && this.#bytes > maxRequestBytes) this.#refuse(tooLarge(maxRequestBytes));
    else this.emit('data', chunk);
  };

  readonly #end = (): void => {
    this.#isOver = true;
    this.#request.off('data', this.#take);
    this.emit('end');
  };
}
