import { refuse } from '../../../foundation/errors.ts';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import type { DocumentName } from './persisted.ts';

/** The JSON object of a GraphQL request, unchecked. (GraphQL over HTTP, "Request Parameters") */
export type GraphQLRequest = DocumentName & {
  readonly operationName?: unknown;
  readonly variables?: unknown;
};

const MEMBERS: ReadonlySet<string> = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  'documentId',
]);

/**
 * Refuses members that GraphQL over HTTP does not define.
 *
 * A back-end might run them without validation: to some `Query` is `query`, and others run the document that an `id`
 * names.
 */
export function checkMembers(request: GraphQLRequest): void {
  const unknown = Object.keys(request).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `The request has a member ${JSON.stringify(unknown)}: send query, operationName, variables, extensions or documentId alone.`,
    });
}

/** Tells whether the caller asks for `extensions.cost` in the answer. */
export function wantsCost({ extensions }: GraphQLRequest): boolean {
  return typeof extensions === 'object' && extensions !== null && 'cost' in extensions
    ? extensions.cost === true
    : false;
}

/** Reads the name of the operation to run. Some clients send an empty one for none. */
export function operationNameOf({ operationName }: GraphQLRequest): string | undefined {
  if (operationName != null && typeof operationName !== 'string')
    return refuse('BAD_USER_INPUT', { detail: 'The operationName must be a string or null.' });
  return operationName || undefined;
}

/** Reads the variables, which are nested no deeper than the stack bears. */
export function variablesOf({ variables }: GraphQLRequest): Variables {
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    return refuse('BAD_USER_INPUT', { detail: 'The variables must be an object or null.' });
  if (isDeeper(variables, VARIABLES_DEPTH_MAX))
    refuse('BAD_USER_INPUT', { detail: `Nest the variables at most ${VARIABLES_DEPTH_MAX} deep.` });
  return (variables ?? {}) as Variables;
}

/** Deepest nesting of variables. A reader of a value calls itself for each level. */
const VARIABLES_DEPTH_MAX = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
