import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';

/** Gateways hold the operations of all limits and meters in memory. */
const OPERATIONS_MAX = 20;
const OPERATION_LENGTH_MAX = 300;

/**
 * Checks and sorts names of operations. Each is there once; none at all stands for all operations.
 *
 * @throws BAD_USER_INPUT when there are too many, or one is no name
 */
export function operationNames(operations: readonly string[] | null | undefined, path: InputPath): string[] {
  const all = [...new Set(operations)].sort();
  if (all.length > OPERATIONS_MAX)
    refuse('BAD_USER_INPUT', { detail: `Name at most ${OPERATIONS_MAX} operations.`, path });
  const wrong = all.find((each) => each.trim() === '' || each.length > OPERATION_LENGTH_MAX);
  if (wrong !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(wrong))} is no operation: write it as usage does, for example "GET /customers/{id}".`,
      path,
    });
  return all;
}
