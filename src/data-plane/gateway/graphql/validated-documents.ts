import {
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { tooManyParts } from '../../../domain/api/document-bounds.ts';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import { responseCost } from '../../../graphql/cost/response-cost.ts';
import type { Cost } from '../../../graphql/cost/static-cost.ts';
import { usedCoordinates } from '../../../graphql/schema/used-coordinates.ts';
import { enumVariables } from '../../../graphql/schema/variable-enums.ts';
import { definedIn, operationsOf } from '../../../graphql/validation/definitions.ts';
import { validationInSteps } from '../../../graphql/validation/validation-in-steps.ts';
import { asDocumentRefusal, DocumentRefusal } from './document-refusal.ts';
import { introspectionsOf } from './introspection.ts';
import { measuresOf } from './operation-measure.ts';
import type { CheckedOperation, ServedSchema, ValidatedDocument } from './served-schema.ts';
import { unitsOf } from './validation-budget.ts';
import { variableChecks } from './variable-checks.ts';
import { fieldsOfVariables } from './variable-fields.ts';

/** The account of whoever sent a document. */
export type WorkBudget = {
  /** @throws VALIDATION_BUDGET_EXCEEDED */
  check(): void;
  spend(units: number): void;
};

const ERRORS_MAX = 5;
/** Steps of merging fields that a unit pays for, some 0.1 µs each. */
const STEPS_PER_UNIT = 100;

/**
 * Parses and validates a document step by step, each text once for each schema.
 *
 * @param work is charged for a document that is not remembered
 */
export function* validatedDocument(
  schema: ServedSchema,
  text: string,
  work: WorkBudget,
): Generator<void, ValidatedDocument> {
  const { documents } = schema;
  const known = documents.get(text);
  if (known) return known;
  work.check();
  yield;
  // Others may have sent the same while it waited, and whoever pays may have spent all.
  const foundSince = documents.get(text);
  if (foundSince) return foundSince;
  work.check();
  const validated = yield* validatedOrTooDeep(schema, text, (units) => work.spend(units));
  documents.set(text, validated);
  schema.grown();
  return validated;
}

/** Returns what the answer to an operation of a valid document cost. */
export function responseCostOf(
  { whole, rules, parsed }: ServedSchema,
  {
    document: text,
    operationName,
  }: { readonly document: string; readonly operationName: string | undefined },
  answer: { readonly data: unknown; readonly variables: Variables },
): Cost {
  const document = parsed.get(text) ?? parse(text, { noLocation: true });
  parsed.set(text, document);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new TypeError('The document was not read: it has no such operation.');
  return responseCost(operation, { schema: whole, rules, document }, answer);
}

/**
 * Validates a document and refuses one that nests deeper than the stack.
 *
 * An API that takes so many tokens makes it possible. It is the document's fault.
 */
function* validatedOrTooDeep(
  schema: ServedSchema,
  text: string,
  spend: Spend,
): Generator<void, ValidatedDocument> {
  try {
    const document = parsed(text, schema.bounds, spend);
    yield;
    yield* check(schema, document, spend);
    return yield* operationsIn(schema, { document, text }, spend);
  } catch (error) {
    if (!(error instanceof RangeError)) return asDocumentRefusal(error);
    return new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', [
      { message: 'The document is nested too deep to be checked.' },
    ]);
  }
}

type Spend = WorkBudget['spend'];

/** @throws DocumentRefusal */
function parsed(text: string, { maxTokens }: ServedSchema['bounds'], spend: Spend): DocumentNode {
  try {
    const document = parse(text, { maxTokens });
    spend(unitsOf(text, tokensOf(document)));
    return document;
  } catch (error) {
    spend(unitsOf(text, Math.min(maxTokens, text.length)));
    if (!(error instanceof GraphQLError)) throw error;
    throw error.message.endsWith('Parsing aborted.')
      ? new DocumentRefusal('GRAPHQL_TOKENS_EXCEEDED', [
          { message: `The document has more than ${maxTokens} tokens.` },
        ])
      : new DocumentRefusal('GRAPHQL_PARSE_FAILED', [error]);
  }
}

/** @throws DocumentRefusal */
function* check(
  { visible, bounds }: ServedSchema,
  document: DocumentNode,
  spend: Spend,
): Generator<void, void> {
  const tooMany = tooManyParts(definedIn(document), bounds);
  if (tooMany) throw new DocumentRefusal(tooMany.code, [tooMany]);
  const errors = yield* validationInSteps(visible, document, {
    maxErrors: ERRORS_MAX,
    onSteps: (steps) => spend(Math.floor(steps / STEPS_PER_UNIT)),
  });
  if (errors.length > 0) throw new DocumentRefusal('GRAPHQL_VALIDATION_FAILED', errors);
}

/** @throws Refusal */
function* operationsIn(
  schema: ServedSchema,
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  spend: Spend,
): Generator<void, ValidatedDocument> {
  const { whole, visible, rules } = schema;
  const introspections = introspectionsOf(schema, { document, text });
  yield;
  const measures = yield* measuresOf({ schema: whole, rules, document, spend });
  const used = yield* usedCoordinates(visible, document);
  const checks = new Map(visible === whole ? [] : variableChecks(visible, document));
  const operations = new Map(operationsOf(document).map((each) => [each.name?.value, each]));
  return new Map(
    [...measures].map(([name, each]) => {
      const checkVariables = checks.get(name);
      const fields = fieldsIn(schema, used.get(name) ?? null, operations.get(name));
      const checked = { measures: each, ...fields, ...(checkVariables && { checkVariables }) };
      return [name, introspections.get(name) ?? checked];
    }),
  );
}

/** The fields of an operation, or how they are told by its variables. */
function fieldsIn(
  { visible, fieldSets: sets }: ServedSchema,
  coordinates: readonly string[] | null,
  operation: OperationDefinitionNode | undefined,
): Pick<CheckedOperation, 'fieldSets' | 'fieldsOf'> {
  const enums = coordinates && operation && enumVariables(visible, operation);
  if (!enums) return { fieldSets: sets.of(coordinates) };
  return { fieldSets: NONE, fieldsOf: fieldsOfVariables(sets, coordinates, enums) };
}

const NONE: CheckedOperation['fieldSets'] = [];

function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}
