import {
  buildSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type DocumentBounds, tooManyParts } from '../../domain/document-bounds.ts';
import type { Variables } from '../../graphql/amounts.ts';
import { type CostRules, costRules } from '../../graphql/cost-rules.ts';
import { definedIn } from '../../graphql/definitions.ts';
import { type IntrospectionBound, introspectionBound } from '../../graphql/introspection-size.ts';
import { documentRules } from '../../graphql/known-operation-types.ts';
import { responseCost } from '../../graphql/response-cost.ts';
import { schemaView } from '../../graphql/schema-view.ts';
import type { Cost } from '../../graphql/static-cost.ts';
import { toldRules } from '../../graphql/told-rules.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { asDocumentRefusal, DocumentRefusal } from './document-refusal.ts';
import { type Introspect, introspectionsOf } from './introspection.ts';
import { type Measures, measuresOf } from './measure.ts';
import { unitsOf } from './validation-budget.ts';
import { type VariableCheck, variableChecks } from './variable-checks.ts';

/** What was found out about an operation. */
export type CheckedOperation = {
  readonly measures: Measures;
  /** It asks for the schema alone: this answers it, and no back-end gets it. */
  readonly introspect?: Introspect;
  /** Only where the plan hides something, which a variable could bring. */
  readonly checkVariables?: VariableCheck;
};

/** What was found out about a document: its operations, by name, or why it is refused. */
export type Verdict = ReadonlyMap<string | undefined, CheckedOperation> | DocumentRefusal;

/** The account of whoever sent a document. */
export type Work = {
  /** @throws VALIDATION_BUDGET_EXCEEDED */
  check(): void;
  spend(units: number): void;
};

/** Parses and validates documents, each text once for each schema. */
export type Verdicts = {
  /**
   * @param asked `hidden` is what the caller's plan hides of the schema, as schema coordinates
   * @param work is charged for a document that is not remembered
   * @throws Error when the API has no schema, or one that cannot be built
   */
  of(
    asked: { readonly api: PublishedApi; readonly hidden: readonly string[] },
    text: string,
    work: Work,
  ): Verdict;
  /** What the answer to an operation of a valid document cost. */
  responseCost(
    api: PublishedApi,
    asked: {
      readonly hidden: readonly string[];
      readonly document: string;
      readonly operationName: string | undefined;
    },
    answer: { readonly data: unknown; readonly variables: Variables },
  ): Cost;
};

const SCHEMAS_MAX = 200;
/** Of one API: plans come and go while it stays. */
const VIEWS_MAX = 50;
const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 1_000_000;
const ERRORS_MAX = 5;

type Schema = {
  readonly whole: GraphQLSchema;
  /** Without what a plan hides. */
  readonly shown: GraphQLSchema;
  readonly rules: CostRules;
  readonly bounds: DocumentBounds;
  readonly documents: LRUCache<string, Verdict>;
  /** Only of what is asked under a plan that measures answers. */
  readonly parsed: LRUCache<string, DocumentNode>;
  /** Which operations that ask for the schema may be answered? */
  readonly introspectionBound: IntrospectionBound;
};

