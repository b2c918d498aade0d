import { beginningOf, isSecretMember } from './concealment.ts';

const TEXT_MAX = 100;
const ITEMS_MAX = 4;

/** Prints a JSON value for people: few quotation marks, long values cut, secrets hidden. */
export function inShort(value: unknown): string {
  if (typeof value === 'string') return textInShort(value);
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (Array.isArray(value)) return `[${listInShort(value)}]`;
  return isObject(value) ? `{${contentInShort(value)}}` : String(value);
}

/** The same without the outer braces of an object. */
export function contentInShort(value: unknown): string {
  if (!isObject(value) || Array.isArray(value)) return inShort(value);
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${name}: ${memberInShort(name, member)}`)
    .join(', ');
}

/** Prints the first items of a list, and their number when there are more. */
export function listInShort(list: readonly unknown[]): string {
  const shown = list.slice(0, ITEMS_MAX).map(inShort).join(', ');
  return list.length > ITEMS_MAX ? `${shown}, … ${list.length} in all` : shown;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}

function memberInShort(name: string, member: unknown): string {
  return isSecretMember(name) && typeof member === 'string' ? beginningOf(member) : inShort(member);
}

function textInShort(text: string): string {
  const lines = text.trim().split('\n').length;
  if (lines > 1) return `a document of ${lines} lines`;
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
