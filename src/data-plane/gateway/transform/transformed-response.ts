import { BackendResponse } from '../../../domain/access-policy/step-expression.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { headersByName } from '../../../http/answer-body.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { SideSteps } from '../../snapshot/served-transformations.ts';
import type { Call } from '../call.ts';
import { changeHeaders, changesBy } from './step-changes.ts';

type TransformedResponseDeps = {
  readonly call: Call;
  readonly side: SideSteps;
  /** Refuses the call, in place of an answer that cannot be changed. */
  readonly refuse: (refused: Refusal) => void;
};

/** Passes an answer on as the steps of its API change it. Interim answers pass as they are. */
export class TransformedResponse implements Receiver {
  readonly takesLent: boolean;
  readonly #next: Receiver;
  readonly #deps: TransformedResponseDeps;

  constructor(next: Receiver, deps: TransformedResponseDeps) {
    this.takesLent = next.takesLent ?? false;
    this.#next = next;
    this.#deps = deps;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status < 200) this.#next.onHead(status, headers);
    else this.#change(status, headers);
  }

  #change(status: number, headers: readonly string[]): void {
    const { call, side, refuse } = this.#deps;
    try {
      const { headers: changes } = changesBy(side, call, new BackendResponse(status, headersByName(headers)));
      this.#next.onHead(status, changeHeaders(headers, changes, { on: 'ANSWER' }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error);
    }
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.#next.onData(chunk, isLast);
  }

  onEnd(): void {
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}
