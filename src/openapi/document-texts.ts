import { isObject } from '../foundation/json.ts';

/**
 * The same JSON, in which every OpenAPI document is its text: wherever one is taken, its text is, too. Whoever passes the
 * whole on makes no values of what nobody but a thread looks into.
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

/** An API of a manifest has a member `openapi`, too, but neither of the others. */
const isDocument = (value: object) =>
  ('openapi' in value || 'swagger' in value) && ('info' in value || 'paths' in value);
