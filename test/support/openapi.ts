import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/foundation/json.ts';
import { breakingChanges } from '../../src/openapi/breaking/breaking-changes.ts';

/** A document with these paths and components. */
export function openApi(paths: JsonObject, components: JsonObject = {}): JsonObject {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths, components };
}

/** A document with `GET /things`. */
export function reading(operation: JsonObject, components?: JsonObject): JsonObject {
  return openApi(
    { '/things': { get: { responses: { 204: { description: 'fine' } }, ...operation } } },
    components,
  );
}

/** A document whose `GET /things` answers 200 with JSON of this schema. */
export function answering(schema: unknown, schemas: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema } };
  return reading({ responses: { 200: { description: 'fine', content } } }, { schemas });
}

/** A document whose `POST /things` takes JSON of this schema. */
export function taking(schema: unknown, schemas: JsonObject = {}): JsonObject {
  return openApi(
    {
      '/things': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 204: { description: 'done' } },
        },
      },
    },
    { schemas },
  );
}

/** A document whose `GET /things` has these parameters. */
export function asking(...parameters: readonly unknown[]): JsonObject {
  return reading({ parameters });
}

export type Row = readonly [change: string, before: JsonObject, after: JsonObject, breaks: readonly string[]];

/** Describes the breaking changes between documents, as `GET /things: the response 200 is removed`. */
export function inWords(before: JsonObject, after: JsonObject): string[] {
  return breakingChanges(before, after).map(({ operation, message }) => `${operation}: ${message}`);
}

/** A guarantee for each row: this change breaks this, and nothing else. */
export function itBreaks(rows: readonly Row[]): void {
  it.each(rows)('%s', (...[, before, after, breaks]) => {
    expect(inWords(before, after)).toEqual(breaks);
  });
}

export const string = { type: 'string' };
export const integer = { type: 'integer' };

export function object(
  properties: JsonObject,
  required: readonly string[] = [],
  more: JsonObject = {},
): JsonObject {
  return { type: 'object', properties, required, ...more };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Two schemas that their `kind` tells apart. */
export const Cat = object({ kind: { const: 'cat' }, lives: integer }, ['kind']);
export const Dog = object({ kind: { const: 'dog' }, name: string }, ['kind']);

const of =
  (operation: string) =>
  (...messages: string[]) =>
    messages.map((message) => `${operation}: ${message}`);
/** Describes the breaking changes in the only operation of a document of this file. */
export const get = of('GET /things');
export const post = of('POST /things');
