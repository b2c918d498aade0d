import { isObject } from '../domain/openapi-tree.ts';
import type { ArgumentPlace, OperationModel } from '../domain/rest-to-graphql/model.ts';
import { refuse } from '../errors.ts';
import type { BackendCall } from './backend.ts';
import { stringifyExact } from './exact-json.ts';
import { pathSegment } from './root-field.ts';

/** The arguments of a call, by their names; members of objects are called as in JSON. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * The call that answers a field. (OpenAPI 3.1, "Style Values") Nothing that a caller gives can become another part of
 * the call than it is for.
 *
 * @param url the address of the source
 * @throws BAD_USER_INPUT for a value that no path or header can hold
 */
export function restRequest(
  operation: OperationModel,
  args: Arguments,
  url: string,
): Omit<BackendCall, 'timeoutMs'> & { readonly headers: Record<string, string> } {
  const { method, path, sends, answer } = operation;
  const headers: Record<string, string> = {
    accept: answer === 'TEXT' ? 'text/*, application/xml;q=0.9, */*;q=0.1' : 'application/json, */*;q=0.1',
  };
  const query: string[] = [];
  const cookies: string[] = [];
  let target = path;
  let body: string | undefined;
  for (const { name, place } of operation.arguments) {
    const value = args[name];
    if (value == null) continue;
    if (place.in === 'path') target = target.replaceAll(`{${place.name}}`, () => pathValue(name, value));
    else if (place.in === 'query') query.push(...pairs(place, value));
    else if (place.in === 'cookie') cookies.push(...pairs({ ...place, explode: false }, value));
    else if (place.in === 'header') headers[place.name.toLowerCase()] = headerValue(name, value);
    else body = bodyText(sends, value);
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
  if (body !== undefined && sends !== null) headers['content-type'] = sends;
  const address = `${url.replace(/\/+$/, '')}${target}`;
  const separator = address.includes('?') ? '&' : '?';
  return {
    method,
    headers,
    url: query.length > 0 ? `${address}${separator}${query.join('&')}` : address,
    ...(body !== undefined && { body }),
  };
}

const text = (value: unknown): string =>
  typeof value === 'object' && value !== null ? stringifyExact(value) : String(value);

/** `simple`: lists and objects by commas. */
function pathValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => pathSegment(name, text(each))).join(',');
  if (!isObject(value)) return pathSegment(name, text(value));
  return Object.entries(value)
    .map((pair) => pair.map((each) => pathSegment(name, text(each))).join(','))
    .join(',');
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
const encoded = (value: unknown) => encodeURIComponent(text(value));

function pairs({ name, style, explode }: ArgumentPlace, value: unknown): string[] {
  const key = encodeURIComponent(name);
  if (style === 'json' || typeof value !== 'object' || value === null) return [`${key}=${encoded(value)}`];
  const entries = Object.entries(value).filter(([, each]) => each != null);
  if (Array.isArray(value)) {
    const values = entries.map(([, each]) => encoded(each));
    return explode
      ? values.map((each) => `${key}=${each}`)
      : [`${key}=${values.join(DELIMITERS[style] ?? ',')}`];
  }
  if (style === 'deepObject')
    return entries.map(([member, each]) => `${encodeURIComponent(`${name}[${member}]`)}=${encoded(each)}`);
  if (explode) return entries.map(([member, each]) => `${encodeURIComponent(member)}=${encoded(each)}`);
  return [`${key}=${entries.flat().map(encoded).join(',')}`];
}

/** RFC 9110 §5.5: visible characters and blanks; a line break would begin another header. */
function headerValue(name: string, value: unknown): string {
  const held = Array.isArray(value) ? value.map(text).join(',') : text(value);
  if (/^[\t\x20-\x7e]*$/.test(held)) return held;
  return refuse('BAD_USER_INPUT', {
    detail: `${name} is sent in a header, which holds letters, digits, signs and blanks of ASCII only.`,
    path: [name],
  });
}

function bodyText(sends: string | null, value: unknown): string {
  if (sends?.startsWith('application/x-www-form-urlencoded') && isObject(value))
    return Object.entries(value)
      .filter(([, each]) => each != null)
      .flatMap(([name, each]) => pairs({ in: 'query', name, style: 'form', explode: true }, each))
      .join('&');
  return sends?.startsWith('text/') && !sends.includes('json') ? text(value) : stringifyExact(value);
}
