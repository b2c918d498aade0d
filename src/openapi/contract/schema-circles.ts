import { isObject, type JsonObject } from '../../foundation/json.ts';
import { BUNDLE } from './schema-bundle.ts';

const SAME_VALUE = ['not', 'if', 'then', 'else'] as const;
const SAME_VALUE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Finds a schema that asks for itself of the same value. No value would ever be checked against it. */
export function circleIn(schemas: JsonObject): string | undefined {
  const done = new Set<string>();
  for (const key of Object.keys(schemas)) {
    const circle = circleFrom(key, { schemas, done, under: new Set() });
    if (circle !== undefined) return circle;
  }
  return undefined;
}

type Walk = { readonly schemas: JsonObject; readonly done: Set<string>; readonly under: Set<string> };

function circleFrom(key: string, walk: Walk): string | undefined {
  const { schemas, done, under } = walk;
  if (done.has(key)) return undefined;
  if (under.has(key)) return key;
  under.add(key);
  for (const next of asked(schemas[key])) {
    const circle = circleFrom(next, walk);
    if (circle !== undefined) return circle;
  }
  under.delete(key);
  done.add(key);
  return undefined;
}

/** Lists the keys of schemas that the same value has to meet. */
function asked(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const { $ref, dependentSchemas } = schema;
  const parts = [
    ...SAME_VALUE.map((name) => schema[name]),
    ...SAME_VALUE_LISTS.flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : [])),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  const own = typeof $ref === 'string' ? [$ref.slice(`${BUNDLE}#/$defs/`.length)] : [];
  return [...own, ...parts.flatMap(asked)];
}
