import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../foundation/json.ts';
import { MemberWalk } from '../../foundation/json-members.ts';
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

/**
 * Yields the innermost places at which two documents differ, fifty at most. They are JSON pointers behind `#`. Both
 * documents are JSON text as the database writes it: equal values have equal text, and members have one order. So both
 * are walked through side by side, once, and nothing of them is parsed or kept. The walk does not recurse, since
 * documents come from outside.
 */
export function* changedPaths(before: string, after: string): Generator<undefined, string[]> {
  const paths: string[] = [];
  /** The names of the members whose objects are walked through. */
  const open: string[] = [];
  const [old, young] = [new MemberWalk(before), new MemberWalk(after)];
  for (let members = 1; paths.length < PATHS_MAX; members += 1) {
    if (members % MEMBERS_AT_ONCE === 0) yield;
    const order = storedOrder(old.member?.quotedName, young.member?.quotedName);
    const name = (order <= 0 ? old : young).member?.quotedName;
    if (name === undefined) {
      if (open.pop() === undefined) break;
      for (const walk of [old, young]) walk.leave();
    } else if (order === 0 && old.isAtObject() && young.isAtObject()) {
      open.push(name);
      for (const walk of [old, young]) walk.enter();
    } else {
      const was = order <= 0 ? yield* old.value() : undefined;
      const value = order >= 0 ? yield* young.value() : undefined;
      if (was !== value) paths.push(pointer([...open, name].map((quoted) => JSON.parse(quoted))));
    }
  }
  return paths.sort();
}

/** Members that are compared in one step, in less than a millisecond. */
const MEMBERS_AT_ONCE = 1_024;

/**
 * Compares the quoted names of two members as PostgreSQL orders an object's members. The shorter comes first, in bytes,
 * and the end of the object last.
 */
function storedOrder(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  const [left, right] = [Buffer.from(JSON.parse(one)), Buffer.from(JSON.parse(other))];
  return left.length - right.length || left.compare(right);
}
