import { isObject } from '../../foundation/json.ts';
import { operationName, operationsOf, pathsByShape } from '../breaking/operations.ts';
import { queryParameters } from './operation-plan.ts';
import { parameterCoordinate, valueCoordinate } from './used-parameters.ts';

/** Lists the coordinates of query parameters, and of their listed values. The document is JSON text. */
export function queryCoordinates(text: string): string[] {
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) return [];
  return [...pathsByShape(document).values()]
    .flatMap(operationsOf)
    .flatMap((operation) => {
      const name = operationName(operation);
      return queryParameters(operation).flatMap(({ name: own, values }) => [
        parameterCoordinate(name, own),
        ...(values ?? []).map((value) => valueCoordinate(name, own, value)),
      ]);
    })
    .sort();
}
