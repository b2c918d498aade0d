import { isObject, type JsonObject } from '../../foundation/json.ts';
import { escaped } from '../../foundation/json-pointer.ts';
import type { AnswerDifference } from './rehearsal.ts';

/** The JSON types at each place of an answer, by its pointer. Items of a list are one place. */
type AnswerShape = ReadonlyMap<string, ReadonlySet<string>>;

/** Names the members of an object. */
export type MemberNames = {
  /** Returns a function that shows the names of an object's members. Undefined is a name that is data. */
  of(object: JsonObject): (name: string) => string | undefined;
  /** Returns the names of what lies within a member; null where nobody looks. */
  within(name: string): MemberNames | null;
};

/** Stands for any item, and for members whose names are data. */
const ANY = '*';
/** Places of an answer that are compared, and the depth of the deepest one. */
const PLACES_MAX = 2_000;
const DEPTH_MAX = 40;
const POINTER_MAX = 300;

/** Reads the shape of a value, without any of its values. @param at the pointer of the value itself */
export function shapeOf(value: unknown, names: MemberNames, at: string): AnswerShape {
  const shape = new Map<string, Set<string>>();
  add({ value, names, at, depth: 0 }, shape);
  return shape;
}

type AddInput = {
  readonly value: unknown;
  readonly names: MemberNames | null;
  readonly at: string;
  readonly depth: number;
};

function add({ value, names, at, depth }: AddInput, shape: Map<string, Set<string>>): void {
  const known = shape.get(at);
  if (!known && (shape.size >= PLACES_MAX || at.length > POINTER_MAX)) return;
  const types = known ?? new Set<string>();
  shape.set(at, types);
  types.add(typeOf(value));
  if (depth === DEPTH_MAX || !names) return;
  if (Array.isArray(value))
    for (const item of value) add({ value: item, names, at: `${at}/${ANY}`, depth: depth + 1 }, shape);
  else if (isObject(value)) {
    const shownOf = names.of(value);
    for (const [name, member] of Object.entries(value)) {
      const shown = shownOf(name);
      const place = `${at}/${shown === undefined ? ANY : escaped(shown)}`;
      add({ value: member, names: names.within(name), at: place, depth: depth + 1 }, shape);
    }
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * Lists the differences of two shapes.
 *
 * A place is missing, or added, where the object that it belongs to is on both sides. A list that is empty, or a
 * member that is null, so says nothing of what it could hold. A type is changed where one comes that did not come before.
 */
export function shapeDifferences(before: AnswerShape, after: AnswerShape): AnswerDifference[] {
  const differences: AnswerDifference[] = [];
  for (const [pointer, types] of before) {
    const now = after.get(pointer);
    if (!now) {
      if (isMember(pointer, before, after))
        differences.push({ kind: 'FIELD_MISSING', pointer, was: listOf(types), now: '' });
    } else if ([...now].some((type) => !types.has(type)))
      differences.push({ kind: 'TYPE_CHANGED', pointer, was: listOf(types), now: listOf(now) });
  }
  for (const [pointer, types] of after)
    if (!before.has(pointer) && isMember(pointer, before, after))
      differences.push({ kind: 'FIELD_ADDED', pointer, was: '', now: listOf(types) });
  return differences;
}

const listOf = (types: ReadonlySet<string>) => [...types].sort().join(' | ');

/** Tells whether a place belongs to an object that both have. */
function isMember(pointer: string, before: AnswerShape, after: AnswerShape): boolean {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return [before, after].every((shape) => shape.get(parent)?.has('object'));
}

/** Members of values whose form nobody describes. Their names may be data. */
export const undescribed: MemberNames = { of: () => () => undefined, within: () => undescribed };

/** Shows the members that documents name. All other names may be data. */
export function describedNames(described: ReadonlySet<string>): MemberNames {
  const shown = (name: string) => (described.has(name) ? name : undefined);
  const names: MemberNames = { of: () => shown, within: () => names };
  return names;
}

const LETTERS = /^[A-Za-z_$][A-Za-z_$-]{0,39}$/;
/** An object with more members is taken for a table, whose names are keys. */
const MEMBERS_MAX = 50;

/** Members of an API without a document. A name of letters counts as one, unless there are many. */
export const likelyNames: MemberNames = {
  of: (object) =>
    Object.keys(object).length > MEMBERS_MAX
      ? () => undefined
      : (name) => (LETTERS.test(name) ? name : undefined),
  within: () => likelyNames,
};
