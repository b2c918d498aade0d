import { isObject, type JsonObject } from '../foundation/json.ts';
import { operationsOf, pathsByShape } from './breaking/operations.ts';

/** An operation of an API, named as in its OpenAPI document. */
export type ListedOperation = {
  /** The method in upper case: `GET`. */
  readonly method: string;
  /** `/customers/{customerId}`, below the address of the API. */
  readonly path: string;
  readonly summary: string | null;
};

/** Lists the operations of an OpenAPI document by path. Those of a path are in the order of the specification. */
export function operationList(document: JsonObject): ListedOperation[] {
  return [...pathsByShape(document).values()]
    .sort((a, b) => (a.template < b.template ? -1 : 1))
    .flatMap(operationsOf)
    .map(({ method, template, operation }) => ({
      method: method.toUpperCase(),
      path: template,
      summary: summaryOf(operation.value),
    }));
}

/** Lists the operations of a document in JSON text. */
export const operationsOfText = (text: string): ListedOperation[] => operationList(JSON.parse(text));

function summaryOf(operation: unknown): string | null {
  return isObject(operation) && typeof operation['summary'] === 'string' ? operation['summary'] : null;
}
