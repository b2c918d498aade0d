import type { Dispatcher } from 'undici';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';

/** Interim answers to one request. undici takes any number of them. */
const INTERIM_ANSWERS_MAX = 100;
/** Chunks up to this size are told as one. Of larger ones the bytes cost more than the chunks. */
const SMALL_BYTES = 256;

type Handler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;
type Start = Parameters<Handler['onResponseStart']>;

/** Bounds answers in number of interim ones, and tells small chunks once a turn. */
export const boundedAnswers: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, new BoundedAnswer(handler as Handler));

class BoundedAnswer implements Handler {
  readonly #handler: Handler;
  #interimAnswers = 0;
  #small: GatheredBytes | undefined;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  onRequestStart(...start: Parameters<Handler['onRequestStart']>): void {
    this.#handler.onRequestStart(...start);
  }

  onResponseStart(...[controller, status, headers, message]: Start): void {
    if (status >= 200) this.#handler.onResponseStart(controller, status, headers, message);
    else this.#interimAnswers += 1;
    if (this.#interimAnswers > INTERIM_ANSWERS_MAX) controller.abort(new Error('Too many interim answers'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (chunk.length > SMALL_BYTES) {
      this.#tell(controller);
      this.#handler.onResponseData(controller, chunk);
      return;
    }
    if (!this.#small) setImmediate(() => this.#tell(controller));
    this.#small ??= new GatheredBytes();
    this.#small.add(chunk);
  }

  onResponseEnd(...[controller, trailers]: Parameters<Handler['onResponseEnd']>): void {
    this.#tell(controller);
    this.#handler.onResponseEnd(controller, trailers);
  }

  onResponseError(...[controller, error]: Parameters<Handler['onResponseError']>): void {
    this.#small = undefined;
    this.#handler.onResponseError(controller, error);
  }

  #tell(controller: Dispatcher.DispatchController): void {
    const small = this.#small;
    this.#small = undefined;
    if (small) this.#handler.onResponseData(controller, small.whole());
  }
}
