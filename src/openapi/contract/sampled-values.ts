import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import { exampleOf } from './example-value.ts';
import type { ContractSide } from './schema-bundle.ts';

/** Values that one sample may have, and its levels. */
const VALUES_MAX = 1_000;
const DEPTH_MAX = 8;
const LIST_MAX = 3;
const TEXT_MAX = 1_000;
/** Shares of samples in which what may be there is there. */
const OPTIONAL = 0.6;
const NULL = 0.15;
const EXAMPLE = 0.3;
const FURTHER = 0.3;
/** A number in place of a bound that a schema does not have. */
const RANGE = 1_000;
const WORDS = ['', 'a', 'Ada', 'two words', 'ü ß 😀', '0', 'x'.repeat(60)];
/** Two values of each format. */
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  date: ['1999-12-31', '2028-02-29'],
  'date-time': ['1999-12-31T23:59:59Z', '2028-02-29T00:00:00.5+02:00'],
  time: ['00:00:00Z', '23:59:59Z'],
  uuid: ['00000000-0000-4000-8000-000000000000', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  email: ['ada@example.com', 'a.b+c@sub.example.org'],
  hostname: ['a.example', 'api.example.com'],
  uri: ['https://example.com/', 'urn:isbn:0451450523'],
  'uri-reference': ['/a', 'a?b#c'],
  ipv4: ['192.0.2.1', '198.51.100.255'],
  ipv6: ['::1', '2001:db8::1'],
  byte: ['', 'ZXhhbXBsZQ=='],
};

/**
 * Makes samples of a schema: its example, then random values that its keywords allow.
 *
 * The same seed makes the same samples. A pattern is met by an example alone, and some combinations of schemas are not:
 * who needs valid samples checks them.
 */
export function samplesOf(
  schema: DocumentNode,
  { side, count, seed }: { readonly side: ContractSide; readonly count: number; readonly seed: number },
): unknown[] {
  const samples: unknown[] = [exampleOf(schema)];
  for (let at = 1; at < count; at += 1) samples.push(new Sampler(seed + at, side).sample(schema, 0));
  return samples;
}

/** Makes one sample. */
export class Sampler {
  readonly #hidden: 'readOnly' | 'writeOnly';
  #state: number;
  #left = VALUES_MAX;

