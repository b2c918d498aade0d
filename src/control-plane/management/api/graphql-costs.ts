import type { GraphQLSchema } from 'graphql';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { assumedListSizeOf, type CostRule, type GraphQLCosts } from '../../../domain/api/graphql-costs.ts';
import { refuse } from '../../../foundation/errors.ts';
import { costFault } from '../../../graphql/cost/cost-rules.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

const at =
  'Where: `User`, `User.age`, `Query.users(max:)`, `Filter.near`, `@approximate(by:)`, as schema coordinates are written.';
const weight = 'What it costs each time; 1 for what is composite, 0 for scalars and enums, unless given.';
const assumedSize = 'How long its list is where no slicing argument says so.';
const slicingArguments =
  'The arguments that say how long its list is; `filter.max` is the field of an input object.';
const requireOneSlicingArgument =
  'Must a document give exactly one of the slicing arguments? It must, unless said otherwise.';
const sizedFields = 'The fields of its object whose lists have that size, in place of its own: `edges`.';
const assumedListSize = 'How long a list is of which nothing is said';

const CostRuleRef = builder.objectRef<CostRule>('GraphQLCostRule').implement({
  description: 'What a place of a GraphQL schema costs, and how long a list there is.',
  fields: (t) => ({
    at: t.exposeString('at', { description: at }),
    weight: t.exposeFloat('weight', { nullable: true, description: weight }),
    assumedSize: t.exposeInt('assumedSize', { nullable: true, description: assumedSize }),
    slicingArguments: t.exposeStringList('slicingArguments', {
      nullable: true,
      description: slicingArguments,
    }),
    requireOneSlicingArgument: t.exposeBoolean('requireOneSlicingArgument', {
      nullable: true,
      description: requireOneSlicingArgument,
    }),
    sizedFields: t.exposeStringList('sizedFields', { nullable: true, description: sizedFields }),
  }),
});

const CostsRef = builder.objectRef<GraphQLCosts>('GraphQLCosts').implement({
  description: "What documents of a GraphQL API cost, besides what the schema's own directives say.",
  fields: (t) => ({
    assumedListSize: t.int({ description: `${assumedListSize}.`, resolve: assumedListSizeOf }),
    rules: t.field({
      type: [CostRuleRef],
      description: "They overrule the schema's directives `@cost` and `@listSize`.",
      resolve: ({ rules }) => rules ?? [],
    }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  costs: t.field({
    type: CostsRef,
    nullable: true,
    description: 'What its documents cost; null for a REST API.',
    resolve: ({ kind, settings }) =>
      kind === 'GRAPHQL' ? (stored<ApiSettings>(settings).costs ?? {}) : null,
  }),
}));

const CostRuleInput = builder.inputType('GraphQLCostRuleInput', {
  description: 'What a place of a GraphQL schema costs, and how long a list there is.',
  fields: (t) => ({
    at: t.string({ required: true, description: at }),
    weight: t.float({ description: weight }),
    assumedSize: t.int({ description: assumedSize }),
    slicingArguments: t.stringList({ description: slicingArguments }),
    requireOneSlicingArgument: t.boolean({ description: requireOneSlicingArgument }),
    sizedFields: t.stringList({ description: sizedFields }),
  }),
});

export const CostsInput = builder.inputType('GraphQLCostsInput', {
  description:
    'What documents of a GraphQL API cost, by path: the directives `@cost` and `@listSize` where introspection has lost them.',
  fields: (t) => ({
    assumedListSize: t.int({ description: `${assumedListSize}; 10 unless given.` }),
    rules: t.field({
      type: [CostRuleInput],
      description: "At most 1000; they overrule the schema's directives.",
    }),
  }),
});

/** @throws BAD_USER_INPUT when a rule, or a directive of the schema, does not fit the schema */
export function checkCosts(schema: GraphQLSchema, { costs = {} }: ApiSettings): void {
  const fault = costFault(schema, costs);
  if (fault !== undefined)
    refuse('BAD_USER_INPUT', { detail: `The cost rule for ${fault}`, path: ['input', 'costs'] });
}
