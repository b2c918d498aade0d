import { refuse } from '../../../foundation/errors.ts';
import { builder } from '../builder.ts';
import { accessOf, type FieldAccess } from './explain-access.ts';

const AccessDecider = builder.enumType('AccessDecider', {
  description: 'What decides whether a root field of a GraphQL server may be used.',
  values: {
    RULE: { description: 'The rule that names the field.' },
    DEFAULT: { description: 'The `policyDefault` of its type: no rule names it.' },
    NOTHING: { description: 'Neither is there, so it is refused.' },
  } as const,
});

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
      gateway: t.arg({
        type: 'JSON',
        description:
          'Through whose API the caller comes, for example `{"org": "acme", "api": "customers:1.0.0", "client": null}`; directly unless given.',
      }),
      policies: t.arg({
        type: 'JSON',
        description: 'Other policies to try; those in force unless given.',
      }),
    },
    nullable: false,
    select: { orgId: true, sdl: true, standingPolicies: true, policies: true },
    resolve: ({ orgId, sdl, standingPolicies, policies }, { policies: tried, ...question }) =>
      sdl === null
        ? refuse('GRAPHQL_SERVER_PENDING', { detail: 'It has no schema yet: wait until it is Ready.' })
        : accessOf({ ...question, sdl, policies: standingPolicies ?? policies, tried }, orgId),
  }),
);
