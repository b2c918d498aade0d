import { isObject, type JsonObject } from '../foundation/json.ts';
import { child, type DocumentNode, items, referred, resolved } from './document/document-node.ts';

/** A member of a schema, for people who read it. */
export type DescribedMember = {
  /** `address.city`, `[].name`; empty for the value itself. */
  readonly path: string;
  /** `string (date)`, `Customer[]`, `integer 1–10 = 5`: the same in every language. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
};

/** Members that are listed of one schema, and their levels. */
const PARTS_MAX = 100;
const DEPTH_MAX = 6;
const VALUES_MAX = 20;
const VALUE_MAX = 60;
const TEXT_MAX = 600;
/** Schemas that are looked at. Parts of parts may be many, though none has a member. */
const VISITS_MAX = 2_000;

type Listing = {
  readonly parts: DescribedMember[];
  readonly direction: 'REQUEST' | 'RESPONSE';
  visitsLeft: number;
};
/** A place in a schema, with the schemas that it lies in. */
type Place = {
  readonly path: string;
  readonly isRequired: boolean;
  readonly within: readonly string[];
};

/**
 * Lists the members of a schema from the outside in. They are at most 100, of six levels. A schema within itself is named once.
 *
 * Alternatives of `oneOf` and `anyOf` are listed after one another, since a reader wants to know each member.
 */
export function schemaParts(schema: DocumentNode, direction: Listing['direction']): DescribedMember[] {
  const listing: Listing = { parts: [], direction, visitsLeft: VISITS_MAX };
  const whole: Place = { path: '', isRequired: true, within: [] };
  if (typeOf(schema) === 'object') members(schema, whole, listing);
  else if (schema.value !== undefined) list(schema, whole, listing);
  return listing.parts;
}

function list(node: DocumentNode, place: Place, listing: Listing): void {
  if (listing.parts.length >= PARTS_MAX) return;
  const schema = resolved(node);
  if (!schema || !isObject(schema.value)) return;
  listing.parts.push({
    path: place.path,
    type: typeInWords(node),
    isRequired: place.isRequired,
    description: textOf(schema.value['description']),
  });
  members(node, place, listing);
}

function members(node: DocumentNode, { path, within }: Place, listing: Listing): void {
  listing.visitsLeft -= 1;
  const schema = resolved(node);
  if (!schema || !isObject(schema.value) || within.includes(schema.at)) return;
  if (listing.visitsLeft < 0 || path.split(/\.|\[\]/).length > DEPTH_MAX) return;
  const inner = [...within, schema.at];
  for (const part of partsOf(schema)) members(part, { path, isRequired: true, within: inner }, listing);
  const item = child(schema, 'items');
  if (isObject(item.value)) members(item, { path: `${path}[]`, isRequired: true, within: inner }, listing);
  const required = Array.isArray(schema.value['required']) ? schema.value['required'] : [];
  const properties = child(schema, 'properties');
  for (const name of Object.keys(isObject(properties.value) ? properties.value : {})) {
    const member = child(properties, name);
    if (isHidden(member, listing.direction)) continue;
    const place = { path: path === '' ? name : `${path}.${name}`, isRequired: required.includes(name) };
    list(member, { ...place, within: inner }, listing);
  }
}

const partsOf = (schema: DocumentNode) =>
  ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => items(child(schema, keyword)));

/** Callers do not send what is only read, nor read what is only written. */
function isHidden(node: DocumentNode, direction: Listing['direction']): boolean {
  const value = resolved(node)?.value;
  return isObject(value) && value[direction === 'REQUEST' ? 'readOnly' : 'writeOnly'] === true;
}

/** Describes the type of a schema. */
export function typeInWords(node: DocumentNode): string {
  const schema = resolved(node);
  if (!schema || !isObject(schema.value)) return 'any';
  const type = typeOf(schema);
  if (type === 'array') return `${itemInWords(child(schema, 'items'))}[]`;
  const alternatives = [...items(child(schema, 'oneOf')), ...items(child(schema, 'anyOf'))];
  if (type === 'any' && alternatives.length > 0)
    return [...new Set(alternatives.map(itemInWords))].join(' | ');
  if (type === 'object') return nameOf(node) ?? type;
  return `${valuesOf(schema.value) ?? type}${formatOf(schema.value)}${boundsOf(schema.value)}${presetOf(schema.value)}`;
}

const itemInWords = (item: DocumentNode): string => nameOf(item) ?? typeOf(item);

/** The name of a schema that a reference leads to. */
function nameOf(node: DocumentNode): string | undefined {
  return referred(node)?.at.split('/').at(-1);
}

function typeOf(node: DocumentNode): string {
  const schema = resolved(node)?.value;
  if (!isObject(schema)) return 'any';
  const { type, properties, items: listed, allOf } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  if (types.length > 0) return types.join(' | ');
  if (isObject(properties) || Array.isArray(allOf)) return 'object';
  return isObject(listed) ? 'array' : 'any';
}

const formatOf = ({ format }: JsonObject) => (typeof format === 'string' ? ` (${format})` : '');

function boundsOf({ minimum, maximum, minLength, maxLength }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` ${minimum}–${maximum}`;
  if (typeof minimum === 'number') return ` ≥ ${minimum}`;
  if (typeof maximum === 'number') return ` ≤ ${maximum}`;
  if (typeof maxLength === 'number') return ` [${Number(minLength ?? 0)}–${maxLength}]`;
  return '';
}

/** The values that are allowed, where they are listed. */
function valuesOf({ enum: values }: JsonObject): string | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const more = values.length > VALUES_MAX ? ' | …' : '';
  return `${values.slice(0, VALUES_MAX).map(inShort).join(' | ')}${more}`;
}

const presetOf = ({ default: preset }: JsonObject) => (preset === undefined ? '' : ` = ${inShort(preset)}`);

const inShort = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, VALUE_MAX);

/** A text of a document, in short. */
export function textOf(text: unknown): string | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
