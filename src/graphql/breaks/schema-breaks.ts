import { buildSchema, findBreakingChanges } from 'graphql';
import type { PhrasedBreak } from '../../domain/api/api-break.ts';
import { type ChangeCode, type ChangePhrase, phrase } from '../../foundation/text/change-phrase.ts';
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
export function schemaBreaks({ before, after }: { before: string; after: string }): PhrasedBreak[] {
  const [was, is] = [before, after].map((sdl) => buildSchema(sdl, { assumeValidSDL: true })) as [
    ReturnType<typeof buildSchema>,
    ReturnType<typeof buildSchema>,
  ];
  return findBreakingChanges(was, is)
    .filter(({ description }) => !GONE_SCALAR.test(description))
    .map((change) => ({
      operation: null,
      ...readBreak(change.description.replace(/\.$/, '')),
      fields: brokenFieldsOf({ was, is }, change),
    }))
    .sort((a, b) => (a.message < b.message ? -1 : 1));
}

/** A standard scalar that nothing names any more. It breaks nobody: what named it is told of its own. */
const GONE_SCALAR = /^Standard scalar \w+ was removed/;

/** Sentences of graphql-js, which gives no parts, and of settings that do not fit. */
const SENTENCES: readonly (readonly [RegExp, ChangeCode])[] = [
  [/^A required arg (\S+) on (\S+) was added$/, 'SCHEMA_ARGUMENT_REQUIRED'],
  [/^A required field (\S+) on input type (\S+) was added$/, 'SCHEMA_FIELD_REQUIRED'],
  [/^(\S+) was removed from (union|enum) type (\S+)$/, 'SCHEMA_REMOVED_FROM'],
  [/^(\S+) no longer implements interface (\S+)$/, 'SCHEMA_INTERFACE_REMOVED'],
  [/^(\S+) changed type from (\S+) to (\S+)$/, 'SCHEMA_TYPE_CHANGED'],
  [/^(\S+) changed from (.+) to (.+)$/, 'SCHEMA_CHANGED'],
  [/^(\S+) was removed$/, 'SCHEMA_REMOVED'],
  [/^the registered operation (\S+) would not be valid: (.+)$/s, 'SCHEMA_OPERATION_INVALID'],
  [/^the cost rule for (.+)$/s, 'SCHEMA_COST_RULE'],
];

/** Sentences of arguments, whose names are two words. */
const OF_ARGUMENTS: readonly (readonly [RegExp, ChangeCode])[] = [
  [/^(\S+) arg (\S+) was removed$/, 'SCHEMA_REMOVED'],
  [/^(\S+) arg (\S+) has changed type from (\S+) to (\S+)$/, 'SCHEMA_ARGUMENT_CHANGED'],
];

const AS_PUBLISHED = 'as published, ';

/** Reads a break from its English sentence, which is all that is stored of some. */
export const readBreak = (message: string): Pick<PhrasedBreak, 'message' | 'phrase'> => ({
  message,
  phrase: phraseOfSentence(message),
});

function phraseOfSentence(message: string): ChangePhrase {
  if (message.startsWith(AS_PUBLISHED))
    return phrase('SCHEMA_AS_PUBLISHED', phraseOfSentence(message.slice(AS_PUBLISHED.length)));
  for (const [sentence, code] of OF_ARGUMENTS) {
    const [, field = '', name = '', ...types] = sentence.exec(message) ?? [];
    if (field) return phrase(code, phrase('SCHEMA_ARGUMENT', field, name), ...types);
  }
  for (const [sentence, code] of SENTENCES) {
    const found = sentence.exec(message);
    if (found) return phrase(code, ...found.slice(1));
  }
  return phrase('AS_WRITTEN', message);
}
