import type { Dispatcher } from 'undici';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';

/** Interim answers to one request. undici takes any number of them. */
const INTERIM_ANSWERS_MAX = 100;
/** Chunks up to this size are told as one. Of larger ones the bytes cost more than the chunks. */
const SMALL_BYTES = 256;

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
type Handler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;

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

  onRequestStart(controller: Controller, context: unknown): void {
    this.#handler.onRequestStart(controller, context);
  }

  // biome-ignore lint/complexity/useMaxParams: undici calls it so
  onResponseStart(controller: Controller, status: number, headers: Headers, message?: string): void {
    if (status >= 200) {
      this.#handler.onResponseStart(controller, status, headers, message);
      return;
    }
    this.#interimAnswers += 1;
    if (this.#interimAnswers > INTERIM_ANSWERS_MAX) controller.abort(new Error('Too many interim answers'));
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (chunk.length > SMALL_BYTES) {
      this.#tell(controller);
      this.#handler.onResponseData(controller, chunk);
      return;
    }
    if (!this.#small) setImmediate(() => this.#tell(controller));
    this.#small ??= new GatheredBytes();
    this.#small.add(chunk);
  }

  onResponseEnd(controller: Controller, trailers: Headers): void {
    this.#tell(controller);
    this.#handler.onResponseEnd(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#small = undefined;
    this.#handler.onResponseError(controller, error);
  }

  #tell(controller: Controller): void {
    const small = this.#small;
    this.#small = undefined;
    if (small) this.#handler.onResponseData(controller, small.whole());
  }
}
