import type { JsonObject } from '../../foundation/json.ts';
import { namesIn, pointer, valueAt } from '../../foundation/json-pointer.ts';
import { isStorable } from '../../foundation/text/text.ts';

/** A fault, with its JSON pointer behind `#`. (RFC 6901) */
export type OpenApiFault = { readonly pointer: string; readonly fault: string };

/** The largest depth. No description of an API is deeper, and later readers may recurse. */
const DEPTH_MAX = 100;

/** Members whose value is data, in which `$ref` is an ordinary name. */
const DATA = /^(example|default|enum|const|value|x-.*)$/;
const REFERENCE = /^(\$ref|operationRef)$/;
/** Members that map names of the author's choice. `default` in `responses` is the name of a response. */
const MAP =
  /^(properties|patternProperties|schemas|\$defs|responses|parameters|headers|examples|links|callbacks)$/;

type PendingNode = { readonly value: unknown; readonly path: readonly string[] };

/**
 * Yields faults that count anywhere in a document. They are references that lead nowhere or out of it, nesting without
 * end, and characters that no database stores. It walks without recursion, because the document comes from outside.
 */
export function* treeFaults(document: JsonObject): Generator<OpenApiFault> {
  const waiting: PendingNode[] = [{ value: document, path: [] }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, path } = node;
    if (path.length > DEPTH_MAX)
      return yield { pointer: pointer(path), fault: `this is nested deeper than ${DEPTH_MAX} levels.` };
    if (typeof value === 'string' && !isStorable(value))
      yield { pointer: pointer(path), fault: 'this text holds a NUL or half a character.' };
    if (typeof value !== 'object' || value === null) continue;
    yield* memberFaults(value, { document, path });
    for (const [name, member] of Object.entries(value).reverse())
      waiting.push({ value: member, path: [...path, name] });
  }
}

function* memberFaults(
  value: object,
  { document, path }: { document: JsonObject; path: readonly string[] },
): Generator<OpenApiFault> {
  if (!Object.keys(value).every(isStorable))
    yield { pointer: pointer(path), fault: 'a name here holds a NUL or half a character.' };
  const reference: unknown = '$ref' in value ? value.$ref : undefined;
  if (typeof reference !== 'string' || path.some(isData)) return;
  const refPointer = pointer([...path, '$ref']);
  const quoted = JSON.stringify(reference.slice(0, 200));
  if (!reference.startsWith('#'))
    yield {
      pointer: refPointer,
      fault: `${quoted} is in another document: put what it refers to into this one.`,
    };
  else if (!resolves(document, reference))
    yield { pointer: refPointer, fault: `there is no ${quoted} in this document.` };
}

const isData = (name: string, index: number, path: readonly string[]) =>
  DATA.test(name) && !MAP.test(path[index - 1] ?? '');

/** Replaces the references in a value by those that `change` returns. `at` are the names that lead to it. */
export function withReferences(
  value: unknown,
  change: (reference: string) => string,
  at: readonly string[] = [],
): unknown {
  if (typeof value !== 'object' || value === null || at.some(isData)) return value;
  if (Array.isArray(value))
    return value.map((item, index) => withReferences(item, change, [...at, String(index)]));
  const members = Object.entries(value).map(([name, member]) => [
    name,
    REFERENCE.test(name) && typeof member === 'string'
      ? change(member)
      : withReferences(member, change, [...at, name]),
  ]);
  return Object.fromEntries(members);
}

/** Is true when a reference such as `#/components/schemas/Customer` leads to a node. */
function resolves(document: JsonObject, reference: string): boolean {
  const names = namesIn(reference);
  return names !== undefined && valueAt(document, names) !== undefined;
}
