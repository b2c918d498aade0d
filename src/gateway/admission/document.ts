import { refuse } from '../../errors.ts';
import { type Call, chosenOf } from '../call.ts';
import { goOn } from '../go-on.ts';
import { readBody } from '../graphql/body.ts';
import { isCostQuestion } from '../graphql/cost-question.ts';
import { readDocument } from '../graphql/document.ts';
import { requestInUrl } from '../graphql/request-in-url.ts';
import type { Step } from './step.ts';

const STREAMS = /\b(?:text\/event-stream|multipart\/mixed)\b/i;
const JSON_TYPE = /^application\/json(?:\s*;|$)/i;

/**
 * Reads what is asked of a GraphQL API, and checks it against the API's schema, as the caller's plan shows it.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, REQUEST_TIMEOUT, METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, and what
 *   `readDocument` does
 */
export const document: Step = (call, { verdicts, persisted }) => {
  const { api } = chosenOf(call);
  if (api.kind !== 'GRAPHQL') return;
  const reading = { api, plan: call.subscription?.plan, verdicts, persisted };
  if (call.request.method !== 'POST') {
    call.document = readDocument(requestInUrl(call.target.query), reading);
    return checkOperation(call);
  }
  checkMediaType(call);
  const maxBytes = api.maxRequestBytes ?? Number.POSITIVE_INFINITY;
  goOn(call.request, call.response);
  return readBody(call, { maxBytes, idleMs: api.timeouts.idleMs }).then((bytes) => {
    call.document = readDocument(bytes, reading);
    checkOperation(call);
  });
};

/**
 * A GET must change nothing: a link on any page makes one. (GraphQL over HTTP, "GET") Events need a caller that takes
 * them one by one.
 */
function checkOperation(call: Call): void {
  const { method, headers } = call.request;
  const type = call.document?.measure.type;
  if (type === 'mutation' && method !== 'POST')
    refuse('METHOD_NOT_ALLOWED', { detail: 'Send a mutation by POST.', headers: { Allow: 'POST' } });
  if (type === 'subscription' && !isCostQuestion(call) && !STREAMS.test(headers.accept ?? ''))
    refuse('NOT_ACCEPTABLE', {
      detail: 'A subscription is answered event by event: accept text/event-stream or multipart/mixed.',
    });
}

function checkMediaType({ request: { headers } }: Call): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? ''))
    refuse('UNSUPPORTED_MEDIA_TYPE', {
      detail: /^multipart\//i.test(headers['content-type'] ?? '')
        ? 'Files are not taken along with a GraphQL document: upload them elsewhere, and send application/json.'
        : 'Send the GraphQL document as application/json.',
    });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    refuse('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without Content-Encoding.' });
}
