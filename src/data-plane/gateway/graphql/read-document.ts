import { isUtf8 } from 'node:buffer';
import { refuse } from '../../../foundation/errors.ts';
import { hasDoubledMember, membersOf } from '../../../foundation/json-members.ts';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import type { Cost } from '../../../graphql/cost/static-cost.ts';
import type { ActiveSubscription } from '../../snapshot/served-subscription.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { asDocumentRefusal, DocumentRefusal } from './document-refusal.ts';
import type { GraphQLDocument } from './graphql-document.ts';
import {
  checkMembers,
  type GraphQLRequest,
  operationNameOf,
  variablesOf,
  wantsCost,
} from './graphql-request.ts';
import {
  combinedMeasure,
  isLong,
  type OperationMeasure,
  type OperationMeasures,
} from './operation-measure.ts';
import type { Persisted } from './persisted.ts';
import type { CheckedOperation, ServedSchema } from './served-schema.ts';
import { responseCostOf, validatedDocument, type WorkBudget } from './validated-documents.ts';

type ReadDocumentInput = {
  readonly api: PublishedApi;
  readonly plan: ActiveSubscription['plan'] | undefined;
  /** The schema as the plan shows it. */
  readonly schema: ServedSchema;
  readonly persisted: Persisted;
  readonly work: WorkBudget;
};

/** Bytes of a body that are read in one turn: some 0.1 ms. */
const BYTES_AT_ONCE = 16_384;
/** Bytes of a body that is remembered. */
const REMEMBERED_BYTES_MAX = 2_048;

/**
 * Reads the body of a GraphQL request step by step.
 *
 * The first step suffices where the document is remembered, unless it is long. (GraphQL over HTTP, "GraphQLRequest
 * Parameters")
 *
 * @throws BAD_USER_INPUT, GRAPHQL_BATCH_EXCEEDED, GRAPHQL_FRAGMENTS_EXCEEDED, GRAPHQL_OPERATIONS_EXCEEDED,
 *   GRAPHQL_PARSE_FAILED, GRAPHQL_TOKENS_EXCEEDED, GRAPHQL_VALIDATION_FAILED, OPERATION_NOT_REGISTERED, PERSISTED_QUERY_NOT_FOUND, VALIDATION_BUDGET_EXCEEDED
 */
export function* readDocument(bytes: Buffer, reading: ReadDocumentInput): Generator<void, GraphQLDocument> {
  const { bodies, grown } = reading.schema;
  const key = bytes.length <= REMEMBERED_BYTES_MAX ? bytes.toString('latin1') : '';
  const known = bodies.get(key);
  if (known) return documentOf(bytes, yield* readOne(known, reading), reading);
  if (bytes.length > BYTES_AT_ONCE) yield;
  if (!isUtf8(bytes)) refuse('BAD_USER_INPUT', { detail: 'The body is not in UTF-8.' });
  const text = bytes.toString('utf8');
  const sent = parsed(text);
  if (Array.isArray(sent)) return yield* readBatch({ bytes, text, sent }, reading);
  if (typeof sent !== 'object' || sent === null)
    return refuse('BAD_USER_INPUT', { detail: 'Send one JSON object with the member `query`.' });
  if (mayDouble(text) && hasDoubledMember(text)) refuseDoubled();
  const one = yield* readOne(sent, reading);
  if (one.isByVariables && hasDoubledMember(text)) refuseDoubled();
  if (key !== '' && isDocumentAlone(one.request) && !hasDoubledMember(text)) {
    bodies.set(key, one.request);
    grown();
  }
  const isSent = one.request.query !== undefined;
  return documentOf(isSent ? bytes : withDocument(text, one.document), one, reading);
}

/** Tells whether a body holds a document, and nothing that changes from call to call. */
const isDocumentAlone = ({ query, variables, extensions, documentId }: GraphQLRequest): boolean =>
  typeof query === 'string' && variables == null && extensions == null && documentId === undefined;

function documentOf(bytes: Buffer, one: OperationRequest, reading: ReadDocumentInput): GraphQLDocument {
  const { request, document, operationName, variables, measure, fieldSets, introspect } = one;
  const isTold = wantsCost(request);
  return {
    bytes,
    operation: reading.persisted.idOf(reading.api, document) ?? measure.type,
    measure,
    fieldSets,
    introspect: introspect && (() => introspect(variables)),
    count: 1,
    tellsCost: isTold,
    // A call that nobody measures the answer of is not to pay for it.
    costOf:
      isTold || reading.plan?.costLimits.length
        ? (answer) => answerCostOf(reading, { document, operationName, variables, answer })
        : nothingTold,
  };
}

const nothingTold = () => undefined;

type OperationRequest = {
  readonly request: GraphQLRequest;
  readonly document: string;
  /** Undefined where the document has one operation alone. */
  readonly operationName: string | undefined;
  readonly variables: Variables;
  readonly measure: OperationMeasure;
  readonly fieldSets: CheckedOperation['fieldSets'];
  readonly introspect: CheckedOperation['introspect'];
  /** Tells whether the variables decide its cost, or its admission. */
  readonly isByVariables: boolean;
};

