import type { GraphQLResolveInfo } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { GraphQLServerContext } from '../serve/context.ts';
import type { RootField } from './compile.ts';
import type { BoundPlan } from './execution-plans.ts';
import type { Outcome } from './outcome.ts';

/** An answer as JSON text; where it has errors, the outcomes of its root fields. */
export type PlanResult = { readonly text: string } | { readonly outcomes: readonly Outcome[] };

/**
 * Runs a plan: calls the root fields' resolvers at once, then writes the answer.
 *
 * It writes whole answers only. An error, wherever it is, is for the reference to report, which gets the same outcomes
 * and calls no back-end again.
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
  const outcomes: Outcome[] = [];
  // One alone has no order.
  const rounds = fields.length > 1 ? new Rounds() : undefined;
  const values: unknown[] = [];
  let isFailed = false;
  const settled = async (field: RootField, at: number) => {
    const { responseName } = field;
    try {
      const value = await field.field.resolve?.(undefined, all[at] ?? {}, context, infoOf(field, bound));
      values[at] = value;
      outcomes.push({ responseName, settle: () => value, rounds: rounds?.since() });
    } catch (error) {
      isFailed = true;
      outcomes.push({
        responseName,
        settle: () => {
          throw error;
        },
        rounds: rounds?.since(),
      });
    }
  };
  const [first] = fields;
  if (first && fields.length === 1) await settled(first, 0);
  else await Promise.all(fields.map(settled));
  const text = isFailed ? undefined : written(bound, values);
  return text === undefined ? { outcomes } : { text };
}

/** More rounds than lie between outcomes of one turn of the event loop. */
const ROUNDS_MAX = 32;

/** Counts rounds of microtasks. The order of errors within a turn of the event loop depends on them. */
class Rounds {
  #count = 0;
  #isCounting = false;

  /** Returns the rounds since it was last asked. */
  since(): number | undefined {
    const count = this.#isCounting ? this.#count : undefined;
    this.#count = 0;
    if (!this.#isCounting) void this.#run();
    return count;
  }

  async #run(): Promise<void> {
    this.#isCounting = true;
    for (; this.#count < ROUNDS_MAX; this.#count += 1) await undefined;
    this.#isCounting = false;
  }
}

type Arguments = Readonly<Record<string, unknown>>;

function argumentsOf({ plan: { fields }, variables }: BoundPlan): readonly Arguments[] | undefined {
  try {
    return fields.map(({ args, field, node }) => args ?? getArgumentValues(field, node, variables));
  } catch {
    return undefined;
  }
}

/** Undefined where a value does not fit its type, or its type cannot be told. */
function written({ plan: { fields, pieces } }: BoundPlan, values: readonly unknown[]): string | undefined {
  try {
    let text = pieces[0] as string;
    for (const [at, { write }] of fields.entries()) text += write(values[at]) + pieces[at + 1];
    return text;
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
    parentType: plan.queryType,
    path: { prev: undefined, key: responseName, typename: plan.queryType.name },
    schema: plan.schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: variables as Record<string, unknown>,
  };
}
