import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import { filledTemplate, templateFor } from '../../domain/api/error-templates.ts';
import type { Refusal } from '../../foundation/errors.ts';
import { abortResponse } from '../../http/ingress/abort-response.ts';
import { problemMessage, type RefusalMessage, writeRefusal } from '../../http/ingress/refuse-request.ts';
import { kindOf } from '../../http/problem.ts';
import { limitHeaders } from './accounting/limit-headers.ts';
import { measureHeaders } from './accounting/measure-headers.ts';
import { challengeOf, withMetadata } from './admission/challenge.ts';
import type { Call } from './call.ts';
import { noticesOf } from './forward/deprecation-notices.ts';
import { answerTypeFor } from './graphql/answer-type.ts';
import { DocumentRefusal } from './graphql/document-refusal.ts';
import { errorsOf } from './graphql/error-bodies.ts';
import { refusalCorsHeaders } from './route/cors.ts';
import { isCostQuestion } from './route/cost-question.ts';

/** Refuses a call in the form of its API: problem+json, or the errors of GraphQL. A begun answer is cut off. */
export function refuseCall(call: Call, refused: Refusal, urls: GatewayUrls): void {
  const { request, response, requestId, catalog } = call;
  if (response.headersSent) {
    abortResponse(response);
    return;
  }
  const challenge = refused.headers?.['WWW-Authenticate'] ?? challengeOf(refused.code, call);
  const own = [
    ...limitHeaders(call),
    ...noticesOf(call),
    ...measureHeaders(call),
    ...refusalCorsHeaders(call),
    ...(challenge === undefined ? [] : ['WWW-Authenticate', withMetadata(challenge, call, urls)]),
  ];
  const message =
    call.route.kind === 'GRAPHQL'
      ? graphqlErrors(refused, call)
      : (templateMessage(refused, call) ?? problemMessage(refused, requestId, catalog.portalUrl));
  writeRefusal(refused, { request, response, requestId, message, own, isLast: call.stage === 'request' });
}

/** The body by the API's own template. Before a version is chosen, that of the newest counts. */
function templateMessage(refused: Refusal, { chosen, route, requestId }: Call): RefusalMessage | undefined {
  const template = templateFor((chosen ?? route.candidates[0])?.api.errorTemplates ?? [], refused.code);
  if (!template) return undefined;
  const { code, message: detail } = refused;
  const { title, status } = kindOf(refused);
  const body = filledTemplate(template, { code, status, title, detail, requestId });
  return { status, contentType: template.contentType, body };
}

/**
 * A refused call has its own status in both types. What is wrong with its document has status 200 in application/json,
 * where 4xx may come from any server on the way. (GraphQL over HTTP, "application/json")
 */
function graphqlErrors(refused: Refusal, call: Call): RefusalMessage {
  const { request } = call;
  const isRequestError = refused instanceof DocumentRefusal && !isCostQuestion(call);
  const contentType = answerTypeFor(request);
  return {
    status: isRequestError && contentType.startsWith('application/json') ? 200 : refused.status,
    contentType,
    body: errorsOf(refused, call),
  };
}