  constructor(seed: number, side: ContractSide) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 1;
    this.#hidden = side === 'REQUEST' ? 'readOnly' : 'writeOnly';
  }

  sample(node: DocumentNode, depth: number): unknown {
    this.#left -= 1;
    const schema = resolved(node);
    if (!schema || !isObject(schema.value) || this.#left < 0 || depth > DEPTH_MAX) return null;
    const { value } = schema;
    if ('const' in value) return value['const'];
    if (isNullable(value) && this.#happens(NULL)) return null;
    const known = this.#known(value);
    if (known) return known.value;
    const parts = items(child(schema, 'allOf'));
    const branches = items(child(schema, 'oneOf')).concat(items(child(schema, 'anyOf')));
    const all = branches.length > 0 ? [...parts, this.#oneOf(branches)] : parts;
    if (all.length === 0) return this.#ofType(schema, value, depth);
    const values = all.map((each) => this.sample(each, depth + 1));
    const objects = values.filter(isObject);
    if (objects.length === 0) return values.at(-1);
    return Object.assign({}, ...objects, this.#members(schema, depth));
  }

  /** A value that the schema gives itself. It is one of an enum, or at times an example. */
  #known({ enum: values, example, examples }: JsonObject): { readonly value: unknown } | undefined {
    if (Array.isArray(values) && values.length > 0) return { value: this.#oneOf(values) };
    const given = [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])];
    return given.length > 0 && this.#happens(EXAMPLE) ? { value: this.#oneOf(given) } : undefined;
  }

  /** Makes a value of a type, as the keywords beside it allow. A pattern is met by an example alone. */
  scalar(type: 'string' | 'integer' | 'number', keywords: JsonObject): unknown {
    const { example, examples, default: given } = keywords;
    const known = [example, given, ...(Array.isArray(examples) ? examples : [])];
    const fitting = known.filter((each) => typeof each === (type === 'string' ? 'string' : 'number'));
    if (fitting.length > 0 && ('pattern' in keywords || this.#happens(EXAMPLE))) return this.#oneOf(fitting);
    return type === 'string' ? this.#text(keywords) : this.#number(keywords, type === 'integer' ? 1 : 0.25);
  }

  #ofType(schema: DocumentNode, value: JsonObject, depth: number): unknown {
    switch (this.#typeOf(value)) {
      case 'object':
        return this.#members(schema, depth);
      case 'array':
        return this.#list(schema, value, depth);
      case 'string':
        return this.#text(value);
      case 'integer':
        return this.#number(value, 1);
      case 'number':
        return this.#number(value, 0.25);
      case 'boolean':
        return this.#happens(0.5);
      default:
        return null;
    }
  }

  #typeOf({ type, properties, items: listed }: JsonObject): unknown {
    if (Array.isArray(type)) return this.#oneOf(type.filter((each) => each !== 'null'));
    return type ?? (isObject(properties) ? 'object' : isObject(listed) ? 'array' : undefined);
  }

  #members(schema: DocumentNode, depth: number): JsonObject {
    const { required, additionalProperties } = schema.value as JsonObject;
    const needed = new Set(Array.isArray(required) ? required : []);
    const properties = child(schema, 'properties');
    const members: [string, unknown][] = [];
    for (const name of Object.keys(isObject(properties.value) ? properties.value : {})) {
      const member = child(properties, name);
      const whole = resolved(member)?.value;
      if (isObject(whole) && whole[this.#hidden] === true) continue;
      if (needed.has(name) || (depth < DEPTH_MAX - 2 && this.#happens(OPTIONAL)))
        members.push([name, this.sample(member, depth + 1)]);
    }
    if (isObject(additionalProperties) && this.#happens(FURTHER))
      members.push(['further', this.sample(child(schema, 'additionalProperties'), depth + 1)]);
    return Object.fromEntries(members);
  }

  #list(schema: DocumentNode, { minItems, maxItems }: JsonObject, depth: number): unknown[] {
    const least = Math.min(numberOr(minItems, 0), LIST_MAX * 4);
    const most = Math.min(numberOr(maxItems, least + LIST_MAX), least + LIST_MAX);
    const count = least + Math.floor(this.#random() * (most - least + 1));
    return Array.from({ length: count }, () => this.sample(child(schema, 'items'), depth + 1));
  }

  #text({ format, minLength, maxLength }: JsonObject): string {
    const formatted = typeof format === 'string' ? FORMATTED[format] : undefined;
    if (formatted) return this.#oneOf(formatted);
    const least = Math.min(numberOr(minLength, 0), TEXT_MAX);
    const most = Math.max(least, Math.min(numberOr(maxLength, TEXT_MAX), TEXT_MAX));
    return [...this.#oneOf(WORDS).padEnd(least, 'x')].slice(0, most).join('');
  }

  #number(schema: JsonObject, grain: number): number {
    const step = numberOr(schema['multipleOf'], grain);
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
    const low = typeof above === 'number' ? above + step : numberOr(minimum, Number.NaN);
    const high = typeof below === 'number' ? below - step : numberOr(maximum, Number.NaN);
    const first = Number.isNaN(low) ? (Number.isNaN(high) ? -RANGE : high - RANGE) : low;
    const last = Number.isNaN(high) ? first + 2 * RANGE : high;
    const steps = Math.max(0, Math.floor(last / step) - Math.ceil(first / step));
    return (Math.ceil(first / step) + Math.floor(this.#random() * (steps + 1))) * step;
  }

  #happens(share: number): boolean {
    return this.#random() < share;
  }

  #oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  /** A number from 0 to 1, by a generator of 32 bits (mulberry32). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

const isNullable = ({ nullable, type }: JsonObject) =>
  nullable === true || (Array.isArray(type) && type.includes('null'));

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
