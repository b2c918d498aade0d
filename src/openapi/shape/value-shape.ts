import { isObject, type JsonObject } from '../../foundation/json.ts';
import { namesIn } from '../../foundation/json-pointer.ts';
import {
  type ArraySize,
  SHAPE_DEPTH_MAX,
  SHAPE_ITEMS_MAX,
  SHAPE_LISTED_LENGTH_MAX,
  SHAPE_LISTED_MAX,
  SHAPE_VALUES_MAX,
  type Shape,
} from './message-shape.ts';

/** Schemas by their keys, as a bundle has them. */
export type ShapeSchemas = Readonly<Record<string, unknown>>;

/** Schemas that may describe one value, by references and compositions. */
const SCHEMAS_MAX = 100;
const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONALS = ['then', 'else'] as const;

/** Reads the shape of a value by the schema of a key. It takes time that grows with what a shape may have. */
export function valueShape(schemas: ShapeSchemas, key: string, value: unknown): Shape {
  return new ShapeReader(schemas).read(value, [schemas[key]], 0);
}

class ShapeReader {
  readonly #schemas: ShapeSchemas;
  #left = SHAPE_VALUES_MAX;

  constructor(schemas: ShapeSchemas) {
    this.#schemas = schemas;
  }

  read(value: unknown, roots: readonly unknown[], depth: number): Shape {
    this.#left -= 1;
    if (this.#left < 0 || depth > SHAPE_DEPTH_MAX) return 'any';
    const schemas = this.#allOf(roots);
    if (Array.isArray(value)) return this.#list(value, schemas, depth);
    return isObject(value) ? this.#object(value, schemas, depth) : scalarShape(value, schemas);
  }

  /** Lists the schemas that a value may have to meet, or one of them. */
  #allOf(roots: readonly unknown[]): JsonObject[] {
    const found = new Set<unknown>(roots);
    for (const schema of found) {
      if (!isObject(schema) || found.size > SCHEMAS_MAX) continue;
      const { $ref } = schema;
      const [key] = typeof $ref === 'string' ? (namesIn($ref.slice($ref.indexOf('#')))?.slice(-1) ?? []) : [];
      if (key !== undefined && Object.hasOwn(this.#schemas, key)) found.add(this.#schemas[key]);
      for (const name of COMPOSITIONS) for (const each of listIn(schema, name)) found.add(each);
      for (const name of CONDITIONALS) if (schema[name] !== undefined) found.add(schema[name]);
    }
    return [...found].filter(isObject);
  }

  #object(value: JsonObject, schemas: readonly JsonObject[], depth: number): Shape {
    const members: [string, Shape][] = [];
    let further = false;
    for (const name of Object.keys(value).sort()) {
      if (this.#left < 0) break;
      const own = schemas.flatMap(({ properties }) =>
        isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
      );
      if (own.length === 0) further = true;
      else members.push([name, this.read(value[name], own, depth + 1)]);
    }
    return { object: Object.fromEntries(members), ...(further && { further }) };
  }

  #list(values: readonly unknown[], schemas: readonly JsonObject[], depth: number): Shape {
    const items = schemas.flatMap((schema) => [...listIn(schema, 'prefixItems'), schema['items'] ?? []]);
    const shapes = new Map<string, Shape>();
    for (const value of values) {
      if (shapes.size === SHAPE_ITEMS_MAX || this.#left < 0) break;
      const shape = this.read(value, items, depth + 1);
      if (this.#left < 0 && shapes.size > 0) break;
      shapes.set(JSON.stringify(shape), shape);
    }
    const sorted = [...shapes].sort(([one], [other]) => (one < other ? -1 : 1));
    return { array: sizeOf(values), items: sorted.map(([, shape]) => shape) };
  }
}

export const sizeOf = ({ length }: readonly unknown[]): ArraySize =>
  length === 0 ? '0' : length === 1 ? '1' : 'many';

function listIn(schema: JsonObject, name: string): readonly unknown[] {
  const list = schema[name];
  return Array.isArray(list) ? list : [];
}

/** The type of a scalar. A value is told where a schema lists it. */
function scalarShape(value: unknown, schemas: readonly JsonObject[]): Shape {
  if (value === null) return 'null';
  if (typeof value === 'boolean')
    return schemas.some(({ type }) => type === 'boolean' || (Array.isArray(type) && type.includes('boolean')))
      ? `${value}`
      : 'boolean';
  if (typeof value !== 'string' && typeof value !== 'number') return 'any';
  if (schemas.some((schema) => isListed(schema, value))) return { enum: value };
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

function isListed(schema: JsonObject, value: string | number): boolean {
  const values = 'const' in schema ? [schema['const']] : listIn(schema, 'enum');
  const isShort = `${value}`.length <= SHAPE_LISTED_LENGTH_MAX && values.length <= SHAPE_LISTED_MAX;
  return isShort && values.includes(value);
}
