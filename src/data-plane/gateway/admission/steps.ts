import { isCostQuestion } from '../route/cost-question.ts';
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
import { type StepName, stepNames } from './step-name.ts';
import { subscription } from './subscription.ts';
import { token } from './token.ts';

const stepByName: Readonly<Record<StepName, Step>> = {
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
};

/** A step that only what is executed has to take. */
function ofCalls(step: Step): Step {
  return (call, deps) => (isCostQuestion(call) ? undefined : step(call, deps));
}

/** Admission steps, in the order of their names. */
export const steps: readonly Step[] = stepNames.map((name) => stepByName[name]);
