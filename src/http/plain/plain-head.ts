import { HOST } from '../ingress/request-rules.ts';

/**
 * The grammar of a plain head: a strict subset of RFC 9112.
 *
 * No two readers see different requests in it.
 *
 * Any other head is not refused. Node's parser reads it, by the rules for any request.
 */
const GRAMMAR = {
  /** Seven methods, the origin form (RFC 9112 §3.2.1), HTTP/1.1. Characters that others read differently are left out. */
  requestLine: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!"$-[\]-~]{0,8191}) HTTP\/1\.1\r\n/,
  /**
   * Names of letters, digits and hyphens. At most one space before a value. Values of visible Latin-1 with blanks
   * between. No other line end than CRLF, and so no folding.
   */
  fields: /^(?:[A-Za-z0-9-]+: ?(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?\r\n)+$/,
  /** Digits without a leading zero, below a gigabyte. */
  contentLength: /^(?:0|[1-9]\d{0,8})$/,
  connection: /^(?:keep-alive|close)$/i,
  host: HOST,
  fieldsMax: 100,
  /** Fields that change how a message is read or answered. One is read as a list by Node. */
  notTaken: new Set([
    'transfer-encoding',
    'trailer',
    'te',
    'upgrade',
    'http2-settings',
    'expect',
    'proxy-connection',
    'set-cookie',
  ]),
} as const;

/** Fields by their names in lower case. No name comes twice. */
export type PlainHeaders = Record<string, string>;

export type PlainHead = {
  readonly method: string;
  readonly target: string;
  readonly headers: PlainHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
  /** Bytes of the body; 0 where there is none. */
  readonly bodyBytes: number;
  /** Tells whether the connection may serve another request. */
  readonly isKept: boolean;
};

/**
 * Reads the head of a request.
 *
 * @param text as Latin-1: the request line and the fields, each with its CRLF
 * @returns undefined when it is not plain
 */
export function readPlainHead(text: string): PlainHead | undefined {
  const found = GRAMMAR.requestLine.exec(text);
  if (found === null) return undefined;
  const [line, method = '', target = ''] = found;
  const fields = text.slice(line.length);
  if (!GRAMMAR.fields.test(fields)) return undefined;
  const headers: PlainHeaders = {};
  const rawHeaders: string[] = [];
  for (let at = 0; at < fields.length; ) {
    const colon = fields.indexOf(':', at);
    const end = fields.indexOf('\r\n', colon);
    const name = fields.slice(at, colon);
    const value = fields.slice(fields[colon + 1] === ' ' ? colon + 2 : colon + 1, end);
    const key = lowerCase(name);
    // A name of an object's own properties is taken for a second one: it is Node's as well.
    if (headers[key] !== undefined || GRAMMAR.notTaken.has(key)) return undefined;
    headers[key] = value;
    rawHeaders.push(name, value);
    at = end + 2;
  }
  const { host, connection, 'content-length': length } = headers;
  if (rawHeaders.length > 2 * GRAMMAR.fieldsMax || host === undefined || !isHost(host)) return undefined;
  if (length !== undefined && !GRAMMAR.contentLength.test(length)) return undefined;
  if (connection !== undefined && !GRAMMAR.connection.test(connection)) return undefined;
  const isKept = connection === undefined || connection.length > 'close'.length;
  return { method, target, headers, rawHeaders, bodyBytes: Number(length ?? 0), isKept };
}

/** The last valid Host: nearly all requests of a process name the same one. */
let knownHost = '-';

function isHost(host: string): boolean {
  if (host === knownHost) return true;
  if (!GRAMMAR.host.test(host)) return false;
  knownHost = host;
  return true;
}

const KNOWN_NAMES_MAX = 1_000;
const KNOWN_NAME_LENGTH_MAX = 64;
const knownNames = new Map<string, string>();

/** Looks the name up. Few of the names that come are new, and converting one costs more. */
function lowerCase(name: string): string {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const key = name.toLowerCase();
  if (knownNames.size < KNOWN_NAMES_MAX && name.length <= KNOWN_NAME_LENGTH_MAX) knownNames.set(name, key);
  return key;
}
