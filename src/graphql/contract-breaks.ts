import { isDeepStrictEqual } from 'node:util';
import type { ApiBreak } from '../domain/breaking/api-break.ts';
import { breakingChanges } from '../domain/breaking/breaking-changes.ts';
import { isObject } from '../domain/openapi-tree.ts';
import { schemaBreaks } from './schema-breaks.ts';

/** What callers of an API rely on. */
export type ApiContract = {
  readonly kind: 'REST' | 'GRAPHQL';
  /** An OpenAPI document, as it is stored; what is none has no operations. */
  readonly openapi: unknown;
  readonly sdl: string | null;
};

/** The columns that an {@link ApiContract} is read from. */
export const contractColumns = { kind: true, openapi: true, sdl: true } as const;

/** Do they say the same? What is stored has its members in another order than what was given. */
export function isSameContract(before: ApiContract, after: ApiContract): boolean {
  return before.sdl === after.sdl && isDeepStrictEqual(before.openapi, after.openapi);
}

/** What breaks the callers of an API when it is replaced by another version of it: of contracts as JSON text. */
export function breaksBetween(texts: { readonly before: string; readonly after: string }): ApiBreak[] {
  const [before, after] = [JSON.parse(texts.before), JSON.parse(texts.after)] as [ApiContract, ApiContract];
  if (before.kind !== after.kind)
    return [
      { operation: null, message: `it is a ${kindInWords(after)} API now, was a ${kindInWords(before)} API` },
    ];
  if (before.kind === 'GRAPHQL')
    return before.sdl === null || after.sdl === null
      ? []
      : schemaBreaks({ before: before.sdl, after: after.sdl });
  return isObject(before.openapi) && isObject(after.openapi)
    ? breakingChanges(before.openapi, after.openapi)
    : [];
}

const kindInWords = ({ kind }: ApiContract) => (kind === 'REST' ? 'REST' : 'GraphQL');
