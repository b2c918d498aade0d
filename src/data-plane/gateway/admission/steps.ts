import { isCostQuestion } from '../route/cost-question.ts';
import { application, applicationFacts } from './application.ts';
import { backend } from './backend.ts';
import { bodySize, bodySizeFacts } from './body-size.ts';
import { bounded, boundsFacts } from './bounds.ts';
import { client, clientFacts } from './client.ts';
import { concurrency, concurrencyFacts } from './concurrency.ts';
import { cost, costFacts } from './cost.ts';
import { costLimit, costLimitFacts } from './cost-limit.ts';
import { depth, depthFacts } from './depth.ts';
import { document, documentFacts } from './document.ts';
import { loop } from './loop.ts';
import { online, onlineFacts } from './online.ts';
import { operation, operationFacts } from './operation.ts';
import { rateLimit, rateLimitFacts } from './rate-limit.ts';
import { security, securityFacts } from './security.ts';
import type { Step, StepFacts } from './step.ts';
import { type StepName, stepNames } from './step-name.ts';
import { subscription, subscriptionFacts } from './subscription.ts';
import { token, tokenFacts } from './token.ts';

/** A step, and what it found for the decision on a refused call. */
type DescribedStep = { readonly take: Step; readonly facts?: StepFacts };

const stepByName: Readonly<Record<StepName, DescribedStep>> = {
  loop: { take: loop },
  online: { take: online, facts: onlineFacts },
  client: { take: client, facts: clientFacts },
  token: { take: token, facts: tokenFacts },
  application: { take: application, facts: applicationFacts },
  subscription: { take: subscription, facts: subscriptionFacts },
  security: { take: security, facts: securityFacts },
  concurrency: { take: concurrency, facts: concurrencyFacts },
  operation: { take: operation, facts: operationFacts },
  bodySize: { take: bodySize, facts: bodySizeFacts },
  document: { take: document, facts: documentFacts },
  bounds: { take: ofCalls(bounded), facts: boundsFacts },
  depth: { take: ofCalls(depth), facts: depthFacts },
  cost: { take: ofCalls(cost), facts: costFacts },
  backend: { take: ofCalls(backend) },
  rateLimit: { take: ofCalls(rateLimit), facts: rateLimitFacts },
  costLimit: { take: ofCalls(costLimit), facts: costLimitFacts },
};

/** A step that only what is executed has to take. */
function ofCalls(step: Step): Step {
  return (call, deps) => (isCostQuestion(call) ? undefined : step(call, deps));
}

/** Admission steps, in the order of their names. */
export const steps: readonly Step[] = stepNames.map((name) => stepByName[name].take);

const nothing: StepFacts = () => ({});

/** The facts of each step. A step without any has nothing to tell. */
export const factsOf = (name: StepName): StepFacts => stepByName[name].facts ?? nothing;
