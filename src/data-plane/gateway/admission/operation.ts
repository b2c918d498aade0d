import { refuse } from '../../../foundation/errors.ts';
import { allowedMethods, type Methods, methodsAt, operationBy } from '../../../openapi/path-template.ts';
import { type Call, chosenOf } from '../call.ts';
import { isCostQuestion } from '../route/cost-question.ts';
import { GRAPHQL_PATH } from '../route/route.ts';
import type { Step, StepFacts } from './step.ts';

/** The names stand until the document tells what it asks for. */
const graphqlMethods: Methods = new Map([
  ['GET', 'GET /graphql'],
  ['POST', 'POST /graphql'],
]);
const costMethods: Methods = new Map([['POST', 'POST /graphql/cost']]);

/**
 * Finds the operation in the chosen version. A REST API without a document takes everything.
 *
 * @throws API_NOT_FOUND; METHOD_NOT_ALLOWED with the header Allow; NOT_YET_SUPPORTED for a WebSocket: any other wish to
 *   upgrade is not heard, as RFC 9110 §7.8 allows
 */
export const operation: Step = (call) => {
  if (call.request.headers.upgrade?.toLowerCase() === 'websocket')
    refuse('NOT_YET_SUPPORTED', {
      detail: 'WebSockets are not passed on: use HTTP.',
      facts: { header: 'Upgrade' },
    });
  const methods = methodsOf(call);
  if (methods === 'ANY') return;
  if (!methods) return refuse('API_NOT_FOUND', { detail: 'The API has no operation at this path.' });
  const { method = '' } = call.request;
  call.operation = operationBy(methods, method);
  if (call.operation !== undefined) return;
  const allowed = allowedMethods(methods.keys());
  refuse('METHOD_NOT_ALLOWED', {
    detail: `Use ${allowed} here.`,
    facts: { allowed },
    headers: { Allow: allowed },
  });
};

function methodsOf(call: Call): Methods | 'ANY' | undefined {
  const { api, operations } = chosenOf(call);
  if (api.kind === 'GRAPHQL') {
    if (isCostQuestion(call)) return costMethods;
    return call.rest === GRAPHQL_PATH ? graphqlMethods : undefined;
  }
  return operations ? methodsAt(operations, call.rest || '/') : 'ANY';
}

/** The method of the request. */
export const operationFacts: StepFacts = ({ request }) => ({ method: request.method });
