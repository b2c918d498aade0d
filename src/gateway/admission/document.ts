import { refuse } from '../../errors.ts';
import { type Call, chosenOf } from '../call.ts';
import { goOn } from '../go-on.ts';
import { readBody } from '../graphql/body.ts';
import { readDocument } from '../graphql/document.ts';
import type { Step } from './step.ts';

const JSON_TYPE = /^application\/json(?:\s*;|$)/i;

/**
 * Reads what is asked of a GraphQL API, and checks it against the API's schema, as the caller's plan shows it.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, REQUEST_TIMEOUT, BAD_USER_INPUT, GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED
 */
export const document: Step = (call, { verdicts }) => {
  const { api } = chosenOf(call);
  if (api.kind !== 'GRAPHQL') return;
  checkMediaType(call);
  const maxBytes = api.maxRequestBytes ?? Number.POSITIVE_INFINITY;
  goOn(call.request, call.response);
  return readBody(call, { maxBytes, idleMs: api.timeouts.idleMs }).then((bytes) => {
    const hidden = call.subscription?.plan.hiddenGraphQL ?? [];
    call.document = readDocument(bytes, { api, hidden, verdicts });
  });
};

function checkMediaType({ request: { headers } }: Call): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? ''))
    refuse('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the GraphQL document as application/json.' });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    refuse('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without Content-Encoding.' });
}
