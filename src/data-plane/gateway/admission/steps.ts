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
 * - A call that nobody could make comes first.
 * - Then the caller, before what it may do. Nobody without a client learns which paths there are, and nobody without a
 * subscription has a user registry asked.
 * - The number of concurrent calls, before any work is done for another one.
 * - Documents and contracts are read only for callers who may call: nothing else in admission takes as long.
 * - The limits come last, behind the circuit breaker, so that a refused call costs nothing.
 *
 * A call that asks what its document would cost is held to no limit.
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
