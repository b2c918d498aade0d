import { ConditionFault } from '../../../domain/access-policy/condition.ts';
import { Refusal, refusal } from '../../../foundation/errors.ts';
import { headersOfChanged } from '../../../http/changed-body-headers.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import {
  type OperationSteps,
  type SideSteps,
  servedTransformations,
} from '../../snapshot/served-transformations.ts';
import { type Call, chosenOf } from '../call.ts';
import { isJsonType } from '../contract/json-type.ts';
import type { OwnHeaders } from '../route/own-headers.ts';
import { transformationFailed } from './failed-step.ts';
import type { JsonSteps } from './json-steps.ts';
import { changeHeaders, changesBy, type StepChanges } from './step-changes.ts';
import { TransformedResponse } from './transformed-response.ts';

/** Headers that ask for a part of an answer, or for a coded one. */
const OF_PARTS = ['range', 'if-range', 'accept-encoding'];

/** The changes that the steps of its API make of one call. */
export class CallChanges {
  /** The changes of the request for the back-end. */
  readonly request: StepChanges;
  /** The body for the back-end; undefined where it stays as it is. */
  body: Buffer | undefined;
  readonly #call: Call;
  readonly #answer: SideSteps;
  readonly #jsonSteps: JsonSteps;

  /** @throws TRANSFORMATION_FAILED */
  constructor(call: Call, { request, answer }: OperationSteps, jsonSteps: JsonSteps) {
    this.#call = call;
    this.#answer = answer;
    this.#jsonSteps = jsonSteps;
    this.request = changesBy(request, call, undefined);
  }

  /**
   * Returns the headers for the back-end. They are names and values in turn.
   *
   * An answer whose JSON is changed has to come whole and as it is.
   *
   * @param headers the caller's that are for the back-end
   * @param own the headers that the settings of the back-end write
   */
  headersFor(headers: readonly string[], own: OwnHeaders | undefined): string[] {
    const changed = changeHeaders(headers, this.request.headers, { on: 'REQUEST', own });
    const sent = this.body ? headersOfChanged(changed, undefined) : changed;
    return this.#answer.changesJson
      ? [...headersOfChanged(sent, undefined, OF_PARTS), 'Accept-Encoding', 'identity']
      : sent;
  }

  /**
   * Changes the JSON of the request.
   *
   * @throws TRANSFORMATION_FAILED; BAD_USER_INPUT for a body that is no JSON
   */
  async changeBody(body: Buffer): Promise<void> {
    try {
      this.body = await this.#jsonSteps.transform(this.#call.catalog.orgId, body, this.request.json);
    } catch (error) {
      if (error instanceof Refusal && error.facts?.['fault'] === 'NOT_JSON')
        throw refusal('BAD_USER_INPUT', { detail: 'The body is no JSON.' });
      throw error;
    }
  }

  /**
   * Returns a receiver that changes the answer for another one.
   *
   * @param refuse is told of an answer that cannot be changed
   */
  answerTo(next: Receiver, refuse: (refused: Refusal) => void): Receiver {
    if (this.#answer.steps.length === 0) return next;
    const { orgId } = this.#call.catalog;
    return new TransformedResponse(next, {
      call: this.#call,
      side: this.#answer,
      refuse,
      transform: (body, steps) => this.#jsonSteps.transform(orgId, body, steps),
    });
  }
}

/**
 * Finds the changes of a call; null where its API changes none.
 *
 * @returns a promise only where JSON of the request is changed
 * @throws TRANSFORMATION_FAILED
 */
export function changesOf(call: Call, jsonSteps: JsonSteps): CallChanges | null | Promise<CallChanges> {
  const { transformations } = chosenOf(call).api;
  if (transformations === null) return null;
  const changes = changesFor(call, jsonSteps);
  if (changes === null || changes.request.json.length === 0 || call.heldBody === undefined) return changes;
  if (!isJsonType(call.request.headers['content-type'])) return changes;
  return changes.changeBody(call.heldBody).then(() => changes);
}

function changesFor(call: Call, jsonSteps: JsonSteps): CallChanges | null {
  try {
    const { transformations } = chosenOf(call).api;
    const steps = transformations && servedTransformations(transformations).of(call.operation ?? '');
    return steps ? new CallChanges(call, steps, jsonSteps) : null;
  } catch (error) {
    if (error instanceof ConditionFault) throw transformationFailed({ step: '', fault: 'EXPRESSION' });
    throw error;
  }
}
