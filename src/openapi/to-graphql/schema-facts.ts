import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, referred, resolved } from '../document/document-node.ts';

/** A schema with what `allOf` adds to it, and without null: what a value is made of. */
export type SchemaFacts = {
  /** The kind of value; undefined is any. */
  readonly type: string | undefined;
  readonly isNullable: boolean;
  /** In the order of the document; a member of several parts is that of the last. */
  readonly members: ReadonlyMap<string, DocumentNode>;
  readonly required: ReadonlySet<string>;
  /** The branches of `oneOf` and `anyOf`, other than null. */
  readonly branches: readonly DocumentNode[];
  readonly items: DocumentNode | undefined;
  /** All other keywords, those of the outermost part first. */
  readonly keywords: JsonObject;
};

type Part = { readonly node: DocumentNode; readonly value: JsonObject };

/** The parts that hold for one value: the schema itself and those of its `allOf`, in chains too long to recurse. */
function partsOf(schema: DocumentNode): Part[] {
  const found = new Map<string, Part>();
  const waiting = [schema];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (found.has(node.at) || !isObject(node.value)) continue;
    found.set(node.at, { node, value: node.value });
    // OpenAPI 3.1 lets keywords stand beside `$ref`; in 3.0 whoever writes them there means them as well.
    const target = resolved(node);
    if (target) waiting.push(target);
    waiting.push(...items(child(node, 'allOf')).reverse());
  }
  return [...found.values()];
}

/** What schemas have been read as, while their document lives: one of a hundred parts may be in a hundred others. */
const known = new WeakMap<object, SchemaFacts>();

/** Reads a schema; one that a reference leads nowhere to is of any value. */
export function schemaFacts(schema: DocumentNode): SchemaFacts {
  if (!isObject(schema.value)) return factsOf(schema);
  const facts = known.get(schema.value) ?? factsOf(schema);
  known.set(schema.value, facts);
  return facts;
}

function factsOf(schema: DocumentNode): SchemaFacts {
  const parts = partsOf(schema);
  const keywords: JsonObject = Object.assign({}, ...parts.map(({ value }) => value).reverse());
  const branches = parts.flatMap(({ node }) => [
    ...items(child(node, 'oneOf')),
    ...items(child(node, 'anyOf')),
  ]);
  const members = new Map<string, DocumentNode>();
  for (const { node, value } of [...parts.slice(1), ...parts.slice(0, 1)])
    for (const name of Object.keys(isObject(value['properties']) ? value['properties'] : {}))
      members.set(name, child(child(node, 'properties'), name));
  const types = parts
    .flatMap(({ value: { type } }) => (Array.isArray(type) ? type : type === undefined ? [] : [type]))
    .filter((type, index, all): type is string => typeof type === 'string' && all.indexOf(type) === index);
  const itemSchema = parts.find(({ value }) => value['items'] !== undefined);
  return {
    type: typeIn(
      types.filter((type) => type !== 'null'),
      members.size > 0,
      itemSchema !== undefined,
    ),
    isNullable:
      types.includes('null') ||
      parts.some(({ value }) => value['nullable'] === true || value['x-nullable'] === true) ||
      branches.some(isNull),
    members,
    required: new Set(
      parts.flatMap(({ value }) => (Array.isArray(value['required']) ? value['required'] : [])),
    ),
    branches: branches.filter((branch) => !isNull(branch)),
    items: itemSchema && child(itemSchema.node, 'items'),
    keywords,
  };
}

function typeIn(types: readonly string[], hasMembers: boolean, hasItems: boolean): string | undefined {
  if (types.length > 1) return undefined;
  return types[0] ?? (hasMembers ? 'object' : hasItems ? 'array' : undefined);
}

function isNull(branch: DocumentNode): boolean {
  const schema = resolved(branch)?.value;
  if (!isObject(schema)) return false;
  const { type, enum: values } = schema;
  return (
    type === 'null' || (Array.isArray(values) && values.length > 0 && values.every((one) => one === null))
  );
}

/** How far a chain of references may lead, which could also be a ring. */
const CHAIN_MAX = 20;
const OWN = ['properties', 'items', 'oneOf', 'anyOf', 'enum'];

/** Where the schema is that a reference, or a chain of them, leads to by a name; undefined for one that is written out. */
export function referencedNode(schema: DocumentNode, length = 0): DocumentNode | undefined {
  if (length > CHAIN_MAX) return undefined;
  if (referred(schema)) {
    const target = resolved(schema);
    return target && (referencedNode(target, length + 1) ?? target);
  }
  // What OpenAPI 3.0 has for a reference with a description of its own, or with null.
  const { value } = schema;
  const [only, another] = items(child(schema, 'allOf'));
  const isReference = isObject(value) && only && !another && !OWN.some((keyword) => keyword in value);
  return isReference && referred(only) ? referencedNode(only, length + 1) : undefined;
}
