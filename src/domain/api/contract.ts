import { refuse } from '../../foundation/errors.ts';

/** Checks of requests against the document of an API. `MEASURE` counts what breaks it and lets it pass. */
export const requestChecks = ['OFF', 'MEASURE', 'ENFORCE'] as const;
export type RequestCheck = (typeof requestChecks)[number];

/** Checks of answers against the document of an API. An answer is never held up. */
export const answerChecks = ['OFF', 'MEASURE'] as const;
export type AnswerCheck = (typeof answerChecks)[number];

/** Sources of answers in place of a back-end. */
export const mocks = ['EXAMPLES'] as const;
export type Mock = (typeof mocks)[number];

/** The checks of an API's calls against its OpenAPI document. */
export type Contract = {
  readonly requests: RequestCheck;
  readonly answers: AnswerCheck;
  /** The share of answers that are checked, above 0 and up to 1. */
  readonly sample: number;
};

/** A contract as the management API and a manifest take it. */
export type ContractDraft = { readonly [Member in keyof Contract]?: Contract[Member] | null | undefined };

export const contractDefaults: Contract = { requests: 'OFF', answers: 'OFF', sample: 0.1 };
const SAMPLE_LEAST = 0.0001;

/**
 * Completes a contract. Undefined is one that checks nothing.
 *
 * @throws BAD_USER_INPUT
 */
export function contractFrom(draft: ContractDraft): Contract | undefined {
  const requests = draft.requests ?? contractDefaults.requests;
  const answers = draft.answers ?? contractDefaults.answers;
  const sample = draft.sample ?? contractDefaults.sample;
  if (!(sample >= SAMPLE_LEAST && sample <= 1))
    refuse('BAD_USER_INPUT', {
      detail: `sample is ${sample}: give a share from ${SAMPLE_LEAST} to 1.`,
      path: ['input', 'contract', 'sample'],
    });
  return requests === 'OFF' && answers === 'OFF' ? undefined : { requests, answers, sample };
}
