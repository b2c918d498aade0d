import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { operationsOf } from '../../../graphql/validation/definitions.ts';
import { compile, type ExecutionPlan } from './compile.ts';

/** Variables of `@skip` and `@include` for whose values there are plans: 2³ at most. */
const CONDITIONS_MAX = 3;
/** The most fields of all plans of a document, for each of its characters. What remembers it counts by those. */
const FIELDS_PER_CHARACTER = 1;

/** A plan, with the coerced variables that it is run with. */
export type BoundPlan = {
  readonly plan: ExecutionPlan;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** The parameters of a request that choose and fill an operation. */
type PlanOfInput = {
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
};

/** The plans of one schema. Each operation is compiled when it comes first, and lives as long as its document. */
export class ExecutionPlans {
  readonly #schema: GraphQLSchema;
  readonly #operations = new WeakMap<DocumentNode, Map<OperationDefinitionNode, OperationPlans>>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Tells whether a document is known to be valid: plans are asked for after validation. */
  isValid(document: DocumentNode): boolean {
    return this.#operations.has(document);
  }

  /** Finds the plan of an operation of a valid document. Undefined for what only the reference executes. */
  planOf(document: DocumentNode, { operationName, variables }: PlanOfInput): BoundPlan | undefined {
    const operations = this.#operations.get(document) ?? new Map<OperationDefinitionNode, OperationPlans>();
    this.#operations.set(document, operations);
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const plans =
      operations.get(operation) ?? new OperationPlans({ schema: this.#schema, document, operation });
    operations.set(operation, plans);
    const coerced = this.#variables(operation, variables);
    const plan = coerced && plans.of(coerced);
    return plan && { plan, variables: coerced };
  }

  #variables(
    { variableDefinitions = [] }: OperationDefinitionNode,
    variables: PlanOfInput['variables'],
  ): BoundPlan['variables'] | undefined {
    if (variableDefinitions.length === 0) return {};
    return getVariableValues(this.#schema, variableDefinitions, variables ?? {}, { maxErrors: 1 }).coerced;
  }
}

/** The plans of one operation: one for each combination of its `@skip` and `@include`. */
class OperationPlans {
  readonly #input: Pick<ExecutionPlan, 'schema' | 'document' | 'operation'>;
  readonly #conditions: readonly string[];
  readonly #plans = new Map<string, ExecutionPlan | undefined>();
  readonly #sizeMax: number;

  constructor(input: Pick<ExecutionPlan, 'schema' | 'document' | 'operation'>) {
    this.#input = input;
    this.#conditions = conditionsOf(input.document);
    const plans = operationsOf(input.document).length * 2 ** this.#conditions.length;
    const characters = input.document.loc?.end ?? 0;
    this.#sizeMax = Math.floor((characters * FIELDS_PER_CHARACTER) / plans);
  }

  of(variables: BoundPlan['variables']): ExecutionPlan | undefined {
    const names = this.#conditions;
    if (names.length > CONDITIONS_MAX || names.some((name) => typeof variables[name] !== 'boolean'))
      return undefined;
    const key = names.map((name) => (variables[name] ? '1' : '0')).join('');
    if (this.#plans.has(key)) return this.#plans.get(key);
    const conditions = Object.fromEntries(names.map((name) => [name, variables[name] === true]));
    const plan = compile({ ...this.#input, conditions, sizeMax: this.#sizeMax });
    this.#plans.set(key, plan);
    return plan;
  }
}

/** The variables that `@skip` and `@include` of a document read. */
function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: args = [] }) {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
