import { buildSchema, type GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Measure, measureOperations } from '../../graphql/measure.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { DocumentRefusal } from './document-refusal.ts';

/** What was found out about a document: the measures of its operations, or why it is refused. */
export type Verdict = ReadonlyMap<string | undefined, Measure> | DocumentRefusal;

/** Parses and validates documents, each text once for each schema. */
export type Verdicts = {
  /** @throws Error when the API has no schema, or one that cannot be built */
  of(api: PublishedApi, text: string): Verdict;
};

const SCHEMAS_MAX = 200;
const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 1_000_000;
/** Some rules of validation take time with the square of it. */
const TOKENS_MAX = 2_000;
const ERRORS_MAX = 5;

type Schema = { readonly schema: GraphQLSchema; readonly documents: LRUCache<string, Verdict> };

export function createVerdicts(): Verdicts {
  const byText = new LRUCache<string, Schema>({ max: SCHEMAS_MAX });
  // In front of the texts, which are long to compare.
  const byApi = new WeakMap<PublishedApi, Schema>();

  function schemaOf(api: PublishedApi): Schema {
    const known = byApi.get(api);
    if (known) return known;
    if (api.sdl === null) throw new TypeError(`The API ${api.name}:${api.version} has no schema.`);
    const made = byText.get(api.sdl) ?? newSchema(api.sdl);
    byText.set(api.sdl, made);
    byApi.set(api, made);
    return made;
  }

  return {
    of(api, text) {
      const { schema, documents } = schemaOf(api);
      const known = documents.get(text);
      if (known) return known;
      const verdict = judge(schema, text);
      documents.set(text, verdict);
      return verdict;
    },
  };
}

function newSchema(sdl: string): Schema {
  const documents = new LRUCache<string, Verdict>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_, text) => text.length + 1,
  });
  return { schema: buildSchema(sdl, { assumeValidSDL: true }), documents };
}

function judge(schema: GraphQLSchema, text: string): Verdict {
  try {
    const document = parse(text, { maxTokens: TOKENS_MAX });
    const errors = validate(schema, document, specifiedRules, { maxErrors: ERRORS_MAX });
    if (errors.length > 0) return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', errors);
    return measureOperations(document);
  } catch (error) {
    return new DocumentRefusal('GRAPHQL_PARSE_FAILED', [error as GraphQLError]);
  }
}
