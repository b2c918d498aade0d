import type { z } from 'zod';
import type { Faults, ManifestPath } from '../../../domain/manifest/manifest-fault.ts';
import { catalogue, type RefusalCode } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';

type Issue = z.core.$ZodIssue;

/** A part of a manifest with its path, and the list that gets its faults. */
type ParseItemInput = { readonly raw: unknown; readonly path: ManifestPath; readonly faults: Faults };

/** Result of reading. Where a part has faults, it holds the members without. */
export type Parsed<T> = { readonly read: T; readonly isWhole: boolean };

/** Reads a part of a manifest by its schema and reports all faults. It is undefined where too little is right. */
export function parseItem<S extends z.ZodType>(
  schema: S,
  { raw, path: itemPath, faults }: ParseItemInput,
): Parsed<z.output<S>> | undefined {
  const { success, data, error } = schema.safeParse(raw);
  if (success) return { read: data, isWhole: true };
  for (const issue of error.issues)
    for (const { path, message, code } of manifestIssuesOf(issue, raw))
      faults.add([...itemPath, ...path], message, code);
  const rest = schema.safeParse(withoutFaults(raw, error.issues));
  return rest.success ? { read: rest.data, isWhole: false } : undefined;
}

function withoutFaults(raw: unknown, issues: readonly Issue[]): unknown {
  if (!isObject(raw)) return raw;
  const wrong = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [String(issue.path[0])],
    ),
  );
  return Object.fromEntries(Object.entries(raw).filter(([member]) => !wrong.has(member)));
}

type ManifestIssue = { readonly path: ManifestPath; readonly message: string; readonly code?: RefusalCode };

/** Writes an issue of zod in our words. */
function manifestIssuesOf(issue: Issue, raw: unknown): ManifestIssue[] {
  const path = issue.path.map((member) => (typeof member === 'number' ? member : String(member)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, message }));
  const value = valueAt(raw, path);
  if (issue.code === 'invalid_union' && isObject(value)) {
    const meant = issue.errors.find((list) => !list.some(isOfAnotherKind)) ?? [];
    return meant
      .flatMap((each) => manifestIssuesOf(each, value))
      .map((each) => ({ ...each, path: [...path, ...each.path] }));
  }
  return [{ path, message: sentenceOf(issue, value), ...codeOf(issue) }];
}

/** Finds the refusal code that a rule of the domain has set. */
function codeOf(issue: Issue): { code?: RefusalCode } {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return typeof code === 'string' && code in catalogue ? { code: code as RefusalCode } : {};
}

/** Tells whether the alternative is for another kind of value. An example is a text where this is an object. */
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

function valueAt(raw: unknown, path: ManifestPath): unknown {
  let value = raw;
  for (const member of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[member];
  }
  return value;
}
