import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { operationSpan } from '../../../graphql/server/use-tracing.ts';
import { inSpan, type Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import type { BoundPlan, ExecutionPlans } from './execution-plans.ts';
import type { Outcome } from './outcome.ts';
import { Replay } from './replay.ts';
import { type PlanResult, runPlan } from './run-plan.ts';

type Execute = (args: ExecutionArgs) => unknown;

/** Runs the plan of an operation, where it has one. The executor gives all answers with errors, and all without a plan. */
export function usePlans(plans: ExecutionPlans): Plugin<GraphQLServerContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const bound = plans.planOf(args.document, {
        operationName: args.operationName,
        variables: args.variableValues,
      });
      if (!bound) return;
      setExecuteFn(async (args: ExecutionArgs) => {
        const context = args.contextValue as GraphQLServerContext;
        if (context.outcomes) return replayed(executeFn, args, context.outcomes);
        const result = await runPlan(bound, context);
        if (!result) return executeFn(args);
        if ('text' in result) return asResult(result.text);
        return replayed(executeFn, args, result.outcomes);
      });
    },
  };
}

/** The reference's result of what root fields came to. */
export async function replayed(
  execute: Execute,
  args: ExecutionArgs,
  outcomes: readonly Outcome[],
): Promise<unknown> {
  const replay = new Replay(outcomes);
  const contextValue = { ...(args.contextValue as object), replay };
  const result = execute({ ...args, contextValue });
  void replay.settle();
  return result;
}

/** A result whose JSON is written already. */
const asResult = (text: string): ExecutionResult & { stringify(): string } => ({
  data: {},
  stringify: () => text,
});

/** Runs a plan outside of an executor, in the span that the executor would have. */
export function runTraced(
  bound: BoundPlan,
  context: GraphQLServerContext,
  tracing: Tracing | undefined,
): Promise<PlanResult | undefined> {
  const run = () => runPlan(bound, context);
  return tracing ? inSpan(tracing, operationSpan(bound.plan.operation), run) : run();
}
