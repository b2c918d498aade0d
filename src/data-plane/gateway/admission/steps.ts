import { isCostQuestion } from '../route/cost-question.ts';
import { application, applicationFacts } from './application.ts';
import { backend } from './backend.ts';
import { backendToken } from './backend-token.ts';
import { bodySize, bodySizeFacts } from './body-size.ts';
import { bounded, boundsFacts } from './bounds.ts';
import { client, clientFacts } from './client.ts';
import { concurrency, concurrencyFacts, operationConcurrency } from './concurrency.ts';
import { contract, contractFacts } from './contract.ts';
import { cost, costFacts } from './cost.ts';
import { costLimit, costLimitFacts } from './cost-limit.ts';
import { depth, depthFacts } from './depth.ts';
import { document, documentFacts } from './document.ts';
import { jsonBody, jsonBodyFacts } from './json-body.ts';
import { loop } from './loop.ts';
import { online, onlineFacts } from './online.ts';
import { operation, operationFacts } from './operation.ts';
import { person, personFacts } from './person.ts';
import { rateLimit, rateLimitFacts } from './rate-limit.ts';
import { security, securityFacts } from './security.ts';
import type { Step, StepFacts } from './step.ts';
import { subscription, subscriptionFacts } from './subscription.ts';
import { token, tokenFacts } from './token.ts';
import { usageLimit, usageLimitFacts } from './usage-limit.ts';

/** A step by its name, and its facts for the decision on a refused call. */
type NamedStep = { readonly name: string; readonly take: Step; readonly facts?: StepFacts };

/**
 * Admission steps, in their order. A new one is a file and a line here.
 *
 * What nobody can be served is said first. Then who calls, before what they may: nobody without a client learns which
 * paths there are, and nobody without a subscription asks a user registry. Who has as many calls under way as it may begins no other. A document is read only for those who may
 * call, because reading it is the dearest step; so is a request that a contract is held against. The limits come last, so that a refused call costs nothing, also where
 * nobody calls the back-end for a moment. Who only asks what a document would cost is held to no limit.
 */
export const steps: readonly NamedStep[] = [
  { name: 'loop', take: loop },
  { name: 'online', take: online, facts: onlineFacts },
  { name: 'client', take: client, facts: clientFacts },
  { name: 'token', take: token, facts: tokenFacts },
  { name: 'application', take: application, facts: applicationFacts },
  { name: 'subscription', take: subscription, facts: subscriptionFacts },
  { name: 'person', take: person, facts: personFacts },
  { name: 'security', take: security, facts: securityFacts },
  { name: 'concurrency', take: concurrency, facts: concurrencyFacts },
  { name: 'operation', take: operation, facts: operationFacts },
  { name: 'bodySize', take: bodySize, facts: bodySizeFacts },
  { name: 'document', take: document, facts: documentFacts },
  { name: 'contract', take: contract, facts: contractFacts },
  { name: 'jsonBody', take: jsonBody, facts: jsonBodyFacts },
  { name: 'operationConcurrency', take: ofCalls(operationConcurrency) },
  { name: 'bounds', take: ofCalls(bounded), facts: boundsFacts },
  { name: 'depth', take: ofCalls(depth), facts: depthFacts },
  { name: 'cost', take: ofCalls(cost), facts: costFacts },
  { name: 'backend', take: ofCalls(backend) },
  { name: 'backendToken', take: ofCalls(backendToken) },
  { name: 'rateLimit', take: ofCalls(rateLimit), facts: rateLimitFacts },
  { name: 'costLimit', take: ofCalls(costLimit), facts: costLimitFacts },
  { name: 'usageLimit', take: ofCalls(usageLimit), facts: usageLimitFacts },
];

/** A step that only what is executed has to take. */
function ofCalls(step: Step): Step {
  return (call, deps) => (isCostQuestion(call) ? undefined : step(call, deps));
}
