import type { PlannedParameter } from './operation-plan.ts';
import { itemsOf } from './request-faults.ts';

/** The coordinate of a query parameter: `GET /customers?status`. */
export const parameterCoordinate = (operation: string, name: string): string => `${operation}?${name}`;

/** The coordinate of a value that the document lists: `GET /customers?status=ACTIVE`. */
export const valueCoordinate = (operation: string, name: string, value: string): string =>
  `${operation}?${name}=${value}`;

/**
 * Lists what a request uses of its operation, sorted.
 *
 * These are the operation, the query parameters that the document names, and their values where the document lists them.
 * No name or value is among them that only the caller knows.
 */
export function usedParameters(
  parameters: readonly PlannedParameter[],
  { operation, query }: { readonly operation: string; readonly query: URLSearchParams | undefined },
): string[] {
  const used = [operation];
  for (const parameter of parameters) {
    const { in: location, name, values } = parameter;
    const texts = location === 'query' ? (query?.getAll(name) ?? []) : [];
    if (texts.length === 0) continue;
    used.push(parameterCoordinate(operation, name));
    if (values === null) continue;
    for (const text of itemsOf(parameter, texts))
      if (values.includes(text)) used.push(valueCoordinate(operation, name, text));
  }
  // The operation, with which all others begin, is the first.
  return used.length > 2 ? [...new Set(used)].sort() : used;
}