export function createVerdicts(): Verdicts {
  const byText = new LRUCache<string, Schema>({ max: SCHEMAS_MAX });
  // In front of the texts, which are long to compare.
  const byApi = new WeakMap<PublishedApi, LRUCache<string, Schema>>();

  function schemaOf(api: PublishedApi, hidden: readonly string[]): Schema {
    const views = byApi.get(api) ?? new LRUCache<string, Schema>({ max: VIEWS_MAX });
    byApi.set(api, views);
    const view = hidden.length === 0 ? '' : hidden.join(' ');
    const known = views.get(view);
    if (known) return known;
    if (api.sdl === null) throw new TypeError(`The API ${api.name}:${api.version} has no schema.`);
    const { maxTokens, maxOperations, maxFragments } = api.documentBounds;
    const bounds = [maxTokens, maxOperations, maxFragments].join();
    const text = `${view}\n${bounds}${JSON.stringify(api.costs)}${api.sdl}`;
    const made = byText.get(text) ?? newSchema({ ...api, sdl: api.sdl }, hidden);
    byText.set(text, made);
    views.set(view, made);
    return made;
  }

  return {
    of({ api, hidden }, text, work) {
      const schema = schemaOf(api, hidden);
      const { documents } = schema;
      const known = documents.get(text);
      if (known) return known;
      work.check();
      const verdict = judge(schema, text, (units) => work.spend(units));
      documents.set(text, verdict);
      return verdict;
    },
    responseCost(api, { hidden, document: text, operationName }, answer) {
      const { whole, rules, parsed } = schemaOf(api, hidden);
      const document = parsed.get(text) ?? parse(text, { noLocation: true });
      parsed.set(text, document);
      const operation = getOperationAST(document, operationName);
      if (!operation) throw new TypeError('The document was not read: it has no such operation.');
      return responseCost(operation, { schema: whole, rules, document }, answer);
    },
  };
}

type Described = Pick<PublishedApi, 'costs' | 'documentBounds'> & { readonly sdl: string };

function newSchema({ sdl, costs, documentBounds }: Described, hidden: readonly string[]): Schema {
  const documents = new LRUCache<string, Verdict>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_, text) => text.length + 1,
  });
  const parsed = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX / 10,
    sizeCalculation: (_, text) => text.length + 1,
  });
  const whole = buildSchema(sdl, { assumeValidSDL: true });
  const shown = hidden.length === 0 ? whole : schemaView(whole, hidden);
  const known = costRules(whole, costs);
  const rules = shown === whole ? known : toldRules(known, { whole, view: shown });
  let bound: IntrospectionBound | undefined;
  return {
    ...{ whole, shown, rules, documents, parsed, bounds: documentBounds },
    introspectionBound: (document) => {
      bound ??= introspectionBound(shown);
      return bound(document);
    },
  };
}

/** Where an API takes so many tokens that they can be nested deeper than the stack is, that is the document's fault. */
function judge(schema: Schema, text: string, spend: Spend): Verdict {
  try {
    return judged(schema, text, spend);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', [
      { message: 'The document is nested too deep to be checked.' },
    ]);
  }
}

type Spend = Work['spend'];

function judged(
  { whole, shown, rules, bounds, introspectionBound: bound }: Schema,
  text: string,
  spend: Spend,
): Verdict {
  const { maxTokens } = bounds;
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens });
    spend(unitsOf(text, tokensOf(document)));
  } catch (error) {
    spend(unitsOf(text, Math.min(maxTokens, text.length)));
    if (!(error instanceof GraphQLError)) throw error;
    return error.message.endsWith('Parsing aborted.')
      ? new DocumentRefusal('GRAPHQL_TOKENS_EXCEEDED', [
          { message: `The document has more than ${maxTokens} tokens.` },
        ])
      : new DocumentRefusal('GRAPHQL_PARSE_FAILED', [error]);
  }
  const tooMany = tooManyParts(definedIn(document), bounds);
  if (tooMany) return new DocumentRefusal(tooMany.code, [tooMany]);
  const errors = validate(shown, document, documentRules, {
    maxErrors: ERRORS_MAX,
    hideSuggestions: true,
  });
  if (errors.length > 0) return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', errors);
  try {
    const introspections = introspectionsOf({ schema: shown, document, bound });
    const measures = measuresOf({ schema: whole, rules, document, spend });
    const checks = new Map(shown === whole ? [] : variableChecks(shown, document));
    return new Map(
      [...measures].map(([name, each]) => {
        const checkVariables = checks.get(name);
        const checked = { measures: each, ...(checkVariables && { checkVariables }) };
        return [name, introspections.get(name) ?? checked];
      }),
    );
  } catch (error) {
    return asDocumentRefusal(error);
  }
}

function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}
