import { type Refusal, refusal } from '../../../foundation/errors.ts';

/** The head of a request, in the words of HTTP/1.1. */
export type StreamHead = {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly fields: readonly string[];
  /** Bytes of the body; undefined for one that has not come whole. */
  readonly bodyBytes: number | undefined;
};

/**
 * Translates the head of a request over HTTP/2. (RFC 9113 §8.3.1, §8.2.3)
 *
 * @param raw names and values in turn; the parser has refused fields of a connection
 * @param bodyBytes bytes of the body; undefined for one that has not come whole
 * @returns the refusal of a head that has no form in HTTP/1.1
 */
export function streamHeadOf(raw: readonly string[], bodyBytes: number | undefined): StreamHead | Refusal {
  const pseudo = new Map<string, string>();
  const fields: string[] = [];
  const cookies: string[] = [];
  const hosts: string[] = [];
  let hasLength = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (name.startsWith(':')) pseudo.set(name, value);
    else if (name === 'cookie') cookies.push(value);
    else if (name === 'host') hosts.push(value);
    else if (name !== 'te') fields.push(name, value);
    hasLength ||= name === 'content-length';
  }
  const { [':method']: method = '', [':path']: path, [':authority']: authority } = Object.fromEntries(pseudo);
  if (path === undefined) return refusal('METHOD_NOT_ALLOWED', { detail: `${method} is not served here.` });
  if (authority !== undefined && hosts.some((host) => host !== authority))
    return refusal('BAD_USER_INPUT', { detail: 'The field host is not the :authority of the request.' });
  for (const host of authority === undefined ? hosts : [authority]) fields.unshift('host', host);
  if (cookies.length > 0) fields.push('cookie', cookies.join('; '));
  if (!hasLength) fields.push(...framingOf(bodyBytes));
  return { method, path, fields, bodyBytes };
}

/** The field that says in HTTP/1.1 where a body ends. */
function framingOf(bodyBytes: number | undefined): readonly string[] {
  if (bodyBytes === undefined) return ['transfer-encoding', 'chunked'];
  return bodyBytes > 0 ? ['content-length', `${bodyBytes}`] : [];
}

/** Fields of a connection, which an answer over HTTP/2 has not. (RFC 9113 §8.2.2) */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Translates the fields of an answer. A name that comes several times has a list. */
export function streamFieldsOf(raw: readonly string[]): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at]?.toLowerCase(), raw[at + 1]];
    if (OF_CONNECTION.has(name)) continue;
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}
