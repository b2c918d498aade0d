import { isUtf8 } from 'node:buffer';
import { refuse } from '../../../foundation/errors.ts';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import type { Cost } from '../../../graphql/cost/static-cost.ts';
import type { ActiveSubscription, PublishedApi } from '../../snapshot/snapshot.ts';
import { asDocumentRefusal, DocumentRefusal } from './document-refusal.ts';
import { hasDoubledMember, membersOf } from './json-members.ts';
import { isLong, type Measure, type Measures, together } from './operation-measure.ts';
import type { DocumentName, Persisted } from './persisted.ts';
import type { ServedSchema } from './served-schemas.ts';
import { answerCost, type CheckedOperation, verdictOf, type Work } from './validated-documents.ts';

/** A GraphQL request that was checked. */
export type GraphQLDocument = {
  /** The body as it came, but for a document that was only named: what is forwarded. */
  readonly bytes: Buffer;
  /** The id of a registered operation, or the kind of any other. */
  readonly operation: string;
  /** The measure of the operation that is to run; of a batch, of all together. */
  readonly measure: Measure;
  /** Answers it in place of the back-end, as JSON: it asks for the schema alone. @throws DocumentRefusal */
  readonly introspect: (() => string | Promise<string>) | undefined;
  /** How many documents it is: more than one in a batch. */
  readonly count: number;
  /** Does its caller want to be told what it cost, in `extensions.cost` of the answer? */
  readonly tellsCost: boolean;
  /** What an answer cost, read from JSON; undefined where it has no data to tell it by. */
  readonly costOf: (answer: unknown) => Cost | undefined;
};

export type Reading = {
  readonly api: PublishedApi;
  readonly plan: ActiveSubscription['plan'] | undefined;
  /** As the plan shows it. */
  readonly schema: ServedSchema;
  readonly persisted: Persisted;
  readonly work: Work;
};

type Request = DocumentName & { readonly operationName?: unknown; readonly variables?: unknown };

/** What is read of a body before others have a turn: some 0.1 ms. */
const BYTES_AT_ONCE = 16_384;

/**
 * Reads the body of a GraphQL request step by step; one whose document is remembered in the first step, unless it is long.
 * (GraphQL over HTTP, "Request Parameters")
 *
 * @throws BAD_USER_INPUT, GRAPHQL_BATCH_EXCEEDED, GRAPHQL_FRAGMENTS_EXCEEDED, GRAPHQL_OPERATIONS_EXCEEDED,
 *   GRAPHQL_PARSE_FAILED, GRAPHQL_TOKENS_EXCEEDED, GRAPHQL_VALIDATION_FAILED, OPERATION_NOT_REGISTERED, PERSISTED_QUERY_NOT_FOUND, VALIDATION_BUDGET_EXCEEDED
 */
export function* readDocument(bytes: Buffer, reading: Reading): Generator<void, GraphQLDocument> {
  if (bytes.length > BYTES_AT_ONCE) yield;
  if (!isUtf8(bytes)) refuse('BAD_USER_INPUT', { detail: 'The body is not in UTF-8.' });
  const text = bytes.toString('utf8');
  const sent = parsed(text);
  if (Array.isArray(sent)) return yield* readBatch({ bytes, text, sent }, reading);
  if (typeof sent !== 'object' || sent === null)
    return refuse('BAD_USER_INPUT', { detail: 'Send one JSON object with the member `query`.' });
  if (mayDouble(text) && hasDoubledMember(text)) refuseDoubled();
  const { request, document, operationName, variables, measure, introspect, isByVariables } = yield* readOne(
    sent,
    reading,
  );
  if (isByVariables && hasDoubledMember(text)) refuseDoubled();
  const isTold = tellsCost(request);
  return {
    bytes: request.query === undefined ? withDocument(text, document) : bytes,
    operation: reading.persisted.idOf(reading.api, document) ?? measure.type,
    measure,
    introspect: introspect && (() => introspect(variables)),
    count: 1,
    tellsCost: isTold,
    // A call that nobody measures the answer of is not to pay for it.
    costOf:
      isTold || reading.plan?.costLimit
        ? (answer) => answerCostOf(reading, { document, operationName, variables, answer })
        : nothingTold,
  };
}

const nothingTold = () => undefined;

