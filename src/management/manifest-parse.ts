import type { z } from 'zod';
import type { Faults, Place } from '../domain/manifest/fault.ts';
import { isObject } from '../domain/openapi-tree.ts';

type Issue = z.core.$ZodIssue;

/** What of a manifest is read, and where it stands. */
export type Raw = { readonly raw: unknown; readonly place: Place; readonly faults: Faults };

/** Reads a part of a manifest by its form; undefined where it is wrong, and then all that is wrong is told. */
export function parseItem<S extends z.ZodType>(
  schema: S,
  { raw, place, faults }: Raw,
): z.output<S> | undefined {
  const { success, data, error } = schema.safeParse(raw);
  if (success) return data;
  for (const issue of error.issues)
    for (const { path, message } of told(issue, raw)) faults.add([...place, ...path], message);
  return undefined;
}

type Told = { readonly path: Place; readonly message: string };

/** An issue of zod in our words. */
function told(issue: Issue, raw: unknown): Told[] {
  const path = issue.path.map((member) => (typeof member === 'number' ? member : String(member)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, message }));
  const value = valueAt(raw, path);
  if (issue.code === 'invalid_union' && isObject(value)) {
    const meant = issue.errors.find((list) => !list.some(isOfAnotherKind)) ?? [];
    return meant
      .flatMap((each) => told(each, value))
      .map((each) => ({ ...each, path: [...path, ...each.path] }));
  }
  return [{ path, message: sentenceOf(issue, value) }];
}

/** Is the alternative for another kind of value: a text, where this is an object? */
function isOfAnotherKind({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function sentenceOf(issue: Issue, value: unknown): string {
  const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (isTyped && value === undefined) return `${String(issue.path.at(-1) ?? 'The manifest')} is missing.`;
  if (issue.code === 'invalid_type') return `Give ${nouns[issue.expected] ?? issue.expected} here.`;
  if (issue.code === 'invalid_value' && issue.values.length > 1)
    return `Give one of ${issue.values.join(', ')}.`;
  return issue.message;
}

function valueAt(raw: unknown, path: Place): unknown {
  let value = raw;
  for (const member of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[member];
  }
  return value;
}
