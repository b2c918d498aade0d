import { declaresMoreThan, tooLarge } from '../../../http/ingress/declared-body-size.ts';
import { chosenOf } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Refuses a body declared larger than the API takes. A chunked one is counted as it comes.
 *
 * @throws REQUEST_TOO_LARGE
 */
export const bodySize: Step = (call) => {
  const { maxRequestBytes } = chosenOf(call).api;
  if (maxRequestBytes !== null && declaresMoreThan(maxRequestBytes, call.request))
    throw tooLarge(maxRequestBytes);
};

/** The declared size of the body, and the bound of the API. */
export const bodySizeFacts: StepFacts = ({ request, chosen }) => ({
  contentLength: Number(request.headers['content-length'] ?? Number.NaN) || null,
  max: chosen?.api.maxRequestBytes ?? null,
});
