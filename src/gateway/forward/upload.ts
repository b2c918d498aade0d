import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Refusal, refusal } from '../../errors.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { tooLarge } from '../body-size.ts';

/**
 * A caller's body on its way to the back-end, bounded and timed. The request itself stays whole when the back-end answers
 * or fails early: the caller can still be told.
 */
export class Upload extends EventEmitter {
  readonly #request: IncomingMessage;
  readonly #api: PublishedApi;
  readonly #refuse: (refused: Refusal) => void;
  #bytes = 0;
  #isRead = false;
  #isOver = false;

  /** @param refuse is told when the caller sends too much, or nothing for too long */
  constructor(request: IncomingMessage, api: PublishedApi, refuse: (refused: Refusal) => void) {
    super();
    this.#request = request;
    this.#api = api;
    this.#refuse = refuse;
  }

  pause(): void {
    this.#request.pause();
  }

  resume(): void {
    if (this.#isOver) return;
    if (!this.#isRead) this.#read();
    this.#request.resume();
  }

  /** What still comes is thrown away. */
  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#request.off('data', this.#take).off('end', this.#end).off('timeout', this.#fallSilent);
    this.#request.resume();
  }

  #read(): void {
    this.#isRead = true;
    this.#request.on('data', this.#take).once('end', this.#end);
    this.#request.setTimeout(this.#api.timeouts.idleMs, this.#fallSilent);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    const { maxRequestBytes } = this.#api;
    if (maxRequestBytes !== null && this.#bytes > maxRequestBytes) this.#refuse(tooLarge(maxRequestBytes));
    else this.emit('data', chunk);
  };

  readonly #end = (): void => {
    this.#isOver = true;
    this.#request.off('data', this.#take).off('timeout', this.#fallSilent);
    this.#request.setTimeout(0);
    this.emit('end');
  };

  /** A caller that is not listened to, because the back-end takes nothing, is not the one that is late. */
  readonly #fallSilent = (): void => {
    if (this.#request.isPaused()) this.#request.setTimeout(this.#api.timeouts.idleMs);
    else this.#refuse(refusal('REQUEST_TIMEOUT'));
  };
}
