/** An operation of a document; the method in small letters. */
export type Operation = { readonly method: string; readonly path: string };

type Parameter = { readonly name?: string; readonly required?: boolean; readonly $ref?: string };
type Parameters = { readonly parameters?: readonly Parameter[] };
type PathItem = Parameters & { readonly get?: Parameters };

/**
 * Tells whether a request is safe, and whole without a value. (RFC 9110 §9.2.1)
 *
 * A parameter that the document has elsewhere may be needed.
 */
export function needsNothing(
  document: { readonly paths?: Readonly<Record<string, PathItem>> },
  { method, path }: Operation,
): boolean {
  if (method !== 'get') return false;
  const item = document.paths?.[path];
  const parameters = [...(item?.parameters ?? []), ...(item?.get?.parameters ?? [])];
  return !parameters.some(({ required, $ref }) => required === true || $ref !== undefined);
}
