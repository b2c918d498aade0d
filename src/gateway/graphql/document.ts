import { hasDoubledMember } from '../../domain/json-members.ts';
import { refuse } from '../../errors.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { DocumentRefusal } from './document-refusal.ts';
import type { Measure, Measures } from './measure.ts';
import type { CheckedOperation, Verdicts } from './verdicts.ts';

/** A GraphQL request that was checked. */
export type GraphQLDocument = {
  /** The body as it came, which is what is forwarded. */
  readonly bytes: Buffer;
  /** The measure of the operation that is to run. */
  readonly measure: Measure;
  /** Answers it in place of the back-end, as JSON: it asks for the schema alone. @throws BAD_USER_INPUT */
  readonly introspect: (() => string) | undefined;
};

type Checked = {
  readonly api: PublishedApi;
  /** What the caller's plan hides of the schema, as schema coordinates. */
  readonly hidden: readonly string[];
  readonly verdicts: Verdicts;
};

/**
 * Reads the body of a GraphQL request. (GraphQL over HTTP, "Request Parameters")
 *
 * @throws BAD_USER_INPUT, GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED
 */
export function readDocument(bytes: Buffer, { api, hidden, verdicts }: Checked): GraphQLDocument {
  const { query, operationName, variables } = requestIn(bytes.toString('utf8'));
  if (typeof query !== 'string')
    return refuse('BAD_USER_INPUT', { detail: 'Send the GraphQL document as the string `query`.' });
  if (operationName != null && typeof operationName !== 'string')
    return refuse('BAD_USER_INPUT', { detail: 'The operationName must be a string or null.' });
  const verdict = verdicts.of(api, hidden, query);
  if (verdict instanceof DocumentRefusal) throw verdict;
  const { measures, introspect } = operationOf(verdict, operationName || undefined);
  const measure = measureFor(measures, variables);
  if (measure.type === 'subscription')
    refuse('BAD_USER_INPUT', { detail: 'Subscriptions are not served; send a query or a mutation.' });
  return { bytes, measure, introspect: introspect && (() => introspect(variables)) };
}

function measureFor(measures: Measures, variables: unknown): Measure {
  if (typeof measures !== 'function') return measures;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    refuse('BAD_USER_INPUT', { detail: 'The variables must be an object or null.' });
  return measures((variables ?? {}) as Record<string, unknown>);
}

type Request = { readonly query?: unknown; readonly operationName?: unknown; readonly variables?: unknown };

function requestIn(text: string): Request {
  const request = parsed(text);
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return refuse('BAD_USER_INPUT', { detail: 'Send one JSON object with the member `query`; no batches.' });
  if (mayDouble(text) && hasDoubledMember(text))
    refuse('BAD_USER_INPUT', { detail: 'The JSON object has two members of one name.' });
  return request;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: 'The body is not valid JSON.' });
  }
}

/** Only a text like this can have a second `query`, `operationName` or `variables`: the others are not walked through again. */
function mayDouble(text: string): boolean {
  return (
    text.includes('\\u') ||
    ['"query"', '"operationName"', '"variables"'].some(
      (name) => text.indexOf(name) !== text.lastIndexOf(name),
    )
  );
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
