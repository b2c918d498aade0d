import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { catalogue, Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import { messageInShort } from './message-in-short.ts';

/** Tells the operator what a caller is not told. */
export type OnFault = (error: unknown) => void;

/** The refusal behind an error of the executor, however deep. */
function refusalIn(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = (each as { originalError?: unknown }).originalError)
    if (each instanceof Refusal) return each;
  return undefined;
}

/** A refusal as GraphQL tells it: `extensions.code` and, where an input is at fault, its path and faults. */
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
 * The renderer of the GraphQL boundaries: what is no refusal becomes INTERNAL and goes to the operator; the errors of
 * GraphQL itself keep their text and get a code.
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

/** Was it made by the executor or a scalar, rather than thrown by a resolver? */
function isOwn({ originalError }: GraphQLError): boolean {
  return !originalError || (originalError instanceof GraphQLError && isOwn(originalError));
}

/** Codes of yoga's own, in the words of the catalogue. */
const yogaCodes = new Map<unknown, RefusalCode>([
  ['REQUEST_ENTITY_TOO_LARGE', 'REQUEST_TOO_LARGE'],
  ['BAD_REQUEST', 'BAD_USER_INPUT'],
  ['OPERATION_RESOLUTION_FAILURE', 'BAD_USER_INPUT'],
]);

const isCode = (given: unknown): given is RefusalCode =>
  typeof given === 'string' && Object.hasOwn(catalogue, given);

/** An error of GraphQL itself with a code and its status; one that has both stays as it is. */
export function coded(error: GraphQLError, fallback: RefusalCode): GraphQLError {
  const given = error.extensions['code'];
  const own = isCode(given) ? given : undefined;
  if (own && error.extensions['http']) return error;
  const code = own ?? yogaCodes.get(given) ?? fallback;
  const { nodes, source, positions, path, originalError, message } = error;
  // What is no GraphQL request keeps its status in application/json; what yoga's parser of JSON says of it is left out.
  const { originalError: _, http, ...extensions } = error.extensions;
  const status = { status: catalogue[code][0], ...(http as object | undefined) };
  return new GraphQLError(messageInShort(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions: { ...extensions, code, http: { ...status, spec: !yogaCodes.has(given) } },
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