type Read = {
  readonly request: Request;
  readonly document: string;
  /** Undefined where the document has one operation alone. */
  readonly operationName: string | undefined;
  readonly variables: Variables;
  readonly measure: Measure;
  readonly introspect: CheckedOperation['introspect'];
  /** Do the variables decide what it costs, or whether it is taken at all? */
  readonly isByVariables: boolean;
};

const MEMBERS: ReadonlySet<string> = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  'documentId',
]);

/**
 * Whatever else a server may read would be run unchecked: to some `Query` is `query` as well, and others run what an `id`
 * names in its place.
 */
function checkMembers(request: Request): void {
  const unknown = Object.keys(request).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `The request has a member ${JSON.stringify(unknown)}: send query, operationName, variables, extensions or documentId alone.`,
    });
}

function* readOne(request: Request, reading: Reading): Generator<void, Read> {
  const { api, plan, schema, persisted, work } = reading;
  checkMembers(request);
  const { query, documentId, extensions } = request;
  const onlyRegistered = plan?.registeredOperationsOnly ?? false;
  const isSent = typeof query === 'string' && documentId === undefined && extensions == null;
  const document = isSent && !onlyRegistered ? query : persisted.textOf(api, request, onlyRegistered);
  const operationName = operationNameOf(request);
  const variables = variablesOf(request);
  const verdict = yield* verdictOf(schema, document, work);
  if (verdict instanceof DocumentRefusal) throw verdict;
  const { measures, introspect, checkVariables } = operationOf(verdict, operationName);
  checkVariables?.(variables);
  if (isLong(measures)) yield;
  const measure = measureFor(measures, variables, work);
  const isByVariables = typeof measures === 'function' || checkVariables !== undefined;
  if (!isSent) persisted.keep(api, request);
  return { request, document, operationName, variables, measure, introspect, isByVariables };
}

/** Each of a batch is sent whole: what names its document could not be told apart from what the server keeps. */
function* readBatch(
  { bytes, text, sent }: { readonly bytes: Buffer; readonly text: string; readonly sent: readonly unknown[] },
  reading: Reading,
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
  if (sent.some((each) => typeof (each as Request | null)?.query !== 'string'))
    return refuse('BAD_USER_INPUT', {
      detail: 'Send each document of a batch as an object with the string `query`.',
    });
  if (hasDoubledMember(text)) refuseDoubled();
  const all: Read[] = [];
  for (const each of sent) all.push(yield* readOne(each as Request, reading));
  if (all.some(({ introspect }) => introspect))
    refuse('BAD_USER_INPUT', { detail: 'Ask for the schema in a request of its own, not in a batch.' });
  const measure = together(all.map((each) => each.measure));
  return {
    bytes,
    introspect: undefined,
    operation: measure.type,
    measure,
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
  { schema }: Reading,
  {
    document,
    operationName,
    variables,
    answer,
  }: Pick<Read, 'document' | 'operationName' | 'variables'> & { readonly answer: unknown },
): Cost | undefined {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  if (data === null || typeof data !== 'object') return undefined;
  return answerCost(schema, { document, operationName }, { data, variables });
}

function tellsCost({ extensions }: Request): boolean {
  return typeof extensions === 'object' && extensions !== null && 'cost' in extensions
    ? extensions.cost === true
    : false;
}

/** Some clients send an empty one for none. */
function operationNameOf({ operationName }: Request): string | undefined {
  if (operationName != null && typeof operationName !== 'string')
    return refuse('BAD_USER_INPUT', { detail: 'The operationName must be a string or null.' });
  return operationName || undefined;
}

function variablesOf({ variables }: Request): Variables {
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    return refuse('BAD_USER_INPUT', { detail: 'The variables must be an object or null.' });
  if (isDeeper(variables, VARIABLES_DEPTH_MAX))
    refuse('BAD_USER_INPUT', { detail: `Nest the variables at most ${VARIABLES_DEPTH_MAX} deep.` });
  return (variables ?? {}) as Variables;
}

/** Whoever reads a value calls itself for each level of it. */
const VARIABLES_DEPTH_MAX = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

/** @throws VALIDATION_BUDGET_EXCEEDED where that takes long, and whoever calls has spent all */
function measureFor(measures: Measures, variables: Variables, work: Work): Measure {
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

/** Only a text like this can have two members of one name that is read: the others are not walked through again. */
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
