import { errors } from 'undici';

/** The way that the body of an answer ends. (RFC 9112 §6.3) */
type Framing =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'LENGTH'; readonly bytes: number }
  | { readonly kind: 'CHUNKED' }
  | { readonly kind: 'UNTIL_CLOSE' };

export type ResponseHead = {
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly framing: Framing;
  /** The time for which the connection may be kept for another request. 0 is not at all. */
  readonly keepMs: number;
};

/**
 * A status line. It is followed by whole lines of fields: no other line end than CRLF, no folding, no control
 * characters.
 */
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/;
const FIELDS = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/;
const BARE_LF = /[^\r]\n/;
const LENGTH = /^\d{1,15}$/;

/** The time for which an idle connection is kept, unless the back-end states less. */
export const KEEP_MS = 30_000;
/** A margin before the time that a back-end states. It closes the connection at that very moment. */
const CLOSING_MS = 1_000;

const NONE: Framing = { kind: 'NONE' };
const CHUNKED: Framing = { kind: 'CHUNKED' };
const UNTIL_CLOSE: Framing = { kind: 'UNTIL_CLOSE' };

/** Makes the error of an answer that is no HTTP/1.1. Its connection is useless afterwards. */
export function parserError(why: string): Error {
  return new errors.HTTPParserError(why);
}

/** Is true for text that may be the beginning of a head. The first line is not judged before it ends. */
export function isBeginning(text: string): boolean {
  return !text.includes('\n') || (STATUS_LINE.test(text) && !BARE_LF.test(text));
}

/** Is true for valid fields of a message. */
export function areFields(text: string): boolean {
  return FIELDS.test(text);
}

/**
 * Reads the head of an answer. Framing that two readers could take differently is refused, not repaired.
 *
 * @param text as Latin-1: the status line and the fields, each with its CRLF
 * @param method of the request
 */
export function readResponseHead(text: string, method: string): ResponseHead {
  const [line, minor, code] = STATUS_LINE.exec(text) ?? [];
  if (line === undefined || !areFields(text.slice(line.length))) throw parserError('Invalid head');
  const headers: string[] = [];
  const is11 = minor === '1';
  const noted: FramingHeaders = {
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
    if (LENGTHS_OF_NOTED.has(name.length)) noteHeader(noted, name.toLowerCase(), text.slice(colon + 1, end));
    at = end + 2;
  }
  const status = Number(code);
  const framing = framingOf(noted);
  return {
    status,
    headers,
    framing: hasBody(status, method) ? framing : NONE,
    keepMs: keepMsOf(noted),
  };
}

/** The lengths of the names that `note` knows. Comparing lengths costs less than converting each name to lower case. */
const LENGTHS_OF_NOTED: ReadonlySet<number> = new Set(
  ['content-length', 'transfer-encoding', 'connection', 'keep-alive'].map(({ length }) => length),
);

/** The headers that decide framing and connection. */
type FramingHeaders = {
  readonly is11: boolean;
  lengths: number;
  length: string;
  codings: number;
  coding: string;
  connection: string;
  keepAlive: string;
};

/** @param line is what followed the colon, with its blanks */
function noteHeader(framing: FramingHeaders, key: string, line: string): void {
  const value = withoutBlanks(line, 0, line.length);
  if (key === 'content-length') {
    framing.lengths += 1;
    framing.length = value;
  } else if (key === 'transfer-encoding') {
    framing.codings += 1;
    // Beside a tab, llhttp does not find the coding, and reads until the connection ends.
    framing.coding = line.includes('\t') ? line : value.toLowerCase();
  } else if (key === 'connection') framing.connection += `,${value.toLowerCase()}`;
  else if (key === 'keep-alive') framing.keepAlive = value;
}

/**
 * Returns the framing. Two lengths, a length beside a coding, and a coding other than chunked are ambiguous. (RFC 9112
 * §6.3)
 */
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

/** The options of most answers that tell any. */
const KEPT = ',keep-alive';

/** Returns how long the connection may be kept. (RFC 9112 §9.3) */
function keepMsOf({ is11, connection, keepAlive }: FramingHeaders): number {
  if ((connection !== '' && connection !== KEPT) || !is11) {
    const options = connection.split(',').map((option) => option.trim());
    if (options.includes('close') || (!is11 && !options.includes('keep-alive'))) return 0;
  }
  const seconds = keepAlive === '' ? undefined : /timeout=(\d{1,9})/i.exec(keepAlive)?.[1];
  if (seconds === undefined) return KEEP_MS;
  return Math.max(0, Math.min(KEEP_MS, Number(seconds) * 1000 - CLOSING_MS));
}

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t';

/** Removes blanks. `trim` would remove the byte A0 too. */
function withoutBlanks(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}
