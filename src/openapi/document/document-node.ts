import { isObject, type JsonObject } from '../../foundation/json.ts';
import { escaped, namesIn, pointer, valueAt } from '../../foundation/json-pointer.ts';

/** A place in an OpenAPI document, and what stands there; undefined when nothing does. */
export type DocumentNode = {
  readonly document: JsonObject;
  readonly value: unknown;
  /** A JSON pointer behind `#`. (RFC 6901) */
  readonly at: string;
};

/** The member of an object or the item of a list. */
export function child({ document, value, at }: DocumentNode, name: string): DocumentNode {
  return { document, value: valueAt(value, [name]), at: `${at}/${escaped(name)}` };
}

/** The members of an object, by their names; none of anything else. */
export function children(node: DocumentNode): [name: string, child: DocumentNode][] {
  if (!isObject(node.value)) return [];
  return Object.keys(node.value)
    .sort()
    .map((name) => [name, child(node, name)]);
}

/** The items of a list; none of anything else. */
export function items(node: DocumentNode): DocumentNode[] {
  return Array.isArray(node.value) ? node.value.map((_, index) => child(node, String(index))) : [];
}

/** What a reference refers to, of another reference what that refers to; undefined when they go round. */
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

/** What the `$ref` of an object refers to; undefined when it has none. */
export function referred({ document, value }: DocumentNode): DocumentNode | undefined {
  const reference = isObject(value) ? value['$ref'] : undefined;
  const names = typeof reference === 'string' ? namesIn(reference) : undefined;
  return names && { document, value: valueAt(document, names), at: pointer(names) };
}
