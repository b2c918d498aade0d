import { isCostQuestion } from '../graphql/cost-question.ts';
import { application } from './application.ts';
import { backend } from './backend.ts';
import { bodySize } from './body-size.ts';
import { bounded } from './bounds.ts';
import { client } from './client.ts';
import { concurrency } from './concurrency.ts';
import { cost } from './cost.ts';
import { costLimit } from './cost-limit.ts';
import { depth } from './depth.ts';
import { document } from './document.ts';
import { loop } from './loop.ts';
import { online } from './online.ts';
import { operation } from './operation.ts';
import { rateLimit } from './rate-limit.ts';
import { security } from './security.ts';
import type { Step } from './step.ts';
import { subscription } from './subscription.ts';
import { token } from './token.ts';

/**
 * The steps of admission, in the order in which they are taken. A new one is a file and a line here.
 *
 * What nobody can be served is said first. Then who calls, before what they may: nobody without a client learns which
 * paths there are. Who has as many calls under way as it may begins no other. A document is read only for those who may
 * call, because reading it is the dearest step. The limits come last, so that a refused call costs nothing, also where
 * nobody calls the back-end for a moment. Who only asks what a document would cost is held to no limit.
 */
const stepsInOrder = {
  loop,
  online,
  client,
  token,
  application,
  subscription,
  security,
  concurrency,
  operation,
  bodySize,
  document,
  bounds: ofCalls(bounded),
  depth: ofCalls(depth),
  cost: ofCalls(cost),
  backend: ofCalls(backend),
  rateLimit: ofCalls(rateLimit),
  costLimit: ofCalls(costLimit),
} as const satisfies Record<string, Step>;

/** A step that only what is executed has to take. */
function ofCalls(step: Step): Step {
  return (call, deps) => (isCostQuestion(call) ? undefined : step(call, deps));
}

export type StepName = keyof typeof stepsInOrder;

export const stepNames = Object.keys(stepsInOrder) as readonly StepName[];
export const steps: readonly Step[] = Object.values(stepsInOrder);
