import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import { clientKeyInShort } from '../../../domain/consumer/client-key.ts';
import type { Refusal } from '../../../foundation/errors.ts';
import type { StepFacts } from '../admission/step.ts';
import { type StepName, stepNames } from '../admission/step-name.ts';
import { factsOf } from '../admission/steps.ts';
import type { Call, Stage } from '../call.ts';

type Facts = DecisionStep['facts'];

const stages: readonly Stage[] = ['request', ...stepNames, 'forward'];

/**
 * Describes the gateway's decision on a refused call: each step, with its facts.
 *
 * Nothing is kept for it on the way, so that an admitted call pays nothing.
 */
export function decisionOf(call: Call, refused: Refusal): DecisionStep[] {
  const last = stages.indexOf(call.stage);
  return stages.slice(0, last + 1).map((step, at) =>
    at < last
      ? { step, outcome: 'PASSED', facts: factsAt(step)(call) }
      : {
          step,
          outcome: 'REFUSED',
          facts: { ...factsAt(step)(call), ...withShortClientKey(refused.facts) },
        },
  );
}

/** Shortens a client key. The right to read decisions gives no right to call. */
function withShortClientKey(facts: Refusal['facts']): Facts {
  const clientKey = facts?.['clientKey'];
  return typeof clientKey === 'string' ? { ...facts, clientKey: clientKeyInShort(clientKey) } : { ...facts };
}

/** Facts of the stages before and after admission. */
const outerFacts: Readonly<Record<Exclude<Stage, StepName>, StepFacts>> = {
  request: ({ request: { httpVersion, rawHeaders } }) => ({ httpVersion, headers: rawHeaders.length / 2 }),
  forward: ({ chosen }) => ({ ...chosen?.timeouts }),
};

const factsAt = (stage: Stage): StepFacts =>
  stage === 'request' || stage === 'forward' ? outerFacts[stage] : factsOf(stage);
