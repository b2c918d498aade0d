// The parts of a response's head.
import { STATUS_CODES } from 'node:http';
import { systemClock } from '../../foundation/clock.ts';
import { fieldLine } from '../../foundation/text/field-line.ts';

/** Characters that no value may have. They could end a line, and with it the head. */
const ALIEN = /[^\t\x20-\x7e\x80-\xff]/;
/** A link and its parameters. (RFC 8288 §3) */
const LINK = /^<[^>]*>(?: *; *[^;="\s]+(?:=(?:"[^"]*"|[^;"\s]*))?)*$/;

/**
 * Returns a line end, the name of a field, a colon and its value.
 *
 * @throws TypeError for a name or a value that would break the head
 */
export function fieldText(name: string, value: string): string {
  const line = fieldLine(name);
  if (line === undefined) throw new TypeError(`invalid header name ${JSON.stringify(name)}`);
  if (ALIEN.test(value)) throw new TypeError('invalid character in a header');
  return line + value;
}

/** @throws TypeError for what is no link of an early hint */
export function checkLinks(links: readonly string[]): void {
  if (!links.every((each) => LINK.test(each) && !ALIEN.test(each))) throw new TypeError('invalid link');
}

/** Merges headers that were set with those of a head. The latter replace the former in their places. */
export function withFields(set: ReadonlyMap<string, readonly string[]>, fields: readonly string[]): string[] {
  const merged = new Map(set);
  const seen = new Set<string>();
  for (let at = 0; at < fields.length; at += 2) {
    const field = fields.slice(at, at + 2);
    const key = field[0]?.toLowerCase() ?? '';
    merged.set(key, seen.has(key) ? [...(merged.get(key) ?? []), ...field] : field);
    seen.add(key);
  }
  return [...merged.values()].flat();
}

const statusLines = new Map<number, string>();

/** The status line without its end, which is made once for each status. */
export function statusLine(status: number): string {
  const known = statusLines.get(status);
  if (known !== undefined) return known;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}`;
  statusLines.set(status, line);
  return line;
}

const date = { value: '', line: '', until: 0 };

/** The field Date, which is the same for a second. */
export function dateLine(): string {
  return dateNow().line;
}

/** The value of the field Date, which is the same for a second. */
export function dateValue(): string {
  return dateNow().value;
}

function dateNow(): typeof date {
  const at = systemClock();
  const now = at.getTime();
  if (now >= date.until || now < date.until - 1_000) {
    date.value = at.toUTCString();
    date.line = `Date: ${date.value}\r\n`;
    date.until = now - (now % 1_000) + 1_000;
  }
  return date;
}
