import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';

type Validating = {
  /** Tells whether a 304 is of the stored answer. */
  readonly isOfStored: (headers: readonly string[]) => boolean;
  /** Tells whether the stored answer is given in place of an error. */
  readonly isUsedInstead: (status: number) => boolean;
  /** Gives the stored answer, updated by a 304. */
  readonly update: (headers: readonly string[]) => void;
  /** Gives the stored answer in place of an error. */
  readonly useInstead: (status: number) => void;
  /** Asks the back-end once more, without conditions. */
  readonly again: () => void;
};

/** The state of an answer: it passes, waits for its end, or is over. */
type State = 'PASSES' | 'UPDATES' | 'IS_ANOTHER' | 'IS_OVER';

/** Receives the answer to a request that validates a stored one. (RFC 9111 §4.3.3) */
export class ValidatedResponse extends PassingReceiver {
  readonly #validating: Validating;
  #control: ExchangeControl | undefined;
  #state: State = 'PASSES';
  #headers: readonly string[] = [];

  /** @param next receives any other answer than a 304 */
  constructor(next: Receiver, validating: Validating) {
    super(next);
    this.#validating = validating;
  }

  override onSent(control: ExchangeControl): void {
    this.#control = control;
    this.next.onSent(control);
  }

  override onHead(status: number, headers: readonly string[]): void {
    const { isOfStored, isUsedInstead, useInstead } = this.#validating;
    if (status === 304) {
      this.#headers = headers;
      this.#state = isOfStored(headers) ? 'UPDATES' : 'IS_ANOTHER';
    } else if (isUsedInstead(status)) {
      this.#state = 'IS_OVER';
      useInstead(status);
      // Nobody waits for the rest, which may never end.
      this.#control?.abort(new Error('The answer that was kept is given in place of an error'));
    } else this.next.onHead(status, headers);
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    if (this.#state === 'PASSES') this.next.onData(chunk, isLast);
  }

  override onEnd(): void {
    const { update, again } = this.#validating;
    if (this.#state === 'PASSES') this.next.onEnd();
    else if (this.#state === 'UPDATES') update(this.#headers);
    else if (this.#state === 'IS_ANOTHER') again();
  }

  override onError(error: Error): void {
    if (this.#state !== 'IS_OVER') this.next.onError(error);
  }
}
