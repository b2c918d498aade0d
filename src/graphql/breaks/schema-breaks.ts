import { buildSchema, findBreakingChanges } from 'graphql';
import type { ApiBreak } from '../../domain/api/api-break.ts';
import { brokenFieldsOf } from './broken-fields.ts';

/**
 * Lists the changes between two versions of a GraphQL schema that break callers. They are types, fields, arguments and
 * values that are removed or change type, and arguments and input fields that become required. The order does not
 * depend on that of the schemas.
 *
 * Decision: it uses `findBreakingChanges` of graphql-js, not the package @graphql-inspector/core. The rules are the
 * same, the authors of the language maintain them, and graphql-js is a dependency already.
 *
 * @param before, after SDL that was validated when it was stored
 */
export function schemaBreaks({ before, after }: { before: string; after: string }): ApiBreak[] {
  const [was, is] = [before, after].map((sdl) => buildSchema(sdl, { assumeValidSDL: true })) as [
    ReturnType<typeof buildSchema>,
    ReturnType<typeof buildSchema>,
  ];
  return findBreakingChanges(was, is)
    .map((change) => ({
      operation: null,
      message: change.description.replace(/\.$/, ''),
      fields: brokenFieldsOf({ was, is }, change),
    }))
    .sort((a, b) => (a.message < b.message ? -1 : 1));
}
