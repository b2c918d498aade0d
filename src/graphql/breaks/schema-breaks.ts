import { buildSchema, findBreakingChanges } from 'graphql';
import type { ApiBreak } from '../../domain/api/api-break.ts';

/**
 * What breaks its callers between two versions of a GraphQL schema: types, fields, arguments and values that are
 * removed or of another type, arguments and input fields that are required now. The order does not depend on that of the
 * schemas.
 *
 * Decision: `findBreakingChanges` of graphql-js itself, rather than the package @graphql-inspector/core: the same rules,
 * kept by those who keep the language, and already here.
 *
 * @param before, after SDL that was checked when it came
 */
export function schemaBreaks({ before, after }: { before: string; after: string }): ApiBreak[] {
  const [was, is] = [before, after].map((sdl) => buildSchema(sdl, { assumeValidSDL: true })) as [
    ReturnType<typeof buildSchema>,
    ReturnType<typeof buildSchema>,
  ];
  return findBreakingChanges(was, is)
    .map(({ description }) => description.replace(/\.$/, ''))
    .sort()
    .map((message) => ({ operation: null, message }));
}
