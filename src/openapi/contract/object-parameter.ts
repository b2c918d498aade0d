import type { JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode, resolved } from '../document/document-node.ts';
import { typesOf } from './schema-types.ts';

/** A member of an object in a parameter. Types are those of the items where it is a list. */
type PlannedMember = {
  readonly name: string;
  readonly isList: boolean;
  /** Empty is any. */
  readonly types: readonly string[];
};

/**
 * An object in a parameter. (OpenAPI, "Style Values")
 *
 * Its members are written as `filter[name]=x` (DEEP), each as a parameter of the query (APART), as `name,x,size,3` (ROW) or
 * as `name=x,size=3` (PAIRS).
 */
export type PlannedObject = {
  readonly form: 'DEEP' | 'APART' | 'ROW' | 'PAIRS';
  readonly members: readonly PlannedMember[];
};

const MEMBERS_MAX = 100;

/** Plans an object in a parameter. Null for a style that is not read, and for members that are objects themselves. */
export function plannedObject(parameter: JsonObject, schema: DocumentNode): PlannedObject | null {
  const form = formOf(parameter);
  const properties = children(child(resolved(schema) ?? schema, 'properties'));
  const members = properties.map(plannedMember).filter((each) => each !== undefined);
  const isRead = members.length === properties.length && members.length <= MEMBERS_MAX;
  return form && isRead ? { form, members } : null;
}

function formOf({ in: location, style, explode }: JsonObject): PlannedObject['form'] | undefined {
  if (location === 'cookie') return undefined;
  if (location !== 'query') return (style ?? 'simple') === 'simple' ? inOne(explode === true) : undefined;
  if (style === 'deepObject') return 'DEEP';
  if ((style ?? 'form') !== 'form') return undefined;
  return explode === false ? 'ROW' : 'APART';
}

const inOne = (isExploded: boolean) => (isExploded ? 'PAIRS' : 'ROW');

function plannedMember([name, schema]: [string, DocumentNode]): PlannedMember | undefined {
  const types = typesOf(schema);
  const isList = types.includes('array');
  const own = isList ? typesOf(child(resolved(schema) ?? schema, 'items')) : types;
  return own.includes('object') || own.includes('array') ? undefined : { name, isList, types: own };
}

/**
 * Collects the texts of an object's members by their names.
 *
 * @param texts those of the parameter itself
 * @returns undefined where they have another form; empty where there are none
 */
export function memberTexts(
  { form, members }: PlannedObject,
  {
    name,
    texts,
    query,
  }: { readonly name: string; readonly texts: readonly string[]; readonly query: URLSearchParams },
): ReadonlyMap<string, readonly string[]> | undefined {
  if (form === 'DEEP') return deepTexts(name, query);
  if (form === 'APART') {
    const all = members.map((each) => [each.name, query.getAll(each.name)] as const);
    return new Map(all.filter(([, own]) => own.length > 0));
  }
  const [text] = texts;
  if (text === undefined) return new Map();
  if (texts.length > 1) return undefined;
  return form === 'ROW' ? inRow(text.split(',')) : inPairs(text.split(','));
}

function deepTexts(name: string, query: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, text] of query) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    const member = key.slice(name.length + 1, -1);
    found.set(member, [...(found.get(member) ?? []), text]);
  }
  return found;
}

function inRow(parts: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  if (parts.length % 2 === 1) return undefined;
  const found = new Map<string, string[]>();
  for (let at = 0; at < parts.length; at += 2) found.set(parts[at] ?? '', [parts[at + 1] ?? '']);
  return found;
}

function inPairs(parts: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  if (!parts.every((part) => part.includes('='))) return undefined;
  return new Map(
    parts.map((part) => [part.slice(0, part.indexOf('=')), [part.slice(part.indexOf('=') + 1)]]),
  );
}
