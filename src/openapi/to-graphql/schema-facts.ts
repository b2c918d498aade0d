import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, referred, resolved } from '../document/document-node.ts';

/** A schema combined with its `allOf`, without null. */
export type SchemaFacts = {
  /** The kind of value. Undefined is any. */
  readonly type: string | undefined;
  readonly isNullable: boolean;
  /** Members in the order of the document. A member of several parts is that of the last. */
  readonly members: ReadonlyMap<string, DocumentNode>;
  readonly required: ReadonlySet<string>;
  /** The branches of `oneOf` and `anyOf`, other than null. */
  readonly branches: readonly DocumentNode[];
  readonly items: DocumentNode | undefined;
  /** All other keywords, those of the outermost part first. */
  readonly keywords: JsonObject;
};

type SchemaPart = { readonly node: DocumentNode; readonly value: JsonObject };

/**
 * Lists the parts that apply to one value: the schema and those of its `allOf`. It does not recurse, because chains can
 * be too long.
 */
function partsOf(schema: DocumentNode): SchemaPart[] {
  const found = new Map<string, SchemaPart>();
  const waiting = [schema];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (found.has(node.at) || !isObject(node.value)) continue;
    found.set(node.at, { node, value: node.value });
    // OpenAPI 3.1 allows keywords beside `$ref`. In 3.0 they are honoured too, because their authors mean them.
    const target = resolved(node);
    if (target) waiting.push(target);
    waiting.push(...items(child(node, 'allOf')).reverse());
  }
  return [...found.values()];
}

/** Facts of schemas, kept while their document lives. A schema of a hundred parts may be in a hundred others. */
const known = new WeakMap<object, SchemaFacts>();

/** Reads a schema. A reference that leads nowhere is a schema of any value. */
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

/** Limits a chain of references, which could also be a ring. */
const CHAIN_MAX = 20;
const OWN = ['properties', 'items', 'oneOf', 'anyOf', 'enum'];

/** Returns the schema that a chain of references leads to. Undefined for a schema that is written inline. */
export function referencedNode(schema: DocumentNode, length = 0): DocumentNode | undefined {
  if (length > CHAIN_MAX) return undefined;
  if (referred(schema)) {
    const target = resolved(schema);
    return target && (referencedNode(target, length + 1) ?? target);
  }
  // OpenAPI 3.0 writes a reference with a description of its own, or with null, as an `allOf` of one.
  const { value } = schema;
  const [only, another] = items(child(schema, 'allOf'));
  const isReference = isObject(value) && only && !another && !OWN.some((keyword) => keyword in value);
  return isReference && referred(only) ? referencedNode(only, length + 1) : undefined;
}
