import { buildSchema, type DocumentNode, executeSync, type GraphQLSchema, parse, validate } from 'graphql';
import { type Access, accessBy, type Verdict } from '../domain/access-policy/access.ts';
import { Caller } from '../domain/access-policy/caller.ts';
import { REQUEST_STEPS } from '../domain/access-policy/condition.ts';
import { NestedTooDeep } from '../domain/access-policy/cost.ts';
import { accessPolicies } from '../domain/access-policy/policies.ts';
import { checkRootFields } from '../domain/access-policy/root-fields.ts';
import { isObject, type JsonObject } from '../domain/openapi-tree.ts';
import { refuse } from '../errors.ts';
import { rootFieldsOf } from '../graphql/root-fields.ts';
import { builder } from './builder.ts';

/** As many as a GraphQL server takes. */
const TOKENS_MAX = 2_000;

const AccessDecider = builder.enumType('AccessDecider', {
  description: 'What decides whether a root field of a GraphQL server may be used.',
  values: {
    RULE: { description: 'The rule that names the field.' },
    DEFAULT: { description: 'The `policyDefault` of its type: no rule names it.' },
    NOTHING: { description: 'Neither is there, so it is refused.' },
  } as const,
});

type FieldAccess = Verdict & { readonly path: string; readonly field: string };

const FieldAccessRef = builder.objectRef<FieldAccess>('FieldAccess').implement({
  description: 'Whether a root field of a document may be used, and why.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its name in the answer: its alias, if it has one.' }),
    field: t.exposeString('field', { description: 'Which field it is, for example `Query.getCustomers`.' }),
    allowed: t.exposeBoolean('isAllowed', { description: 'May it be used?' }),
    decidedBy: t.expose('decidedBy', { type: AccessDecider, description: 'What decided.' }),
    rule: t.exposeString('rule', {
      nullable: true,
      description: 'The name of the rule that decided; null unless one did.',
    }),
    condition: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The condition that decided: true, false or its expression; null where nothing did.',
      resolve: ({ condition }) => condition,
    }),
    failure: t.exposeString('fault', {
      nullable: true,
      description: 'Why the condition could not be evaluated, so that the field is refused.',
    }),
  }),
});

builder.prismaObjectField('GraphQLServer', 'explain', (t) =>
  t.field({
    type: [FieldAccessRef],
    description:
      'Which root fields of a document a caller may use, and which rule decides about each. Nothing is executed. A link is decided as the field is that it asks.',
    args: {
      query: t.arg.string({ required: true, description: 'The document.' }),
      operationName: t.arg.string({ description: 'Which operation of it; needed when there are several.' }),
      variables: t.arg({ type: 'JSON', description: 'Its variables by name.' }),
      claims: t.arg({
        type: 'JSON',
        description:
          'The claims of the caller, for example `{"sub": "alice", "scope": "customer"}`; none unless given.',
      }),
      headers: t.arg({
        type: 'JSON',
        description:
          'The headers of the caller by name, for example `{"x-tier": "gold"}`; none unless given.',
      }),
      policies: t.arg({
        type: 'JSON',
        description: 'Other policies to try; those in force unless given.',
      }),
    },
    nullable: false,
    select: { sdl: true, standingPolicies: true, policies: true },
    resolve: (
      { sdl, standingPolicies, policies },
      { query, operationName, variables, claims, headers, policies: tried },
    ) => {
      if (sdl === null)
        return refuse('GRAPHQL_SERVER_PENDING', { detail: 'It has no schema yet: wait until it is Ready.' });
      const stated = accessPolicies(tried ?? standingPolicies ?? policies, ['policies']);
      if (tried != null) checkRootFields(stated, rootFieldsOf(sdl), ['policies']);
      const schema = buildSchema(sdl, { noLocation: true, assumeValidSDL: true });
      return explained(accessBy(stated), {
        ...{ schema, operationName, document: documentFor(schema, query) },
        variables: objectOf(variables, 'variables'),
        caller: callerOf(claims, headers),
      });
    },
  }),
);

function documentFor(schema: GraphQLSchema, query: string): DocumentNode {
  const path = ['query'];
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    return refuse('GRAPHQL_PARSE_FAILED', { detail: messageOf(error), path, cause: error });
  }
  const [fault] = validate(schema, document);
  return fault ? refuse('GRAPHQL_VALIDATION_FAILED', { detail: fault.message, path }) : document;
}

type Asked = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null | undefined;
  readonly variables: JsonObject;
  readonly caller: Caller;
};

/** Executes the document with nothing behind its fields, so that fragments, directives and variables count as they do. */
function explained(
  access: Access,
  { schema, document, operationName, variables, caller }: Asked,
): FieldAccess[] {
  const budget = { steps: REQUEST_STEPS };
  const decided: FieldAccess[] = [];
  const { data, errors } = executeSync({
    ...{ schema, document, variableValues: variables, operationName },
    fieldResolver: (_root, args, _context, { parentType, fieldName, path }) => {
      const verdict = access.decide({ type: parentType.name, field: fieldName, args }, () => caller, budget);
      decided.push({ ...verdict, path: String(path.key), field: `${parentType.name}.${fieldName}` });
      return null;
    },
  });
  if (data === undefined) refuse('BAD_USER_INPUT', { detail: messageOf(errors?.[0]), path: ['variables'] });
  return decided;
}

function callerOf(claims: unknown, headers: unknown): Caller {
  const named = Object.entries(objectOf(headers, 'headers')).map(([name, value]): [string, string] =>
    typeof value === 'string'
      ? [name, value]
      : refuse('BAD_USER_INPUT', { detail: 'The value of a header is a text.', path: ['headers', name] }),
  );
  try {
    return new Caller({ claims: objectOf(claims, 'claims'), headers: named });
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    return refuse('BAD_USER_INPUT', { detail: error.message, path: ['claims'] });
  }
}

function objectOf(value: unknown, name: string): JsonObject {
  if (value == null) return {};
  if (isObject(value)) return value;
  return refuse('BAD_USER_INPUT', { detail: `${name} is an object.`, path: [name] });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'It cannot be read.');
