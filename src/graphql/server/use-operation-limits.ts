import { type DocumentNode, type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';
import { Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import type { Variables } from '../cost/amounts.ts';
import { costRules } from '../cost/cost-rules.ts';
import { type IntrospectionBound, introspectionBound } from '../cost/introspection-size.ts';
import { type MeasuredOperation, measureOperations } from '../cost/measure-operations.ts';
import { type OperationCost, staticCosts } from '../cost/static-cost.ts';
import { operationContentIn } from '../validation/introspection-query.ts';
import { DEAR_COST, dearQueries } from './dear-queries.ts';
import { refuseHeavyVariables } from './heavy-variables.ts';
import { pagedListRules } from './paged-lists.ts';
import { asGraphQLError } from './refusals.ts';
import { refuseSurplusMembers } from './surplus-members.ts';
import { FIRST_MAX } from './take-skip.ts';
import { useDefinitionBounds } from './use-definition-bounds.ts';

/** The limits of one operation of an API of the platform. */
type OperationLimits<Context extends object> = {
  readonly schema: GraphQLSchema;
  /** Weights of costly fields, and the sizes of lists that are not paged. */
  readonly costs: GraphQLCosts;
  readonly costMax: number;
  /** The keys that a costly query queues under: the org, then the caller. */
  readonly queueKeysOf: (context: Context) => readonly string[];
};

const ALIASES_MAX = 100;
const DIRECTIVES_MAX = 100;
const OPERATIONS_MAX = 50;
/** Definitions and spreads, inline ones too. */
const FRAGMENTS_MAX = 100;
const ROOT_FIELDS_MAX: Readonly<Record<OperationTypeNode, number>> = {
  [OperationTypeNode.QUERY]: 50,
  [OperationTypeNode.MUTATION]: 20,
  [OperationTypeNode.SUBSCRIPTION]: 1,
};

/**
 * Bounds an operation before anything is read for it. It counts aliases, directives, fragments, root fields and the
 * cost. A list is as long as the requested page. The platform keeps to the limits that it sets for customers' APIs.
 */
export function useOperationLimits<Context extends object>(limits: OperationLimits<Context>): Plugin {
  const bounds = new OperationBounds(limits);
  return {
    onPluginInit: ({ addPlugin }) =>
      addPlugin(useDefinitionBounds({ maxOperations: OPERATIONS_MAX, maxFragments: FRAGMENTS_MAX })),
    // Validation rules do not fit here: their results are remembered, and list lengths depend on variables.
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const result = checked(bounds, args);
      if ('error' in result) setResultAndStopExecution({ errors: [result.error] });
      else if (result.isDear) {
        const keys = limits.queueKeysOf(args.contextValue as Context);
        setExecuteFn((given) => inTurn(keys, async () => executeFn(given)));
      }
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const result = checked(bounds, args);
      if ('error' in result) setResultAndStopExecution({ errors: [result.error] });
    },
  };
}

type OperationCheckInput = {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Variables | null | undefined;
};

function checked(
  bounds: OperationBounds,
  asked: OperationCheckInput,
): { readonly isDear: boolean } | { readonly error: GraphQLError } {
  try {
    return { isDear: bounds.check(asked) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: asGraphQLError(error, {}) };
  }
}

async function inTurn(keys: readonly string[], execute: () => Promise<unknown>): Promise<unknown> {
  try {
    return await dearQueries.run(keys, execute);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: [asGraphQLError(error, {})] };
  }
}

type Measured = MeasuredOperation & { readonly cost: OperationCost; readonly isSchemaBounded: boolean };

/** The bounds of the operations of a schema. Each document is measured once. */
class OperationBounds {
  readonly #schema: GraphQLSchema;
  readonly #costMax: number;
  readonly #rules: Parameters<typeof staticCosts>[0]['rules'];
  readonly #introspectionBound: IntrospectionBound;
  readonly #known = new WeakMap<DocumentNode, ReadonlyMap<string | undefined, Measured>>();

  constructor({ schema, costs, costMax }: Pick<OperationLimits<never>, 'schema' | 'costs' | 'costMax'>) {
    this.#schema = schema;
    this.#costMax = costMax;
    const rules = [...pagedListRules(schema), ...(costs.rules ?? [])];
    this.#rules = { ...costRules(schema, { ...costs, rules }), largestListSize: FIRST_MAX };
    this.#introspectionBound = introspectionBound(schema);
  }

  /**
   * Checks an operation.
   *
   * @returns true for a query so costly that it takes its turn
   * @throws GRAPHQL_…_EXCEEDED beyond a bound; BAD_USER_INPUT for far too many values, or members of an object
   */
  check({ document, operationName, variableValues }: OperationCheckInput): boolean {
    const operations = this.#known.get(document) ?? this.#measure(document);
    this.#known.set(document, operations);
    // Without a name there is one operation, or none that could be run.
    const asked = operationName ? operations.get(operationName) : [...operations.values()][0];
    if (!asked) return false;
    checkSize(asked);
    refuseHeavyVariables(this.#schema, asked.operation, variableValues ?? {});
    refuseSurplusMembers(this.#schema, asked.operation, variableValues ?? {});
    if (!asked.isSchemaBounded) tooMuch('GRAPHQL_COST_EXCEEDED', SCHEMA_TOO_OFTEN);
    const cost = typeof asked.cost === 'function' ? asked.cost(variableValues ?? {}) : asked.cost;
    const most = Math.max(cost.fieldCost, cost.typeCost);
    if (most > this.#costMax)
      tooMuch(
        'GRAPHQL_COST_EXCEEDED',
        `The operation costs ${most}; at most ${this.#costMax} is allowed. Ask for shorter lists with \`first\`, or in several requests.`,
      );
    return most > DEAR_COST && asked.operation.operation === OperationTypeNode.QUERY;
  }

  #measure(document: DocumentNode): ReadonlyMap<string | undefined, Measured> {
    const [askedFor, isBounded] = [operationContentIn(document), this.#introspectionBound(document)];
    const costs = staticCosts({ schema: this.#schema, rules: this.#rules, document });
    const operations = [...measureOperations(document)].map(([name, size]) => {
      const { operation } = size;
      const isSchemaBounded = askedFor(operation) === 'DATA' || isBounded(operation);
      return [name, { ...size, cost: costs.of(operation), isSchemaBounded }] as const;
    });
    return new Map(operations);
  }
}

const SCHEMA_TOO_OFTEN =
  'The operation asks for more of the schema than twice what the usual introspection query does: ask in several requests.';

function checkSize({ operation, aliases, directives, rootFields }: MeasuredOperation): void {
  const rootFieldsMax = ROOT_FIELDS_MAX[operation.operation];
  if (rootFields > rootFieldsMax)
    tooMuch(
      'GRAPHQL_ROOT_FIELDS_EXCEEDED',
      tooMany(`root fields of a ${operation.operation}`, rootFields, rootFieldsMax),
    );
  if (aliases > ALIASES_MAX) tooMuch('GRAPHQL_ALIASES_EXCEEDED', tooMany('aliases', aliases, ALIASES_MAX));
  if (directives > DIRECTIVES_MAX)
    tooMuch('GRAPHQL_DIRECTIVES_EXCEEDED', tooMany('directives', directives, DIRECTIVES_MAX));
}

const tooMany = (what: string, count: number, most: number) =>
  `The operation has ${count} ${what}; at most ${most} are allowed. Ask in several requests.`;

function tooMuch(code: RefusalCode, detail: string): never {
  throw refusal(code, { detail });
}
