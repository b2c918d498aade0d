import { errors } from 'undici';

/** How the body of an answer ends. (RFC 9112 §6.3) */
export type Framing =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'LENGTH'; readonly bytes: number }
  | { readonly kind: 'CHUNKED' }
  | { readonly kind: 'UNTIL_CLOSE' };

export type ResponseHead = {
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly framing: Framing;
  /** How long the connection may be kept for another request; 0 is not at all. */
  readonly keepMs: number;
};

/** A status line and then nothing but whole lines of fields: no other line end than CRLF, no folding, no control characters. */
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/;
const FIELDS = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/;
const BARE_LF = /[^\r]\n/;
const LENGTH = /^\d{1,15}$/;

/** How long a connection is kept that nobody uses, unless the back-end says less. */
export const KEEP_MS = 30_000;
/** A back-end that says how long it keeps the connection closes it at that very moment. */
const CLOSING_MS = 1_000;

const NONE: Framing = { kind: 'NONE' };
const CHUNKED: Framing = { kind: 'CHUNKED' };
const UNTIL_CLOSE: Framing = { kind: 'UNTIL_CLOSE' };

/** An answer that is no HTTP/1.1: its connection is of no use any more. */
export function parserError(why: string): Error {
  return new errors.HTTPParserError(why);
}

/** Does an answer begin so, whose head has not come to its end? Of the first line nothing is known until it ends. */
export function isBeginning(text: string): boolean {
  return !text.includes('\n') || (STATUS_LINE.test(text) && !BARE_LF.test(text));
}

/** Are these fields of a message? */
export function areFields(text: string): boolean {
  return FIELDS.test(text);
}

/**
 * Reads the head of an answer. What two readers could take for different framings is refused, not repaired.
 *
 * @param text as Latin-1: the status line and the fields, each with its CRLF
 * @param method of the request
 */
export function readResponseHead(text: string, method: string): ResponseHead {
  const [line, minor, code] = STATUS_LINE.exec(text) ?? [];
  if (line === undefined || !areFields(text.slice(line.length))) throw parserError('Invalid head');
  const headers: string[] = [];
  const is11 = minor === '1';
  const said: FramingHeaders = {
    is11,
    lengths: 0,
    length: '',
    codings: 0,
    coding: '',
    connection: '',
    keepAlive: '',
  };
  const { length } = text;
  for (let at = line.length; at < length; ) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon);
    const value = withoutBlanks(text, colon + 1, end);
    headers.push(name, value);
    if (LENGTHS_OF_NOTED.has(name.length)) noteHeader(said, name.toLowerCase(), value);
    at = end + 2;
  }
  const status = Number(code);
  const framing = framingOf(said);
  return {
    status,
    headers,
    framing: hasBody(status, method) ? framing : NONE,
    keepMs: keepMsOf(said),
  };
}

/** To make each name lower case costs more than to see by its length that it is none of those that `note` knows. */
const LENGTHS_OF_NOTED: ReadonlySet<number> = new Set(
  ['content-length', 'transfer-encoding', 'connection', 'keep-alive'].map(({ length }) => length),
);

/** What the fields say of framing and connection. */
type FramingHeaders = {
  readonly is11: boolean;
  lengths: number;
  length: string;
  codings: number;
  coding: string;
  connection: string;
  keepAlive: string;
};

function noteHeader(said: FramingHeaders, key: string, value: string): void {
  if (key === 'content-length') {
    said.lengths += 1;
    said.length = value;
  } else if (key === 'transfer-encoding') {
    said.codings += 1;
    said.coding = value.toLowerCase();
  } else if (key === 'connection') said.connection += `,${value.toLowerCase()}`;
  else if (key === 'keep-alive') said.keepAlive = value;
}

/** Two lengths, a length beside a coding, and a coding other than chunked have no meaning that is sure. (RFC 9112 §6.3) */
function framingOf({ is11, lengths, length, codings, coding }: FramingHeaders): Framing {
  if (lengths > 1 || (lengths === 1 && !LENGTH.test(length))) throw parserError('Invalid Content-Length');
  if (codings > 1 || (codings === 1 && (coding !== 'chunked' || lengths > 0 || !is11)))
    throw parserError('Invalid Transfer-Encoding');
  if (codings === 1) return CHUNKED;
  return lengths === 1 ? { kind: 'LENGTH', bytes: Number(length) } : UNTIL_CLOSE;
}

function hasBody(status: number, method: string): boolean {
  return status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD';
}

/** RFC 9112 §9.3. */
function keepMsOf({ is11, connection, keepAlive }: FramingHeaders): number {
  if (connection !== '' || !is11) {
    const options = connection.split(',').map((option) => option.trim());
    if (options.includes('close') || (!is11 && !options.includes('keep-alive'))) return 0;
  }
  const seconds = keepAlive === '' ? undefined : /timeout=(\d{1,9})/i.exec(keepAlive)?.[1];
  if (seconds === undefined) return KEEP_MS;
  return Math.max(0, Math.min(KEEP_MS, Number(seconds) * 1000 - CLOSING_MS));
}

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t';

/** Not `trim`, which takes the byte A0 away, too. */
function withoutBlanks(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}
