/** A request as whoever reads HTTP/1.1 without any leniency sees it. */
export type StrictRequest = {
  readonly method: string;
  /** Names in lower case; values of one name are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

type Read<T> = { readonly value: T; readonly rest: string };

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) [!-~]+ +HTTP\/1\.([01])$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CHUNK_HEAD = /^([\da-fA-F]{1,15})((?:;[\t\x20-\x7e\x80-\xff]*)?)$/;

/**
 * The requests of a connection that are whole and clear, and the rest.
 *
 * The rest begins with a request that is not, or that is not served.
 */
type StrictlyRead = { readonly requests: readonly StrictRequest[]; readonly rest: string };

/**
 * Reads the requests of a connection by the grammar of RFC 9112 alone.
 *
 * It is an oracle for what a server may take for requests.
 *
 * @param bytes in Latin-1: one character is one byte
 */
export function strictRequests(bytes: string): StrictlyRead {
  const requests: StrictRequest[] = [];
  let rest = bytes;
  for (;;) {
    rest = rest.replace(/^[\r\n]+/, '');
    const read = requestOf(rest);
    if (!read) return { requests, rest };
    requests.push(read.value.request);
    rest = read.rest;
    if (read.value.isLast) return { requests, rest };
  }
}

function requestOf(text: string): Read<{ request: StrictRequest; isLast: boolean }> | undefined {
  const head = linesOf(text);
  const [, method = '', minor] = REQUEST_LINE.exec(head?.value[0] ?? '') ?? [];
  const headers = head && fieldsOf(head.value.slice(1));
  if (!method || !headers) return undefined;
  const body = bodyOf(head.rest, headers, minor === '0');
  const options = (headers.get('connection') ?? '').toLowerCase().split(/[ \t]*,[ \t]*/);
  const isLast = minor === '0' ? !options.includes('keep-alive') : options.includes('close');
  return body && { value: { request: { method, headers, body: body.value }, isLast }, rest: body.rest };
}

/** The lines before an empty one. */
function linesOf(text: string): Read<string[]> | undefined {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? undefined : { value: text.slice(0, end).split('\r\n'), rest: text.slice(end + 4) };
}

function fieldsOf(lines: readonly string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(colon, 0)).toLowerCase(), line.slice(colon + 1)];
    if (!TOKEN.test(name) || !FIELD_VALUE.test(value)) return undefined;
    const before = fields.get(name);
    const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '');
    fields.set(name, before === undefined ? trimmed : `${before}, ${trimmed}`);
  }
  return fields;
}

function bodyOf(text: string, headers: ReadonlyMap<string, string>, isOld: boolean) {
  const [length, coding] = [headers.get('content-length'), headers.get('transfer-encoding')];
  if (coding === undefined) return length === undefined ? { value: '', rest: text } : sized(text, length);
  const isClear = length === undefined && coding.toLowerCase() === 'chunked' && !isOld;
  return isClear ? chunked(text) : undefined;
}

function sized(text: string, length: string): Read<string> | undefined {
  const size = /^\d{1,15}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return text.length < size ? undefined : { value: text.slice(0, size), rest: text.slice(size) };
}

function chunked(text: string): Read<string> | undefined {
  let [value, rest] = ['', text];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const [, digits] = CHUNK_HEAD.exec(rest.slice(0, Math.max(end, 0))) ?? [];
    if (digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return trailed(value, rest.slice(end));
    const data = rest.slice(end + 2, end + 2 + size);
    if (data.length < size || rest.slice(end + 2 + size, end + 4 + size) !== '\r\n') return undefined;
    value += data;
    rest = rest.slice(end + 4 + size);
  }
}

/** Reads the end of a chunked body. It is trailers, each behind a line end, and an empty line. */
function trailed(value: string, text: string): Read<string> | undefined {
  const trailers = linesOf(text);
  const [, ...lines] = trailers?.value ?? [];
  return trailers && fieldsOf(lines) && { value, rest: trailers.rest };
}
