import { type InputPath, refuse } from '../../foundation/errors.ts';
import { operationNames } from './operation-names.ts';

/** The answers of an API that gateways keep and give again. (RFC 9111) */
export type ResponseCache = {
  /** The GET operations whose answers are kept, for example `GET /customers`. Empty means all. */
  readonly operations: readonly string[];
  /** Seconds that an answer is fresh where the back-end says nothing of it. Without them it is not kept. */
  readonly seconds?: number;
  /** Keeps answers to requests with Authorization, too, whatever the back-end says. (RFC 9111 §3.5) */
  readonly authorized?: true;
};

/** A response cache as the management API and a manifest take it. */
export type ResponseCacheDraft = {
  readonly operations?: readonly string[] | null | undefined;
  readonly seconds?: number | null | undefined;
  readonly authorized?: boolean | null | undefined;
};

const SECONDS_MAX = 86_400;
const PATH: InputPath = ['input', 'responseCache'];

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function responseCacheFrom({ operations, seconds, authorized }: ResponseCacheDraft): ResponseCache {
  const names = operationNames(operations, [...PATH, 'operations']);
  const other = names.find((name) => !name.startsWith('GET '));
  if (other !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `Answers of ${other} are not kept: name operations of GET.`,
      path: [...PATH, 'operations'],
    });
  if (seconds != null && !(Number.isInteger(seconds) && seconds >= 1 && seconds <= SECONDS_MAX))
    refuse('BAD_USER_INPUT', {
      detail: `seconds is ${seconds}: give a whole number from 1 to ${SECONDS_MAX}.`,
      path: [...PATH, 'seconds'],
    });
  return {
    operations: names,
    ...(seconds != null && { seconds }),
    ...(authorized && { authorized }),
  };
}

/** @throws BAD_USER_INPUT for an operation that the document lacks */
export function checkCachedOperations({ operations }: ResponseCache, known: ReadonlySet<string>): void {
  const unknown = operations.find((each) => !known.has(each));
  if (unknown !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `The document has no operation ${unknown}: name it as the document does.`,
      path: [...PATH, 'operations'],
    });
}
