import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { operationSpan } from '../../../graphql/server/use-tracing.ts';
import { inSpan, type Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import type { BoundPlan, ExecutionPlans } from './execution-plans.ts';
import { type PlanResult, runPlan } from './run-plan.ts';
import { valueCheck } from './value-check.ts';

/** Runs the plan of an operation. The reference executes what has none, as far as its answers are bounded. */
export function usePlans(plans: ExecutionPlans): Plugin<GraphQLServerContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const bound = plans.planOf(args.document, {
        operationName: args.operationName,
        variables: args.variableValues,
      });
      setExecuteFn(async (args: ExecutionArgs) => {
        const context = args.contextValue as GraphQLServerContext;
        const result = bound && (context.planned ?? (await runPlan(bound, context)));
        if (result) return asResult(result);
        const contextValue = { ...context, check: valueCheck(context.links) };
        return executeFn({ ...args, contextValue });
      });
    },
  };
}

/** A result whose data is JSON already. Its errors get their codes later. */
export function asResult(
  result: PlanResult,
): ExecutionResult & { stringify(final: ExecutionResult): string } {
  if ('text' in result) return { data: {}, stringify: () => result.text };
  const { errors, data, json } = result;
  return {
    errors,
    data,
    stringify: (final) => `{"errors":${JSON.stringify(final.errors)},"data":${json}}`,
  };
}

/** Runs a plan outside of an executor, in the span that the executor would have. */
export function runTraced(
  bound: BoundPlan,
  context: GraphQLServerContext,
  tracing: Tracing | undefined,
): Promise<PlanResult | undefined> {
  const run = () => runPlan(bound, context);
  return tracing ? inSpan(tracing, operationSpan(bound.plan.operation), run) : run();
}
