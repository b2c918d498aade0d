import { positionIn } from '../../../domain/access-policy/policies.ts';
import type { Transformation } from '../../../domain/api/transformations.ts';
import { type InputPath, refusal, refuse } from '../../../foundation/errors.ts';
import { inFewChildren } from '../../../infrastructure/child-processes/concurrency-limit.ts';

/** Time and memory to try an expression. One that takes all of it never ends. */
const LIMITS = { timeMs: 3_000, memoryMb: 64 };

/**
 * Checks the expressions of JSONata of steps, in a child process.
 *
 * @param path the path of the steps in the input
 * @throws BAD_USER_INPUT for what is no expression, never ends, or asks for what there is not; TEMPORARILY_UNAVAILABLE
 */
export async function checkJsonSteps(
  steps: readonly Transformation[],
  orgId: string,
  path: InputPath = ['input', 'transformations'],
): Promise<void> {
  for (const [at, { json }] of steps.entries()) {
    if (json === undefined) continue;
    const place = [...path, at, 'json'];
    const { jsonExpressionFault } = await import('../../../domain/json-expression/transform-json.ts');
    const fault = await inFewChildren(orgId, {
      module: 'domain/json-expression/transform-json',
      work: jsonExpressionFault,
      input: json,
      limits: LIMITS,
      tooMuch: (amount) =>
        refusal('BAD_USER_INPUT', {
          detail: `It never ends, or takes too much: it was stopped after ${amount}.`,
          path: place,
        }),
    });
    if (fault)
      refuse('BAD_USER_INPUT', {
        detail: `${positionIn(json, fault.at)}: ${fault.message}`,
        path: place,
      });
  }
}
