import { ConditionFault } from '../../../domain/access-policy/condition.ts';
import type { Refusal } from '../../../foundation/errors.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { OperationSteps, SideSteps } from '../../snapshot/served-transformations.ts';
import { type Call, chosenOf } from '../call.ts';
import { changesBy, type StepChanges, transformationFailed } from './step-changes.ts';
import { TransformedResponse } from './transformed-response.ts';

/** The changes that the steps of its API make of one call. */
export class CallChanges {
  /** The changes of the request for the back-end. */
  readonly request: StepChanges;
  readonly #call: Call;
  readonly #answer: SideSteps;

  /** @throws TRANSFORMATION_FAILED */
  constructor(call: Call, { request, answer }: OperationSteps) {
    this.#call = call;
    this.#answer = answer;
    this.request = changesBy(request, call, undefined);
  }

  /**
   * Returns a receiver that changes the answer for another one.
   *
   * @param refuse is told of an answer that cannot be changed
   */
  answerTo(next: Receiver, refuse: (refused: Refusal) => void): Receiver {
    if (this.#answer.steps.length === 0) return next;
    return new TransformedResponse(next, { call: this.#call, side: this.#answer, refuse });
  }
}

/** Finds the changes of a call; null where its API changes none. @throws TRANSFORMATION_FAILED */
export function changesOf(call: Call): CallChanges | null {
  const { transformations } = chosenOf(call).api;
  if (transformations === null) return null;
  try {
    const steps = transformations.of(call.operation ?? '');
    return steps && new CallChanges(call, steps);
  } catch (error) {
    if (error instanceof ConditionFault) throw transformationFailed({ step: 0, fault: 'EXPRESSION' });
    throw error;
  }
}
