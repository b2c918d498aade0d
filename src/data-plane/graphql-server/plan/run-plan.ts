import { type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { GraphQLServerContext } from '../serve/context.ts';
import type { RootField } from './compile.ts';
import type { BoundPlan } from './execution-plans.ts';
import { type AnswerWithErrors, WrittenAnswer } from './written-answer.ts';

/** An answer as JSON text, or one with errors, whose form depends on the request. */
export type PlanResult = { readonly text: string } | AnswerWithErrors;

/**
 * Runs a plan: calls the root fields' resolvers, and writes what they answer with.
 *
 * @returns undefined where arguments cannot be coerced. Nothing has been called then.
 */
export async function runPlan(
  bound: BoundPlan,
  context: GraphQLServerContext,
): Promise<PlanResult | undefined> {
  const { fields } = bound.plan;
  const all = argumentsOf(bound);
  if (!all) return undefined;
  const answer = new WrittenAnswer(bound.plan);
  const answered = async (field: RootField, at: number) => {
    try {
      answer.write(at, await field.field.resolve?.(undefined, all[at] ?? {}, context, infoOf(field, bound)));
    } catch (error) {
      // The reference is told of a failure one microtask later than of a value.
      await undefined;
      answer.fail(at, error);
    }
  };
  // Changes follow one another. (GraphQL §6.2.2)
  if (fields.length > 1 && bound.plan.operation.operation === OperationTypeNode.QUERY)
    await Promise.all(fields.map(answered));
  else for (const [at, field] of fields.entries()) await answered(field, at);
  return answer.whole();
}

type Arguments = Readonly<Record<string, unknown>>;

function argumentsOf({ plan: { fields }, variables }: BoundPlan): readonly Arguments[] | undefined {
  try {
    return fields.map(({ args, field, node }) => args ?? getArgumentValues(field, node, variables));
  } catch {
    return undefined;
  }
}

function infoOf(
  { responseName, field, nodes }: RootField,
  { plan, variables }: BoundPlan,
): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: plan.rootType,
    path: { prev: undefined, key: responseName, typename: plan.rootType.name },
    schema: plan.schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: variables as Record<string, unknown>,
  };
}
