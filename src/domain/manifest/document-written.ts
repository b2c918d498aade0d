import { membersInSteps } from '../../foundation/json-members.ts';

/** Members that people look for first. Documents come from a database without an order. */
const FIRST = ['$schema', 'openapi', 'info', 'servers', 'paths'];
/** Members that are put in order. Nobody reads a document of more, and to order half a million takes a second. */
const ORDERED_MAX = 1_000;

/**
 * Writes a document's JSON text with its members in the order people read. The result is in pieces, since it may be
 * large. The contents of members are not parsed. It yields after each part of the text.
 */
export function* documentWriting(text: string): Generator<undefined, string[]> {
  const members = yield* membersInSteps(text);
  if (members.length > ORDERED_MAX) return [text];
  members.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
  const pieces = members.flatMap(({ start, end }, at) => [at === 0 ? '{' : ',', text.slice(start, end)]);
  return pieces.length === 0 ? ['{}'] : [...pieces, '}'];
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
}
