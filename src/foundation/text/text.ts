import type { InputPath } from '../errors.ts';

/**
 * Is true for text that a database can store. PostgreSQL's text has no U+0000, and its jsonb no lone surrogate either.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Control characters, and characters that change the direction of text beyond its end. They make a name or title read
 * as another one. (UAX #9)
 */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Is true for text with invisible characters that change how others are shown. */
export const hasControls = (text: string): boolean => CONTROLS.test(text);

/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Isolates a name that is written from right to left from what follows it. (UAX #9) */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

type TextPath = { readonly name: string | number; readonly parent: TextPath } | undefined;
type Node = { readonly value: object; readonly path: TextPath };

/**
 * Finds a text or member name that no database can store. Undefined when there is none. It walks without recursion,
 * because the value comes from outside. The path is written only when it is needed.
 */
export function unstorableAt(root: unknown): InputPath | undefined {
  if (typeof root === 'string') return isStorable(root) ? undefined : [];
  const waiting: Node[] = isTree(root) ? [{ value: root, path: undefined }] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, path } = node;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (!isStorable(name)) return pathTo(path);
      const step = isList ? Number(name) : name;
      if (isTree(member)) waiting.push({ value: member, path: { name: step, parent: path } });
      else if (typeof member === 'string' && !isStorable(member)) return pathTo({ name: step, parent: path });
    }
  }
  return undefined;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathTo(leaf: TextPath): (string | number)[] {
  const path: (string | number)[] = [];
  for (let each = leaf; each; each = each.parent) path.push(each.name);
  return path.reverse();
}
