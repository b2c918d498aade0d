import { membersOf } from '../../foundation/json-members.ts';

/** Members that people look for first. Documents come from a database without an order. */
const FIRST = ['$schema', 'openapi', 'info', 'servers', 'paths'];

/**
 * Writes a document's JSON text with its members in the order people read. The result is in pieces, since it may be
 * large. The contents of members are not parsed.
 */
export function documentWritten(text: string): string[] {
  const members = membersOf(text).toSorted(
    (a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1),
  );
  const pieces = members.flatMap(({ start, end }, at) => [at === 0 ? '{' : ',', text.slice(start, end)]);
  return pieces.length === 0 ? ['{}'] : [...pieces, '}'];
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
}
