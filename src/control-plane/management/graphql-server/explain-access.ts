import { buildSchema, type DocumentNode, executeSync, type GraphQLSchema, parse, validate } from 'graphql';
import { type AccessDecision, accessBy } from '../../../domain/access-policy/access.ts';
import { REQUEST_STEPS } from '../../../domain/access-policy/condition.ts';
import { type AccessPolicies, accessPolicies } from '../../../domain/access-policy/policies.ts';
import type { PolicyCaller } from '../../../domain/access-policy/policy-caller.ts';
import { checkRootFields } from '../../../domain/access-policy/root-fields.ts';
import { type InputPath, refusal, refuse } from '../../../foundation/errors.ts';
import type { JsonObject } from '../../../foundation/json.ts';
import { rootFieldsOf } from '../../../graphql/schema/root-fields.ts';
import { documentRules } from '../../../graphql/validation/known-operation-types.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { objectOf, sampleCaller } from '../sample-caller.ts';

/** Maximum of tokens in a document, as in a GraphQL server. */
const TOKENS_MAX = 2_000;

/** Question about the access to a server; all of it is JSON. */
type AccessQuestion = {
  readonly sdl: string;
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: unknown;
  readonly claims?: unknown;
  readonly headers?: unknown;
  readonly gateway?: unknown;
  /** The policies in force. */
  readonly policies: unknown;
  /** Others to try in their place. */
  readonly tried?: unknown;
};

/** The decision about a root field of a document, with its reason. */
export type FieldAccess = AccessDecision & { readonly path: string; readonly field: string };

/** Characters of a schema that is read at once. */
const HERE_MAX = 262_144;

/**
 * Decides about each root field of a document whether a caller may use it. Nothing is executed. A large schema is
 * read in a child process.
 *
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT, GRAPHQL_PARSE_FAILED or GRAPHQL_VALIDATION_FAILED with the name of the argument at fault;
 *   TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function accessOf(question: AccessQuestion, queueKey: string): Promise<FieldAccess[]> {
  return inChildIfLarge(question, explainAccess, queueKey);
}

/**
 * Checks that policies are for fields that a server has.
 *
 * @param policies the policies, the schema, and where the input holds the policies
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT with the path of the member at fault; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function checkServerPolicies(policies: PoliciesOfFields, queueKey: string): Promise<void> {
  await inChildIfLarge(policies, checkPoliciesFor, queueKey);
}

function inChildIfLarge<Input extends { readonly sdl: string }, Output>(
  input: Input,
  work: (input: Input) => Output,
  queueKey: string,
): Promise<Output> {
  return inChildIf(
    { isLarge: input.sdl.length > HERE_MAX, queueKey },
    {
      module: 'control-plane/management/graphql-server/explain-access',
      work,
      input,
      tooMuch: (amount) =>
        refusal('GRAPHQL_SERVER_UNUSABLE', { detail: `Its schema takes ${amount} to read.` }),
    },
  );
}

export function explainAccess({ sdl, policies, tried, query, ...question }: AccessQuestion): FieldAccess[] {
  const stated = accessPolicies(tried ?? policies, ['policies']);
  if (tried != null) checkRootFields(stated, rootFieldsOf(sdl), ['policies']);
  const schema = buildSchema(sdl, { noLocation: true, assumeValidSDL: true });
  return explained(stated, {
    schema,
    operationName: question.operationName,
    document: documentFor(schema, query),
    variables: objectOf(question.variables, 'variables'),
    caller: sampleCaller(question),
  });
}

type PoliciesOfFields = {
  readonly policies: AccessPolicies;
  readonly sdl: string;
  readonly path: InputPath;
};

/** Checks policies against a schema. It is exported for child processes, which find it by its name. */
export function checkPoliciesFor({ policies, sdl, path }: PoliciesOfFields): void {
  checkRootFields(policies, rootFieldsOf(sdl), path);
}

function documentFor(schema: GraphQLSchema, query: string): DocumentNode {
  const path = ['query'];
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    return refuse('GRAPHQL_PARSE_FAILED', { detail: messageOf(error), path, cause: error });
  }
  const [fault] = validate(schema, document, documentRules);
  return fault ? refuse('GRAPHQL_VALIDATION_FAILED', { detail: fault.message, path }) : document;
}

type ExplainAccessInput = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null | undefined;
  readonly variables: JsonObject;
  readonly caller: PolicyCaller;
};

/** Executes the document with empty fields. Fragments, directives and variables so count as in a real call. */
function explained(
  policies: AccessPolicies,
  { schema, document, operationName, variables, caller }: ExplainAccessInput,
): FieldAccess[] {
  const access = accessBy(policies);
  const budget = { steps: REQUEST_STEPS };
  const decided: FieldAccess[] = [];
  const { data, errors } = executeSync({
    schema,
    document,
    variableValues: variables,
    operationName,
    fieldResolver: (_root, args, _context, { parentType, fieldName, path }) => {
      const verdict = access.decide({ type: parentType.name, field: fieldName, args }, () => caller, budget);
      decided.push({ ...verdict, path: String(path.key), field: `${parentType.name}.${fieldName}` });
      return null;
    },
  });
  if (data === undefined) refuse('BAD_USER_INPUT', { detail: messageOf(errors?.[0]), path: ['variables'] });
  return decided;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'It cannot be read.');
