import { refusal } from '../../../foundation/errors.ts';
import { discardRequestBody } from '../../../http/ingress/drain-request.ts';
import { type ChosenMock, chosenMock } from '../../../openapi/contract/chosen-mock.ts';
import type { MockAnswer } from '../../../openapi/contract/mock-answers.ts';
import { type Call, chosenOf, hasBody } from '../call.ts';
import type { ApiContracts } from '../contract/api-contracts.ts';
import { answerHeaders } from './answer-headers.ts';

/** Tells whether calls of an API are answered from its examples. */
export const isMocked = (call: Call): boolean => chosenOf(call).api.contract?.mock === 'EXAMPLES';

/**
 * Answers a call from the examples of its document, in place of the back-end.
 *
 * @param onFault is told of NOT_ACCEPTABLE, and of an operation without an answer
 */
export function answerMock(
  call: Call,
  contracts: Pick<ApiContracts, 'mocksOf'>,
  onFault: (error: unknown) => void,
): void {
  const { contract } = chosenOf(call).api;
  if (!contract) throw new TypeError('The API has no document to answer from.');
  const { operation = '', catalog } = call;
  const known = contracts.mocksOf(contract, { orgId: catalog.orgId, operation });
  if (known instanceof Promise) known.then(({ answers }) => send(call, answers)).catch(onFault);
  else send(call, known.answers);
}

function send(call: Call, answers: readonly MockAnswer[]): void {
  const { request, response } = call;
  if (response.destroyed) return;
  const { prefer, accept } = request.headers;
  const chosen = chosenMock(answers, { prefer: Array.isArray(prefer) ? prefer.join(',') : prefer, accept });
  if (chosen === 'NOT_ACCEPTABLE')
    throw refusal('NOT_ACCEPTABLE', {
      detail: 'The document describes no answer of a type that the request accepts.',
      facts: { header: 'Accept' },
    });
  const { status, headers, body, applied } = chosen ?? NO_ANSWER;
  const own = ['X-Gatehouse-Mock', 'EXAMPLES', ...headers];
  if (applied.length > 0) own.push('Preference-Applied', applied.join(', '));
  if (body) own.push('Content-Type', body.type, 'Content-Length', `${Buffer.byteLength(body.text)}`);
  else if (status !== 204 && status !== 304) own.push('Content-Length', '0');
  response.writeHead(status, answerHeaders(call, status, own));
  if (body && request.method !== 'HEAD') response.end(body.text);
  else response.end();
  if (hasBody(request)) discardRequestBody(request);
}

/** The answer of an operation that describes none. */
const NO_ANSWER: ChosenMock = { status: 204, headers: [], body: null, applied: [] };
