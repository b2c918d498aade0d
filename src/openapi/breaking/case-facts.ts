import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode } from '../document/document-node.ts';
import { canonical } from './canonical.ts';
import { conjuncts, type Schema, type SchemaCase } from './schema-cases.ts';

/** The sender of what a schema describes: the caller or the back-end. */
export type Direction = 'REQUEST' | 'RESPONSE';

/** The constraints of one case of a schema, over all its nodes. Undefined is no constraint. */
export type CaseFacts = {
  /** Types of JSON Schema. `number` includes `integer`. */
  readonly types: ReadonlySet<string>;
  /** The values of `enum` and `const` as JSON text, without null. */
  readonly values: ReadonlySet<string> | undefined;
  readonly format: string | undefined;
  readonly patterns: ReadonlySet<string>;
  /** Members of an object in this direction. Requests have no `readOnly` members, responses no `writeOnly` ones. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that are not in `properties`. False when there may be none. */
  readonly others: Schema | false;
  readonly items: Schema;
};

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

/** Reads the constraints of a case. */
export function factsOf(schemaCase: SchemaCase, direction: Direction): CaseFacts {
  const { nodes } = schemaCase;
  const objects = nodes.map(({ value }) => value).filter(isObject);
  const hidden = direction === 'REQUEST' ? 'readOnly' : 'writeOnly';
  const all = propertiesOf(nodes);
  const properties = new Map([...all].filter(([, schema]) => !isMarked(schema, hidden)));
  const isHidden = (name: string) => all.has(name) && !properties.has(name);
  return {
    types: typesOf(schemaCase, objects),
    values: valuesOf(objects),
    format: textsOf(objects, 'format').find((format) => format !== 'password'),
    patterns: new Set(textsOf(objects, 'pattern')),
    properties,
    required: new Set(objects.flatMap(requiredOf).filter((name) => !isHidden(name))),
    others: objects.some(({ additionalProperties }) => additionalProperties === false)
      ? false
      : membersNamed(nodes, 'additionalProperties'),
    items: membersNamed(nodes, 'items'),
  };
}

/**
 * Collects the types of a case.
 *
 * Decision: `nullable` counts wherever it is. In OpenAPI 3.0.3 it counts beside a `type` only, but authors write it
 * beside `$ref` and `allOf` and mean it.
 */
function typesOf({ orNull }: SchemaCase, objects: readonly JsonObject[]): ReadonlySet<string> {
  const sets = objects.map(ownTypes).filter((types) => types !== undefined);
  const common = TYPES.filter((type) => sets.every((types) => types.has(type)));
  const isNullable = orNull || objects.some(({ nullable }) => nullable === true);
  return new Set(isNullable ? ['null', ...common] : common);
}

/** Infers the types of a schema without `type` from its other keywords. */
function ownTypes(schema: JsonObject): ReadonlySet<string> | undefined {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  if (named.length > 0) return new Set(named.includes('number') ? [...named, 'integer'] : named);
  const values = ownValues(schema);
  if (values) return new Set(values.flatMap(typesOfValue));
  if (['properties', 'required', 'additionalProperties'].some((name) => name in schema))
    return new Set(['object']);
  return 'items' in schema ? new Set(['array']) : undefined;
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

function ownValues(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function valuesOf(objects: readonly JsonObject[]): ReadonlySet<string> | undefined {
  const lists = objects.map(ownValues).filter((values) => values !== undefined);
  const [first, ...others] = lists.map(
    (values) => new Set(values.filter((value) => value !== null).map(canonical)),
  );
  return first && new Set([...first].filter((value) => others.every((each) => each.has(value))).sort());
}

function textsOf(objects: readonly JsonObject[], member: string): string[] {
  return objects
    .map((schema) => schema[member])
    .filter((value) => typeof value === 'string')
    .sort();
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function propertiesOf(nodes: readonly DocumentNode[]): Map<string, Schema> {
  const properties = new Map<string, DocumentNode[]>();
  for (const node of nodes)
    for (const [name, property] of children(child(node, 'properties')))
      properties.set(name, [...(properties.get(name) ?? []), property]);
  return new Map([...properties].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function membersNamed(nodes: readonly DocumentNode[], name: string): Schema {
  return nodes.map((node) => child(node, name)).filter(({ value }) => isObject(value));
}

function isMarked(schema: Schema, mark: string): boolean {
  return conjuncts(schema).some(({ value }) => isObject(value) && value[mark] === true);
}
