import { isObject, type JsonObject } from '../../foundation/json.ts';
import { namesIn, pointer, valueAt } from '../../foundation/json-pointer.ts';

/** A side of a call. Members that are read only are no part of requests, those that are write only none of answers. */
export type ContractSide = 'REQUEST' | 'ANSWER';

/** Name of the bundle in references to its schemas. */
export const BUNDLE = 'bundle';
/** The size of what a bundle takes. */
type BundleBounds = { readonly schemasMax: number; readonly membersMax: number };

/** Bounds of one operation. A description of an API that people read has less. */
const OF_OPERATION: BundleBounds = { schemasMax: 2_000, membersMax: 20_000 };
const COMPOSITION_DEPTH_MAX = 10;

const KEPT = [
  'type',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'dependentRequired',
  'format',
] as const;
const SCHEMAS = [
  'items',
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
/** Keywords that look at null as at any value. */
const REFUSING_NULL = ['const', 'not', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;

/** The schemas of an operation are more than a validator is made of. */
export class BundleTooLarge extends Error {}

/**
 * The schemas of one operation as JSON Schema 2020-12, with all that they refer to.
 *
 * Annotations are left out, and so is what a validator would have to look up elsewhere.
 */
export class SchemaBundle {
  /** Schemas by their keys. */
  readonly schemas: Record<string, unknown> = {};
  /** Names of members that the document itself has. */
  readonly names = new Set<string>();
  readonly #document: JsonObject;
  readonly #side: ContractSide;
  readonly #bounds: BundleBounds;
  /** OpenAPI 3.0 has a dialect of its own. */
  readonly #isOld: boolean;
  readonly #keys = new Map<string, string>();
  /** Schemas that are not read yet. They may be in a long row, one asking for the next. */
  readonly #waiting: (readonly [key: string, schema: unknown])[] = [];
  #members = 0;

  constructor(document: JsonObject, side: ContractSide, bounds: BundleBounds = OF_OPERATION) {
    this.#document = document;
    this.#side = side;
    this.#bounds = bounds;
    this.#isOld = String(document['openapi']).startsWith('3.0');
  }

  /**
   * Adds a schema at a place of the document, with what it refers to.
   *
   * @param at its JSON pointer behind `#`
   * @returns its key
   * @throws BundleTooLarge
   */
  add(at: string, schema: unknown): string {
    const key = this.#keyOf(at, schema);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.schemas[next[0]] = this.#schemaOf(next[1]);
    return key;
  }

  /** Returns the JSON pointer of a schema by its key. */
  placeOf(key: string): string {
    return [...this.#keys].find(([, each]) => each === key)?.[0] ?? '#';
  }

  #keyOf(at: string, schema: unknown): string {
    const known = this.#keys.get(at);
    if (known !== undefined) return known;
    if (this.#keys.size === this.#bounds.schemasMax) throw new BundleTooLarge();
    const key = `${this.#keys.size}`;
    this.#keys.set(at, key);
    this.#waiting.push([key, schema]);
    return key;
  }

  #schemaOf(schema: unknown): unknown {
    if (!isObject(schema)) return schema !== false;
    this.#members += Object.keys(schema).length;
    if (this.#members > this.#bounds.membersMax) throw new BundleTooLarge();
    const { $ref } = schema;
    const referred = typeof $ref === 'string' ? this.#reference($ref) : {};
    if (this.#isOld && '$ref' in schema) return referred;
    const own: Record<string, unknown> = { ...referred };
    for (const name of KEPT) if (name in schema) own[name] = schema[name];
    for (const name of SCHEMAS) if (name in schema) own[name] = this.#schemaOf(schema[name]);
    for (const name of LISTS) {
      const list = schema[name];
      if (Array.isArray(list) && list.length > 0) own[name] = list.map((each) => this.#schemaOf(each));
    }
    for (const name of MAPS) if (isObject(schema[name])) own[name] = this.#map(name, schema[name]);
    if (Array.isArray(schema['enum'])) own['enum'] = schema['enum'];
    if (Array.isArray(schema['required'])) own['required'] = this.#required(schema['required'], schema);
    return this.#isOld ? inNewDialect(own, schema) : own;
  }

  #reference(reference: string): JsonObject {
    const names = namesIn(reference);
    if (!names) return {};
    const key = this.#keyOf(pointer(names), valueAt(this.#document, names));
    return { $ref: `${BUNDLE}#/$defs/${key}` };
  }

  #map(name: string, map: JsonObject): JsonObject {
    const entries = Object.entries(map).map(([member, schema]) => {
      if (name !== 'patternProperties') this.names.add(member);
      return [member, this.#schemaOf(schema)] as const;
    });
    return Object.fromEntries(entries);
  }

  #required(required: readonly unknown[], schema: JsonObject): unknown[] {
    const left = this.#ofOtherSide(schema, 0);
    for (const name of required) this.names.add(String(name));
    return required.filter((name) => !left.has(String(name)));
  }

  /** Finds members that this side of a call does not have. */
  #ofOtherSide(schema: unknown, depth: number): Set<string> {
    const found = new Set<string>();
    const whole = this.#resolved(schema);
    if (!isObject(whole) || depth > COMPOSITION_DEPTH_MAX) return found;
    const mark = this.#side === 'REQUEST' ? 'readOnly' : 'writeOnly';
    const { properties, allOf } = whole;
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      const resolved = this.#resolved(member);
      if (isObject(resolved) && (resolved[mark] === true || (isObject(member) && member[mark] === true)))
        found.add(name);
    }
    for (const part of Array.isArray(allOf) ? allOf : [])
      for (const name of this.#ofOtherSide(part, depth + 1)) found.add(name);
    return found;
  }

  #resolved(schema: unknown): unknown {
    let at = schema;
    for (let depth = 0; depth < COMPOSITION_DEPTH_MAX; depth += 1) {
      if (!isObject(at) || typeof at['$ref'] !== 'string') return at;
      at = valueAt(this.#document, namesIn(at['$ref']) ?? []);
    }
    return undefined;
  }
}

/**
 * Rewrites what OpenAPI 3.0 says in its own way.
 *
 * Decision: `nullable` allows null beside any type, also with `enum` or without `type`, as most documents mean it.
 */
function inNewDialect(own: Record<string, unknown>, schema: JsonObject): unknown {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (own[exclusive] === true) {
      own[exclusive] = own[bound];
      delete own[bound];
    } else if (typeof own[exclusive] === 'boolean') delete own[exclusive];
    if (own[exclusive] === undefined) delete own[exclusive];
  }
  if (schema['nullable'] !== true) return own;
  if (typeof own['type'] !== 'string' || REFUSING_NULL.some((name) => name in own))
    return { anyOf: [{ type: 'null' }, own] };
  const values = own['enum'];
  return { ...own, type: [own['type'], 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
