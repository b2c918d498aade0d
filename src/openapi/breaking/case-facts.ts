import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode } from '../document/document-node.ts';
import { canonical } from './canonical.ts';
import { conjuncts, type Schema, type SchemaCase } from './schema-cases.ts';

/** Who sends what a schema describes. */
export type Direction = 'REQUEST' | 'RESPONSE';

/** What one case of a schema says, read over all of its nodes. What a fact leaves undefined is not limited by it. */
export type CaseFacts = {
  /** In JSON Schema's words; `number` comes with `integer`. */
  readonly types: ReadonlySet<string>;
  /** The values of `enum` and `const` as JSON text, but for null. */
  readonly values: ReadonlySet<string> | undefined;
  readonly format: string | undefined;
  readonly patterns: ReadonlySet<string>;
  /** Members of an object in this direction: what is `readOnly` is not sent, what is `writeOnly` not answered. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** What members must be that are no `properties`; false when there may be none. */
  readonly others: Schema | false;
  readonly items: Schema;
};

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

/** Reads what a case says. */
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
 * Decision: `nullable` counts wherever it stands. OpenAPI 3.0.3 lets it count beside a `type` only; authors write it
 * beside `$ref` and `allOf` and mean it.
 */
function typesOf({ orNull }: SchemaCase, objects: readonly JsonObject[]): ReadonlySet<string> {
  const sets = objects.map(ownTypes).filter((types) => types !== undefined);
  const common = TYPES.filter((type) => sets.every((types) => types.has(type)));
  const isNullable = orNull || objects.some(({ nullable }) => nullable === true);
  return new Set(isNullable ? ['null', ...common] : common);
}

/** What a schema without `type` takes is told by what else it says. */
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
