import { isObject } from '../foundation/json.ts';

/**
 * Replaces every OpenAPI document in a value with its JSON text. Members that take a document take its text too.
 * Documents are parsed by child processes only, so this process need not hold them as values.
 *
 * @param value not nested deeper than the stack takes
 */
export function withDocumentsAsTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDocumentsAsTexts);
  if (!isObject(value)) return value;
  if (isDocument(value)) return JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withDocumentsAsTexts(member)] as const),
  );
}

/** Is true for an OpenAPI document. An API of a manifest has a member `openapi` too, but neither of the others. */
const isDocument = (value: object) =>
  ('openapi' in value || 'swagger' in value) && ('info' in value || 'paths' in value);