function* readOne(request: GraphQLRequest, reading: ReadDocumentInput): Generator<void, OperationRequest> {
  const { plan, schema, persisted, work } = reading;
  checkMembers(request);
  const { query, documentId, extensions } = request;
  const onlyRegistered = plan?.registeredOperationsOnly ?? false;
  const isSent = typeof query === 'string' && documentId === undefined && extensions == null;
  const document = isSent && !onlyRegistered ? query : persisted.textOf(reading, request, onlyRegistered);
  const operationName = operationNameOf(request);
  const variables = variablesOf(request);
  const validated = yield* validatedDocument(schema, document, work);
  if (validated instanceof DocumentRefusal) throw validated;
  const checked = operationOf(validated, operationName);
  const { measures, fieldsOf, introspect, checkVariables } = checked;
  checkVariables?.(variables);
  const fieldSets = fieldsOf ? fieldsOf(variables) : checked.fieldSets;
  if (isLong(measures)) yield;
  const measure = measureFor(measures, variables, work);
  const isByVariables = typeof measures === 'function' || checkVariables !== undefined;
  if (!isSent) persisted.keep(reading, request);
  return { request, document, operationName, variables, measure, fieldSets, introspect, isByVariables };
}

/**
 * Reads a batch, whose documents are all sent whole.
 *
 * A document's name could not be told apart from the documents that the server keeps.
 */
function* readBatch(
  { bytes, text, sent }: { readonly bytes: Buffer; readonly text: string; readonly sent: readonly unknown[] },
  reading: ReadDocumentInput,
): Generator<void, GraphQLDocument> {
  const { maxBatch } = reading.api.documentBounds;
  if (sent.length > maxBatch || sent.length === 0)
    return refuse('GRAPHQL_BATCH_EXCEEDED', {
      detail:
        maxBatch === 0
          ? 'Send one JSON object with the member `query`: this API takes no batches.'
          : `The batch has ${sent.length} documents; this API takes 1 to ${maxBatch}.`,
      facts: { documents: sent.length, max: maxBatch },
    });
  if (sent.some((each) => typeof (each as GraphQLRequest | null)?.query !== 'string'))
    return refuse('BAD_USER_INPUT', {
      detail: 'Send each document of a batch as an object with the string `query`.',
    });
  if (hasDoubledMember(text)) refuseDoubled();
  const all: OperationRequest[] = [];
  for (const each of sent) all.push(yield* readOne(each as GraphQLRequest, reading));
  if (all.some(({ introspect }) => introspect))
    refuse('BAD_USER_INPUT', { detail: 'Ask for the schema in a request of its own, not in a batch.' });
  const measure = combinedMeasure(all.map((each) => each.measure));
  return {
    bytes,
    introspect: undefined,
    operation: measure.type,
    measure,
    fieldSets: all.flatMap((each) => each.fieldSets),
    count: all.length,
    tellsCost: false,
    costOf: (answers) => {
      const costs = all.map((one, at) =>
        answerCostOf(reading, { ...one, answer: Array.isArray(answers) ? answers[at] : undefined }),
      );
      return costs.every((cost) => cost !== undefined) ? summed(costs) : undefined;
    },
  };
}

function refuseDoubled(): never {
  return refuse('BAD_USER_INPUT', { detail: 'A JSON object has two members of one name.' });
}

const summed = (costs: readonly Cost[]): Cost => ({
  fieldCost: costs.reduce((sum, { fieldCost }) => sum + fieldCost, 0),
  typeCost: costs.reduce((sum, { typeCost }) => sum + typeCost, 0),
});

function answerCostOf(
  { schema }: ReadDocumentInput,
  {
    document,
    operationName,
    variables,
    answer,
  }: Pick<OperationRequest, 'document' | 'operationName' | 'variables'> & { readonly answer: unknown },
): Cost | undefined {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  if (data === null || typeof data !== 'object') return undefined;
  return responseCostOf(schema, { document, operationName }, { data, variables });
}

/** @throws VALIDATION_BUDGET_EXCEEDED where that takes long, and whoever calls has spent all */
function measureFor(measures: OperationMeasures, variables: Variables, work: WorkBudget): OperationMeasure {
  if (typeof measures !== 'function') return measures;
  if (isLong(measures)) {
    work.check();
    work.spend(measures.units);
  }
  try {
    return measures(variables);
  } catch (error) {
    throw asDocumentRefusal(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: 'The body is not valid JSON.' });
  }
}

const NAMES = ['"query"', '"operationName"', '"variables"', '"documentId"', '"extensions"'];

/**
 * Tells whether a text may have two members of one name that is read.
 *
 * Any other text is not walked through again.
 */
function mayDouble(text: string): boolean {
  return text.includes('\\u') || NAMES.some((name) => text.indexOf(name) !== text.lastIndexOf(name));
}

/** The request with the document in place of its name; all else as it came. */
function withDocument(text: string, document: string): Buffer {
  const others = membersOf(text)
    .filter(({ name }) => name !== 'documentId')
    .map(({ start, end }) => text.slice(start, end));
  return Buffer.from(`{${[`"query":${JSON.stringify(document)}`, ...others].join(',')}}`);
}

function operationOf(
  operations: ReadonlyMap<string | undefined, CheckedOperation>,
  name: string | undefined,
): CheckedOperation {
  const [only, another] = operations.values();
  const found = name === undefined && !another ? only : operations.get(name);
  return (
    found ??
    refuse('BAD_USER_INPUT', {
      detail:
        name === undefined
          ? 'The document has several operations: name one by operationName.'
          : 'The document has no operation of the name that operationName gives.',
    })
  );
}
