import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import { clientKeyInShort } from '../../../domain/consumer/client-key.ts';
import type { Refusal } from '../../../foundation/errors.ts';
import type { StepFacts } from '../admission/step.ts';
import { steps } from '../admission/steps.ts';
import type { Call } from '../call.ts';

type Facts = DecisionStep['facts'];

type Stage = { readonly name: string; readonly facts?: StepFacts };

/** The stages of a call: the rules for any request, the admission steps, the back-end. */
const stages: readonly Stage[] = [
  {
    name: 'request',
    facts: ({ request: { httpVersion, rawHeaders } }) => ({ httpVersion, headers: rawHeaders.length / 2 }),
  },
  ...steps,
  { name: 'forward', facts: ({ chosen }) => ({ ...chosen?.timeouts }) },
];

/**
 * Describes the gateway's decision on a refused call: each step, with its facts.
 *
 * Nothing is kept for it on the way, so that an admitted call pays nothing.
 */
export function decisionOf(call: Call, refused: Refusal): DecisionStep[] {
  const last = stages.findIndex(({ name }) => name === call.stage);
  return stages
    .slice(0, last + 1)
    .map(({ name: step, facts }, at) =>
      at < last
        ? { step, outcome: 'PASSED', facts: { ...facts?.(call) } }
        : { step, outcome: 'REFUSED', facts: { ...facts?.(call), ...withShortClientKey(refused.facts) } },
    );
}

/** Shortens a client key. The right to read decisions gives no right to call. */
function withShortClientKey(facts: Refusal['facts']): Facts {
  const clientKey = facts?.['clientKey'];
  return typeof clientKey === 'string' ? { ...facts, clientKey: clientKeyInShort(clientKey) } : { ...facts };
}
