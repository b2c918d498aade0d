import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../foundation/json.ts';
import { membersOf } from '../../foundation/json-members.ts';
import { pointer } from '../../foundation/json-pointer.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { ProductCopy } from './definition.ts';

/** The changes of a thing: each changed member, before and after. */
export type Difference = { readonly [member: string]: unknown };

/** The number of changed places of a document that a difference lists. */
const PATHS_MAX = 50;
const TEXT_MAX = 200;

/** Compares two values regardless of the order of members. A database keeps no order. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after);
}

/**
 * Computes the difference of two things of a kind. Undefined when they are the same. It yields after each part of a
 * document, since documents can be large.
 */
export function* differenceOf(before: object, after: object): Generator<undefined, Difference | undefined> {
  const old = new Map<string, unknown>(Object.entries(before));
  let changed: Difference | undefined;
  for (const [member, value] of Object.entries(after)) {
    const was = old.get(member);
    if (!isSame(was, value)) changed = { ...changed, ...(yield* memberDifference(member, was, value)) };
  }
  return changed;
}

function* memberDifference(
  member: string,
  before: unknown,
  after: unknown,
): Generator<undefined, Difference> {
  if (member === 'copy') return yield* copyDifference(before as ProductCopy, after as ProductCopy);
  if (member === 'openapi') return { [member]: yield* documentDifference(before, after) };
  return { [member]: { before: abbreviated(before), after: abbreviated(after) } };
}

function* documentDifference(before: unknown, after: unknown): Generator<undefined, Difference> {
  if (typeof before === 'string' && typeof after === 'string')
    return { changed: yield* changedPaths(before, after) };
  const [old, young] = [before, after].map((text) =>
    typeof text === 'string' ? 'an OpenAPI document' : null,
  );
  return { before: old, after: young };
}

/** Shortens documents and pictures. Both the answer and the audit keep a difference. */
function abbreviated(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_MAX) return `${value.slice(0, TEXT_MAX)}…`;
  if (Array.isArray(value)) return value.map(abbreviated);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'openapi' ? 'an OpenAPI document' : abbreviated(member),
    ]),
  );
}

/** Lists the changed APIs of a copy one by one, as `apis/customerdb:1.0.0/basePath`. */
function* copyDifference(
  { apis: before, ...old }: ProductCopy,
  { apis, ...copy }: ProductCopy,
): Generator<undefined, Difference> {
  const names = [before, apis].map((list) => list.map(versionedName));
  const changes: Record<string, unknown> = { ...(yield* differenceOf(old, copy)) };
  if (!isSame(names[0], names[1])) changes['apis'] = { before: names[0], after: names[1] };
  for (const api of apis) {
    const name = versionedName(api);
    const was = before.find((each) => versionedName(each) === name);
    const changed = was && (yield* differenceOf(was, api));
    for (const [member, value] of Object.entries(changed ?? {})) changes[`apis/${name}/${member}`] = value;
  }
  return changes;
}

type ValuePair = {
  readonly path: readonly string[];
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/**
 * Yields the innermost places at which two documents differ, fifty at most. They are JSON pointers behind `#`. Both
 * documents are JSON text as the database writes it, in which equal values have equal text, so their contents are not
 * parsed. The walk does not recurse, since documents come from outside.
 */
export function* changedPaths(before: string, after: string): Generator<undefined, string[]> {
  const paths: string[] = [];
  const waiting: ValuePair[] = [{ path: [], before, after }];
  for (let pair = waiting.pop(); pair && paths.length < PATHS_MAX; pair = waiting.pop()) {
    if (pair.before === pair.after) continue;
    if (isObjectText(pair.before) && isObjectText(pair.after))
      waiting.push(...(yield* memberPairs(pair)).reverse());
    else paths.push(pointer(pair.path));
    yield;
  }
  return paths;
}

const isObjectText = (text: string | undefined) => text?.startsWith('{') ?? false;

/** Pairs the members of two objects by name. It yields after each object, which can be a whole document. */
function* memberPairs({ path, before, after }: ValuePair): Generator<undefined, ValuePair[]> {
  const old = textsOf(before);
  yield;
  const young = textsOf(after);
  yield;
  const names = [...new Set([...old.keys(), ...young.keys()])].sort();
  return names.map((name) => ({
    path: [...path, name],
    before: old.get(name),
    after: young.get(name),
  }));
}

/** Returns the texts of an object's members by name. */
function textsOf(text = ''): Map<string, string> {
  return new Map(
    membersOf(text).map(({ name, valueStart, end }) => [name, text.slice(valueStart, end).trim()]),
  );
}
