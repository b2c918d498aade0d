import { isDeepStrictEqual } from 'node:util';
import { pointer } from '../json-pointer.ts';
import { isObject, type JsonObject } from '../openapi-tree.ts';
import { versionedName } from '../version.ts';
import type { ProductCopy } from './definition.ts';

/** What changes of a thing: of each member that does, what it was and what it becomes. */
export type Difference = { readonly [member: string]: unknown };

/** How many places of a document are told. */
const PLACES_MAX = 50;
const TEXT_MAX = 200;

/** Are two values the same, whatever the order of their members? A database keeps none. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after);
}

/** What changes from one thing to another of its kind; undefined when nothing does. */
export function differenceOf(before: object, after: object): Difference | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).flatMap(([member, value]) => {
    const was = old.get(member);
    return isSame(was, value) ? [] : Object.entries(memberDifference(member, was, value));
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

function memberDifference(member: string, before: unknown, after: unknown): Difference {
  if (member === 'copy') return copyDifference(before as ProductCopy, after as ProductCopy);
  if (member === 'openapi') return { [member]: documentDifference(before, after) };
  return { [member]: { before: inShort(before), after: inShort(after) } };
}

function documentDifference(before: unknown, after: unknown): Difference {
  const [was, is] = [before, after].map((text): unknown => typeof text === 'string' && JSON.parse(text));
  if (isObject(was) && isObject(is)) return { changed: changedPlaces(was, is) };
  const [old, young] = [was, is].map((document) => (isObject(document) ? 'an OpenAPI document' : null));
  return { before: old, after: young };
}

/** A document or a picture is not told in full: both the answer and the audit keep what is told. */
function inShort(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_MAX) return `${value.slice(0, TEXT_MAX)}…`;
  if (Array.isArray(value)) return value.map(inShort);
  if (!isObject(value)) return value;
  if ('paths' in value) return 'an OpenAPI document';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inShort(member)]));
}

/** The APIs of a copy are told one by one, as `apis/customerdb:1.0.0/basePath`. */
function copyDifference({ apis: before, ...old }: ProductCopy, { apis, ...copy }: ProductCopy): Difference {
  const names = [before, apis].map((list) => list.map(versionedName));
  return {
    ...differenceOf(old, copy),
    ...(isSame(names[0], names[1]) ? {} : { apis: { before: names[0], after: names[1] } }),
    ...Object.assign(
      {},
      ...apis.map((api) => {
        const name = versionedName(api);
        const was = before.find((each) => versionedName(each) === name);
        const changed = Object.entries((was && differenceOf(was, api)) ?? {});
        return Object.fromEntries(changed.map(([member, value]) => [`apis/${name}/${member}`, value]));
      }),
    ),
  };
}

type Pair = { readonly place: readonly string[]; readonly before: unknown; readonly after: unknown };

/**
 * The innermost places at which two documents differ, as JSON pointers behind `#`, at most fifty. It walks without
 * recursion: documents come from outside.
 */
export function changedPlaces(before: JsonObject, after: JsonObject): string[] {
  const places: string[] = [];
  const waiting: Pair[] = [{ place: [], before, after }];
  for (let pair = waiting.pop(); pair && places.length < PLACES_MAX; pair = waiting.pop()) {
    const { place, ...values } = pair;
    if (isSame(values.before, values.after)) continue;
    if (isObject(values.before) && isObject(values.after)) waiting.push(...membersOf(pair).reverse());
    else places.push(pointer(place));
  }
  return places;
}

function membersOf({ place, before, after }: Pair): Pair[] {
  const [old, young] = [before as JsonObject, after as JsonObject];
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])].sort();
  return names.map((name) => ({
    place: [...place, name],
    before: own(old, name),
    after: own(young, name),
  }));
}

/** A document may have a member `constructor`, and may lack it. */
function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
