import { type Call, chosenOf } from '../call.ts';
import type { SampledAnswers } from '../contract/sampled-answers.ts';
import { type CallChanges, changesOf } from '../transform/call-changes.ts';
import { JsonSteps } from '../transform/json-steps.ts';
import { forward, type Hop } from './forward.ts';
import type { AnswerTap } from './forwarding.ts';
import { graphqlProxy, type ProxyDeps } from './graphql-proxy.ts';
import { answersItself } from './own-answers.ts';
import { ResponseCaches } from './response-caches.ts';
import { restPassthrough } from './rest-passthrough.ts';

type PassOnDeps = {
  readonly answers: Pick<SampledAnswers, 'contracts' | 'copyFor'>;
  readonly proxy: ProxyDeps;
  readonly hop: Hop;
  /** Begins a copy of an answer that a successor's is compared with. It is asked in catalogs with rehearsals alone. */
  readonly mirrorOf: (call: Call) => AnswerTap | null;
  readonly onFault: (error: unknown) => void;
};

/**
 * Answers an admitted call: by its back-end, unless the gateway knows the answer itself.
 *
 * `fail` is told of what happens later than the call of this function, which throws what happens at once.
 */
export type PassOn = (call: Call, fail: (error: unknown) => void) => void;

/** Creates the way of admitted calls to their back-ends. */
export function createPassOn({ answers, proxy, hop, mirrorOf, onFault }: PassOnDeps): PassOn {
  const jsonSteps = new JsonSteps(onFault);
  const rest = { answers, caches: new ResponseCaches(hop.clock) };
  const send = (call: Call, changes: CallChanges | null) => {
    const forwarding =
      chosenOf(call).api.kind === 'GRAPHQL'
        ? graphqlProxy(call, proxy, changes)
        : restPassthrough(call, rest, changes);
    const mirror = call.catalog.rehearsals && mirrorOf(call);
    call.exchange = forward(hop, call, mirror ? { ...forwarding, mirror } : forwarding);
  };
  return (call, fail) => {
    if (answersItself(call, answers.contracts, fail)) return;
    const changes = changesOf(call, jsonSteps);
    if (changes instanceof Promise) changes.then((made) => send(call, made)).catch(fail);
    else send(call, changes);
  };
}
