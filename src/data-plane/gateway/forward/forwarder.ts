import { type Call, chosenOf } from '../call.ts';
import type { SampledAnswers } from '../contract/sampled-answers.ts';
import { type CallChanges, changesOf } from '../transform/call-changes.ts';
import { JsonSteps } from '../transform/json-steps.ts';
import { type ForwardDeps, forward } from './forward.ts';
import type { AnswerTap } from './forwarding.ts';
import { graphqlProxy, type ProxyDeps } from './graphql-proxy.ts';
import { answersItself } from './own-answers.ts';
import { ResponseCaches } from './response-caches.ts';
import { type RestDeps, restPassthrough } from './rest-passthrough.ts';

type ForwarderDeps = {
  readonly answers: Pick<SampledAnswers, 'contracts' | 'tapFor'>;
  readonly proxy: ProxyDeps;
  readonly backends: ForwardDeps;
  /** Returns the tap of an answer that a successor's is compared with. It is asked in catalogs with rehearsals alone. */
  readonly comparisonTapFor: (call: Call) => AnswerTap | null;
  readonly onFault: (error: unknown) => void;
};

/** Answers admitted calls: by their back-ends, unless the gateway knows the answer itself. */
export class Forwarder {
  readonly #deps: ForwarderDeps;
  readonly #rest: RestDeps;
  readonly #jsonSteps: JsonSteps;

  constructor(deps: ForwarderDeps) {
    this.#deps = deps;
    this.#rest = { answers: deps.answers, caches: new ResponseCaches(deps.backends.clock) };
    this.#jsonSteps = new JsonSteps(deps.onFault);
  }

  /**
   * Answers a call.
   *
   * @param fail is told of what happens later than this returns; what happens at once is thrown
   */
  answer(call: Call, fail: (error: unknown) => void): void {
    if (answersItself(call, this.#deps.answers.contracts, fail)) return;
    const changes = changesOf(call, this.#jsonSteps);
    if (changes instanceof Promise) changes.then((made) => this.#send(call, made)).catch(fail);
    else this.#send(call, changes);
  }

  #send(call: Call, changes: CallChanges | null): void {
    const { proxy, backends, comparisonTapFor } = this.#deps;
    const forwarding =
      chosenOf(call).api.kind === 'GRAPHQL'
        ? graphqlProxy(call, proxy, changes)
        : restPassthrough(call, this.#rest, changes);
    const comparisonTap = call.catalog.rehearsals && comparisonTapFor(call);
    call.exchange = forward(backends, call, comparisonTap ? { ...forwarding, comparisonTap } : forwarding);
  }
}
