import { membersOf } from '../../foundation/json-members.ts';

/** Documents come from a database without an order; people look for these first. */
const FIRST = ['$schema', 'openapi', 'info', 'servers', 'paths'];

/**
 * The JSON text of a document in the order of its members in which people read it: in pieces, since it may be large. Nothing
 * is made of what its members hold.
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
