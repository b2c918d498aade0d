import {
  buildSchema,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphQLCosts } from '../../domain/graphql-costs.ts';
import { Refusal } from '../../errors.ts';
import { type CostRules, costRules } from '../../graphql/cost-rules.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { DocumentRefusal } from './document-refusal.ts';
import { type Measures, measuresOf } from './measure.ts';

/** What was found out about a document: how its operations are measured, by name, or why it is refused. */
export type Verdict = ReadonlyMap<string | undefined, Measures> | DocumentRefusal;

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

type Schema = {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly documents: LRUCache<string, Verdict>;
};

export function createVerdicts(): Verdicts {
  const byText = new LRUCache<string, Schema>({ max: SCHEMAS_MAX });
  // In front of the texts, which are long to compare.
  const byApi = new WeakMap<PublishedApi, Schema>();

  function schemaOf(api: PublishedApi): Schema {
    const known = byApi.get(api);
    if (known) return known;
    if (api.sdl === null) throw new TypeError(`The API ${api.name}:${api.version} has no schema.`);
    const text = `${JSON.stringify(api.costs)}${api.sdl}`;
    const made = byText.get(text) ?? newSchema(api.sdl, api.costs);
    byText.set(text, made);
    byApi.set(api, made);
    return made;
  }

  return {
    of(api, text) {
      const schema = schemaOf(api);
      const { documents } = schema;
      const known = documents.get(text);
      if (known) return known;
      const verdict = judge(schema, text);
      documents.set(text, verdict);
      return verdict;
    },
  };
}

function newSchema(sdl: string, costs: GraphQLCosts): Schema {
  const documents = new LRUCache<string, Verdict>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_, text) => text.length + 1,
  });
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  return { schema, rules: costRules(schema, costs), documents };
}

function judge({ schema, rules }: Schema, text: string): Verdict {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: TOKENS_MAX });
  } catch (error) {
    return new DocumentRefusal('GRAPHQL_PARSE_FAILED', [error as GraphQLError]);
  }
  const errors = validate(schema, document, specifiedRules, { maxErrors: ERRORS_MAX });
  if (errors.length > 0) return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', errors);
  try {
    return measuresOf({ schema, rules, document });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', [
      { message: error.message, locations: undefined },
    ]);
  }
}
