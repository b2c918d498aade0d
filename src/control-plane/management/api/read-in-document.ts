import { refusal } from '../../../foundation/errors.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';

/** Characters of a document that is read at once. */
const HERE_MAX = 131_072;

type Reading<Result> = {
  /** Module of `work`, from the root of src without its ending. */
  readonly module: string;
  readonly work: (text: string) => Result;
  /** The org whose turn a child process takes. */
  readonly orgId: string;
};

/**
 * Reads something in an OpenAPI document. A child process does that where it is large.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many wait, or reading takes too much time or memory
 */
export function readInDocument<Result>(
  text: string,
  { module, work, orgId }: Reading<Result>,
): Promise<Result> {
  const tooMuch = (amount: string) =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To read the document takes ${amount}: try again.` });
  const when = { isLarge: text.length > HERE_MAX, queueKey: orgId };
  return inChildIf(when, { module, work, input: text, tooMuch });
}
