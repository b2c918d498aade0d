import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { catalogue, Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import { messageInShort } from './message-in-short.ts';

/** Reports errors to the operator that callers do not see. */
export type OnFault = (error: unknown) => void;

/** Finds the refusal behind an error of the executor, however deep. */
function refusalIn(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = (each as { originalError?: unknown }).originalError)
    if (each instanceof Refusal) return each;
  return undefined;
}

/**
 * Converts a refusal to a GraphQL error. It has `extensions.code` and, where an input is at fault, its path and faults.
 */
export function asGraphQLError(
  made: Refusal,
  { nodes, path }: Partial<Pick<GraphQLError, 'nodes' | 'path'>>,
): GraphQLError {
  return new GraphQLError(made.message, {
    nodes: nodes ?? null,
    path: path ?? null,
    extensions: {
      code: made.code,
      ...(made.inputPath && { path: made.inputPath }),
      ...(made.inputFaults && { faults: made.inputFaults }),
      // `spec`: only an answer in application/graphql-response+json has the status. (GraphQL over HTTP)
      http: { spec: true, status: made.status, ...(made.headers && { headers: made.headers }) },
    },
  });
}

/**
 * Makes the error renderer of the GraphQL boundaries. Any error that is no refusal becomes INTERNAL and is reported to
 * the operator. Errors of GraphQL itself keep their text and get a code.
 */
export function errorMasker(onFault: OnFault): (error: unknown) => Error {
  return (error) => {
    const made = refusalIn(error);
    if (made) return asGraphQLError(made, error instanceof GraphQLError ? error : {});
    if (error instanceof GraphQLError && isOwn(error)) return coded(error, 'BAD_USER_INPUT');
    onFault(error);
    return asGraphQLError(refusal('INTERNAL'), error instanceof GraphQLError ? error : {});
  };
}

/** Is true for errors of the executor or a scalar, not of a resolver. */
function isOwn({ originalError }: GraphQLError): boolean {
  return !originalError || (originalError instanceof GraphQLError && isOwn(originalError));
}

/** Codes of yoga, mapped to those of the catalogue. */
const yogaCodes = new Map<unknown, RefusalCode>([
  ['REQUEST_ENTITY_TOO_LARGE', 'REQUEST_TOO_LARGE'],
  ['BAD_REQUEST', 'BAD_USER_INPUT'],
  ['OPERATION_RESOLUTION_FAILURE', 'BAD_USER_INPUT'],
]);

const isCode = (value: unknown): value is RefusalCode =>
  typeof value === 'string' && Object.hasOwn(catalogue, value);

/** Gives an error of GraphQL a code and its status. One that has both stays as it is. */
export function coded(error: GraphQLError, fallback: RefusalCode): GraphQLError {
  const rawCode = error.extensions['code'];
  const own = isCode(rawCode) ? rawCode : undefined;
  if (own && error.extensions['http']) return error;
  const code = own ?? yogaCodes.get(rawCode) ?? fallback;
  const { nodes, source, positions, path, originalError, message } = error;
  // An invalid request keeps its status in application/json. Messages of yoga's JSON parser are left out.
  const { originalError: _, http, ...extensions } = error.extensions;
  const status = { status: catalogue[code][0], ...(http as object | undefined) };
  return new GraphQLError(messageInShort(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions: { ...extensions, code, http: { ...status, spec: !yogaCodes.has(rawCode) } },
  });
}

/** Gives the errors of parsing and validation their codes. */
export function useErrorCodes(): Plugin {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result instanceof GraphQLError) replaceParseResult(coded(result, 'GRAPHQL_PARSE_FAILED'));
      },
    onValidate:
      () =>
      ({ valid, result, setResult }) => {
        if (valid) return;
        const errors = result as readonly GraphQLError[];
        setResult(errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')));
      },
  };
}
