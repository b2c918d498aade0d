import { refuse } from '../../../foundation/errors.ts';
import { declaresMoreThan, tooLarge } from '../../../http/ingress/declared-body-size.ts';
import { sendContinue } from '../../../http/ingress/send-continue.ts';
import { takenBody } from '../../../http/plain/plain-request.ts';
import { servedTransformations } from '../../snapshot/served-transformations.ts';
import { type Call, chosenOf, hasBody } from '../call.ts';
import { isJsonType, JSON_BYTES_MAX } from '../contract/json-type.ts';
import { BodyReader } from './body-reader.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Reads a body of JSON that steps of the API will change. Any other body streams.
 *
 * @throws REQUEST_TOO_LARGE, REQUEST_TIMEOUT; UNSUPPORTED_MEDIA_TYPE for a compressed one
 */
export const jsonBody: Step = (call) => {
  const { transformations } = chosenOf(call).api;
  if (transformations === null || call.heldBody !== undefined || !isChanged(call)) return;
  const { headers } = call.request;
  if (!hasBody(call.request) || !isJsonType(headers['content-type'])) return;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    refuse('UNSUPPORTED_MEDIA_TYPE', {
      detail: 'This operation takes no compressed JSON: send it as it is.',
      facts: { contentEncoding: headers['content-encoding'] },
    });
  const { timeouts, api } = chosenOf(call);
  const maxBytes = Math.min(JSON_BYTES_MAX, api.maxRequestBytes ?? JSON_BYTES_MAX);
  if (declaresMoreThan(maxBytes, call.request)) throw tooLarge(maxBytes);
  const whole = takenBody(call.request, maxBytes);
  if (whole) {
    call.heldBody = whole;
    return;
  }
  sendContinue(call.request, call.response);
  const body = new BodyReader(call, { maxBytes, idleMs: timeouts.idleMs });
  call.body = body;
  return body.read().then((bytes) => {
    call.heldBody = bytes;
  });
};

/** Tells whether steps change the JSON of the call's request. */
function isChanged({ chosen, operation = '' }: Pick<Call, 'chosen' | 'operation'>): boolean {
  const steps = chosen?.api.transformations;
  return steps ? servedTransformations(steps).changesRequestJson(operation) : false;
}

/** The largest JSON that steps change. */
export const jsonBodyFacts: StepFacts = (call) => (isChanged(call) ? { max: JSON_BYTES_MAX } : {});
