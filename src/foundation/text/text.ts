import type { InputPath } from '../errors.ts';

/** Can a database hold it? PostgreSQL's text has no U+0000, and its jsonb no lone surrogate either. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Of Unicode, and what turns the direction of text around, over its end too: another name or title would be read. (UAX #9) */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Does it hold characters that are not shown, but change how others are? */
export const hasControls = (text: string): boolean => CONTROLS.test(text);

type TextPath = { readonly name: string | number; readonly parent: TextPath } | undefined;
type Node = { readonly value: object; readonly place: TextPath };

/**
 * Where a text, or the name of a member, is one that no database can hold; undefined when all are right. It walks
 * without recursion, and writes no path before it is asked for one: the value comes from outside, however deep.
 */
export function unstorableAt(root: unknown): InputPath | undefined {
  if (typeof root === 'string') return isStorable(root) ? undefined : [];
  const waiting: Node[] = isTree(root) ? [{ value: root, place: undefined }] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, place } = node;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (!isStorable(name)) return pathTo(place);
      const step = isList ? Number(name) : name;
      if (isTree(member)) waiting.push({ value: member, place: { name: step, parent: place } });
      else if (typeof member === 'string' && !isStorable(member))
        return pathTo({ name: step, parent: place });
    }
  }
  return undefined;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathTo(place: TextPath): (string | number)[] {
  const path: (string | number)[] = [];
  for (let each = place; each; each = each.parent) path.push(each.name);
  return path.reverse();
}
