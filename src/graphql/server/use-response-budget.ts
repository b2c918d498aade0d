import { type GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { inTurnOf } from './org-work.ts';
import { asGraphQLError } from './refusals.ts';
import { ResponseBudget, setBudget } from './response-budget.ts';

/**
 * Ends operations whose answer is too large or whose query takes too long. The codes are ANSWER_TOO_LARGE and
 * QUERY_TIMEOUT. The schema's fields keep to a budget, and work is done in the turns of the org.
 *
 * @param orgOf the org whose time an operation takes, by its context
 */
export function useResponseBudget<Context extends object>(orgOf: (context: Context) => string): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName)?.operation;
      const context = args.contextValue as Context;
      const isQuery = operation === OperationTypeNode.QUERY;
      setExecuteFn((args) => {
        const org = orgOf(context);
        return inTurnOf(org, async () => {
          const budget = new ResponseBudget(isQuery, org);
          setBudget(context, budget);
          try {
            // The executor's own signal would leave promises of a list to reject without a handler.
            const result = await Promise.race([executeFn(args), budget.ended]);
            return budget.refused ? { errors: [errorOf(budget)] } : result;
          } catch (error) {
            if (!budget.refused) throw error;
            return { errors: [errorOf(budget)] };
          } finally {
            budget.close();
          }
        });
      });
    },
  };
}

const errorOf = ({ refused }: ResponseBudget): GraphQLError => asGraphQLError(refused as never, {});
