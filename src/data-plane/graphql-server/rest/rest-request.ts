import { refuse } from '../../../foundation/errors.ts';
import type { OperationModel } from '../../../openapi/to-graphql/model.ts';
import type { BackendCall } from './backend-client.ts';
import { type RestBody, restBody } from './rest-body.ts';
import { pairs, pathValue, text } from './styles.ts';

/** The arguments of a call by name. Members of objects are named as in JSON. */
export type RestArguments = Readonly<Record<string, unknown>>;

const ACCEPT = {
  JSON: 'application/json, */*;q=0.1',
  NONE: 'application/json, */*;q=0.1',
  TEXT: 'text/*, application/xml;q=0.9, */*;q=0.1',
  BYTES: '*/*',
} as const;

/**
 * The call that answers a field. (OpenAPI 3.1, "Style Values") Nothing that a caller gives can become another part of
 * the call than it is for.
 *
 * @param url the address of the source
 * @throws BAD_USER_INPUT for a value that no path or header can hold
 */
export function restRequest(
  operation: OperationModel,
  args: RestArguments,
  url: string,
): Omit<BackendCall, 'timeoutMs'> & { readonly headers: Record<string, string> } {
  const { method, path, sends, formStyles, answer } = operation;
  const headers: Record<string, string> = { accept: ACCEPT[answer] };
  const query: string[] = [];
  const cookies: string[] = [];
  let target = path;
  let sent: RestBody | undefined;
  for (const { name, place } of operation.arguments) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value == null) continue;
    if (place.in === 'path')
      target = target.replaceAll(`{${place.name}}`, () => pathValue(name, place, value));
    else if (place.in === 'query') query.push(...pairs(place, value));
    else if (place.in === 'cookie') cookies.push(...pairs({ ...place, explode: false }, value));
    else if (place.in === 'header') headers[place.name.toLowerCase()] = headerValue(name, value);
    else if (sends !== null) sent = restBody(sends, value, formStyles);
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
  if (sent) headers['content-type'] = sent.contentType;
  const address = `${url.replace(/\/+$/, '')}${target}`;
  const separator = address.includes('?') ? '&' : '?';
  return {
    method,
    headers,
    url: query.length > 0 ? `${address}${separator}${query.join('&')}` : address,
    ...(sent && { body: sent.body }),
  };
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
