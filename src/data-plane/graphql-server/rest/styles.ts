import { isObject } from '../../../foundation/json.ts';
import type { ArgumentLocation } from '../../../openapi/to-graphql/model.ts';
import { stringifyExact } from './exact-json.ts';
import { pathSegment } from './guard-root-field.ts';

/** A value where it stands alone. */
export const text = (value: unknown): string =>
  typeof value === 'object' && value !== null ? stringifyExact(value) : String(value);

/** `simple`: lists and objects by commas; or as JSON. (OpenAPI 3.1, "Style Values") @throws BAD_USER_INPUT */
export function pathValue(argument: string, { style }: ArgumentLocation, value: unknown): string {
  const segments = (values: readonly unknown[]) =>
    values.map((each) => pathSegment(argument, text(each))).join(',');
  if (style !== 'json' && Array.isArray(value)) return segments(value);
  if (style !== 'json' && isObject(value)) return segments(Object.entries(value).flat());
  return pathSegment(argument, text(value));
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
const encoded = (value: unknown) => encodeURIComponent(text(value));

/** The pairs that a value is in a query, a form or a cookie, percent-encoded. (OpenAPI 3.1, "Style Values") */
export function pairs({ name, style, explode }: ArgumentLocation, value: unknown): string[] {
  const key = encodeURIComponent(name);
  if (style === 'deepObject') return deepPairs(name, value);
  if (style === 'json' || typeof value !== 'object' || value === null) return [`${key}=${encoded(value)}`];
  const entries = Object.entries(value).filter(([, each]) => each != null);
  if (Array.isArray(value)) {
    const values = entries.map(([, each]) => encoded(each));
    return explode
      ? values.map((each) => `${key}=${each}`)
      : [`${key}=${values.join(DELIMITERS[style] ?? ',')}`];
  }
  if (explode) return entries.map(([member, each]) => `${encodeURIComponent(member)}=${encoded(each)}`);
  return [`${key}=${entries.flat().map(encoded).join(',')}`];
}

/**
 * `address[city]=Bern`. Decision: what is in an object of an object, or in a list, is written the same way, as in
 * `items[0][price]=5`: the specification leaves it open, and the APIs that have it (Stripe's) read it so.
 */
function deepPairs(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${encodeURIComponent(name)}=${encoded(value)}`];
  return Object.entries(value)
    .filter(([, each]) => each != null)
    .flatMap(([member, each]) => deepPairs(`${name}[${member}]`, each));
}
