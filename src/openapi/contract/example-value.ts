import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';

/** Values that one example may have. */
const VALUES_MAX = 2_000;
/** Levels below which only members that must be there are made. */
const DEPTH_FULL = 6;
const DEPTH_MAX = 12;
const LIST_MAX = 3;
const TEXT_MAX = 1_000;

const texts: Readonly<Record<string, string>> = {
  date: '2027-01-01',
  'date-time': '2027-01-01T12:00:00Z',
  time: '12:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  hostname: 'api.example.com',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'ZXhhbXBsZQ==',
};

/** The side of a call that a schema gives an example of. */
type Making = { left: number; readonly depth: number };

/**
 * Makes a value that a schema allows, the same each time.
 *
 * Its own example comes first, then its default, then its values, then what its type allows. A pattern is not met.
 */
export function exampleOf(schema: DocumentNode): unknown {
  return made(schema, { left: VALUES_MAX, depth: 0 });
}

function made(node: DocumentNode, making: Making): unknown {
  making.left -= 1;
  const schema = resolved(node);
  if (!schema || !isObject(schema.value) || making.left < 0 || making.depth > DEPTH_MAX) return null;
  const { value } = schema;
  const given = givenIn(value);
  if (given) return given.value;
  const [branch] = [...items(child(schema, 'oneOf')), ...items(child(schema, 'anyOf'))];
  const parts = items(child(schema, 'allOf'));
  const isPlainObject = typeOf(value) === 'object' || isObject(value['properties']);
  if (parts.length > 0 || (branch && isPlainObject))
    return united([...parts, ...(branch ? [branch] : [])], schema, making);
  return branch ? made(branch, deeper(making)) : ofType(schema, value, making);
}

/** The same counter serves all levels. */
function deeper(making: Making): Making {
  return {
    depth: making.depth + 1,
    get left() {
      return making.left;
    },
    set left(left) {
      making.left = left;
    },
  };
}

/** Finds a value that a schema gives itself. */
function givenIn(schema: JsonObject): { readonly value: unknown } | undefined {
  const { example, examples, enum: values } = schema;
  if (example !== undefined) return { value: example };
  if (Array.isArray(examples) && examples.length > 0) return { value: examples[0] };
  if (schema['default'] !== undefined) return { value: schema['default'] };
  if ('const' in schema) return { value: schema['const'] };
  return Array.isArray(values) && values.length > 0 ? { value: values[0] } : undefined;
}

/** Makes a value of all parts, and of the schema beside them. */
function united(parts: readonly DocumentNode[], schema: DocumentNode, making: Making): unknown {
  const values = parts.map((part) => made(part, deeper(making)));
  const objects = values.filter(isObject);
  if (objects.length === 0 && !isObject(child(schema, 'properties').value)) return values[0] ?? null;
  return Object.assign({}, ...objects, membersOf(schema, making));
}

function typeOf({ type }: JsonObject): unknown {
  return Array.isArray(type) ? type.find((each) => each !== 'null') : type;
}

function ofType(schema: DocumentNode, value: JsonObject, making: Making): unknown {
  switch (typeOf(value)) {
    case 'object':
      return membersOf(schema, making);
    case 'array':
      return listOf(schema, making);
    case 'string':
      return textOf(value);
    case 'integer':
    case 'number':
      return numberOf(value);
    case 'boolean':
      return true;
    default:
      if (isObject(value['properties'])) return membersOf(schema, making);
      return isObject(value['items']) ? listOf(schema, making) : null;
  }
}

function membersOf(schema: DocumentNode, making: Making): JsonObject {
  const { value } = schema;
  const required = isObject(value) && Array.isArray(value['required']) ? value['required'] : [];
  const properties = child(schema, 'properties');
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(isObject(properties.value) ? properties.value : {})) {
    const member = child(properties, name);
    const whole = resolved(member)?.value;
    if (isObject(whole) && whole['writeOnly'] === true) continue;
    const isLeftOut = making.depth >= DEPTH_FULL || making.left <= 0;
    if (isLeftOut && !required.includes(name)) continue;
    Object.defineProperty(members, name, {
      value: made(member, deeper(making)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return members;
}

function listOf(schema: DocumentNode, making: Making): unknown[] {
  const least = isObject(schema.value) ? Number(schema.value['minItems'] ?? 0) : 0;
  const isShort = making.depth >= DEPTH_FULL || making.left <= 0;
  const count = Math.min(LIST_MAX, isShort ? least : Math.max(1, least));
  return Array.from({ length: count }, () => made(child(schema, 'items'), deeper(making)));
}

function textOf({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? texts[format] : undefined;
  if (known !== undefined) return known;
  const least = Math.min(Number(minLength ?? 0) || 0, TEXT_MAX);
  const most = maxLength === undefined ? TEXT_MAX : Number(maxLength) || 0;
  return 'text'.padEnd(least, 'x').slice(0, most);
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (typeof above === 'number') return (Math.floor(above / step) + 1) * step;
  if (typeof minimum === 'number') return Math.ceil(minimum / step) * step;
  if (typeof below === 'number' && below <= step) return (Math.ceil(below / step) - 1) * step;
  if (typeof maximum === 'number' && maximum < step) return Math.floor(maximum / step) * step;
  return step;
}
