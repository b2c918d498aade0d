// The parts of a response's head, as text.
import { STATUS_CODES } from 'node:http';
import { systemClock } from '../../foundation/clock.ts';

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

const date = { line: '', until: 0 };

/** The field Date, which is the same for a second. */
export function dateLine(): string {
  const at = systemClock();
  const now = at.getTime();
  if (now >= date.until || now < date.until - 1_000) {
    date.line = `Date: ${at.toUTCString()}\r\n`;
    date.until = now - (now % 1_000) + 1_000;
  }
  return date.line;
}
