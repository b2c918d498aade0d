import type { Call } from '../call.ts';
import type { ApiContracts } from '../contract/api-contracts.ts';
import { answerTypeFor } from '../graphql/answer-type.ts';
import { isCostQuestion } from '../route/cost-question.ts';
import { answerHeaders } from './answer-headers.ts';
import { answerMock, isMocked } from './mock-answer.ts';

/**
 * Answers a call that needs no back-end.
 *
 * @param onFault is told of an answer that cannot be made
 * @returns false for any other call
 */
export function answersItself(
  call: Call,
  contracts: Pick<ApiContracts, 'mocksOf'>,
  onFault: (error: unknown) => void,
): boolean {
  if (isCostQuestion(call)) answerCost(call);
  else if (isMocked(call)) answerMock(call, contracts, onFault);
  else if (call.document?.introspect) answerIntrospection(call, call.document.introspect, onFault);
  else return false;
  return true;
}

/** Answers what the document costs and what the plan allows, and calls no back-end. */
function answerCost(call: Call): void {
  const { document, subscription } = call;
  if (!document) throw new TypeError('No document was read: the step document comes first.');
  const { type, depth, fieldCost, typeCost, cost } = document.measure;
  const plan = subscription?.plan;
  const body = JSON.stringify({
    operation: type,
    fieldCost,
    typeCost,
    cost,
    maxCost: plan?.maxGraphQLCost ?? null,
    depth,
    maxDepth: plan?.maxGraphQLDepth ?? null,
  });
  send(call, 'application/json; charset=utf-8', body);
}

/** Answers a call that asks for the schema, in place of the back-end. */
function answerIntrospection(
  call: Call,
  introspect: () => string | Promise<string>,
  onFault: (error: unknown) => void,
): void {
  const text = introspect();
  const contentType = answerTypeFor(call.request);
  if (typeof text === 'string') send(call, contentType, text);
  else text.then((made) => send(call, contentType, made)).catch(onFault);
}

function send(call: Call, contentType: string, text: string): void {
  const own = [
    'Content-Type',
    contentType,
    'Content-Length',
    `${Buffer.byteLength(text)}`,
    'Cache-Control',
    'no-store',
  ];
  call.response.writeHead(200, answerHeaders(call, 200, own));
  call.response.end(text);
}
