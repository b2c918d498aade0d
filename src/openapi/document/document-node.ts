import { isObject, type JsonObject } from '../../foundation/json.ts';
import { escaped, namesIn, pointer, valueAt } from '../../foundation/json-pointer.ts';

/** A value in an OpenAPI document and its pointer. The value is undefined when there is none. */
export type DocumentNode = {
  readonly document: JsonObject;
  readonly value: unknown;
  /** A JSON pointer behind `#`. (RFC 6901) */
  readonly at: string;
};

/** Returns the member of an object or the item of a list. */
export function child({ document, value, at }: DocumentNode, name: string): DocumentNode {
  return { document, value: valueAt(value, [name]), at: `${at}/${escaped(name)}` };
}

/** Lists the members of an object by name. Any other value has none. */
export function children(node: DocumentNode): [name: string, child: DocumentNode][] {
  if (!isObject(node.value)) return [];
  return Object.keys(node.value)
    .sort()
    .map((name) => [name, child(node, name)]);
}

/** Lists the items of a list. Any other value has none. */
export function items(node: DocumentNode): DocumentNode[] {
  return Array.isArray(node.value) ? node.value.map((_, index) => child(node, String(index))) : [];
}

/** Follows a reference, and references that it leads to. Undefined when they form a ring. */
export function resolved(node: DocumentNode): DocumentNode | undefined {
  const seen = new Set<string>();
  let at: DocumentNode | undefined = node;
  while (at !== undefined) {
    if (seen.has(at.at)) return undefined;
    seen.add(at.at);
    const target: DocumentNode | undefined = referred(at);
    if (!target) return at;
    at = target;
  }
  return at;
}

/** Returns the target of an object's `$ref`. Undefined when it has none. */
export function referred({ document, value }: DocumentNode): DocumentNode | undefined {
  const reference = isObject(value) ? value['$ref'] : undefined;
  const names = typeof reference === 'string' ? namesIn(reference) : undefined;
  return names && { document, value: valueAt(document, names), at: pointer(names) };
}
