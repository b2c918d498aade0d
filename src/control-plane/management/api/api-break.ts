import { PHRASE_DESCRIPTION, type PhrasedBreak } from '../../../domain/api/api-break.ts';
import { readBreak } from '../../../graphql/breaks/schema-breaks.ts';
import { builder } from '../builder.ts';

export const ApiBreakRef = builder.objectRef<PhrasedBreak>('ApiBreak').implement({
  description: 'A change that breaks callers.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation, for example `GET /customers`; null for a GraphQL API.',
    }),
    message: t.exposeString('message', { description: 'What breaks, as a part of a sentence.' }),
    phrase: t.field({
      type: 'JSON',
      description: PHRASE_DESCRIPTION,
      resolve: ({ phrase }) => phrase,
    }),
  }),
});

/** Reads breaks that are stored as English sentences. */
export const readBreaks = (sentences: readonly string[]): PhrasedBreak[] =>
  sentences.map((sentence) => ({ operation: null, ...readBreak(sentence) }));

export const BREAKING_CHANGES_DESCRIPTION =
  'The same as `breaks`, each with what its message is made of, for who words it in another language.';
