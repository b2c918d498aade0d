import type { ASTNode } from '@marcbachmann/cel-js';
import { type ConditionedCall, callEnvironment, ofCall } from './call-condition.ts';
import {
  type Budget,
  ConditionFault,
  type ConditionVariables,
  celErrorText,
  checkLowerCase,
  orMissing,
  parseTyped,
  spend,
} from './condition.ts';
import { addSizes, measure } from './cost.ts';
import { isVariable, memberOf } from './expression.ts';

/** The head of an answer as the back-end sent it: the `response` of expressions. */
export class BackendResponse {
  readonly status: bigint;
  /** Headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;

  constructor(status: number, headers: ReadonlyMap<string, string>) {
    this.status = BigInt(status);
    this.headers = headers;
  }
}

const ofAnswer: ConditionVariables = {
  environment: callEnvironment()
    .registerType('BackendResponse', {
      ctor: BackendResponse,
      fields: { status: 'int', headers: 'map<string, string>' },
    })
    .registerVariable('response', 'BackendResponse'),
  names: 'there are caller, client, operation and response',
  members: `${ofCall.members}, a response status and headers`,
};

/** The facts that an expression of a step sees. */
export type StepExpressionFacts = ConditionedCall & {
  /** Undefined for a request. */
  readonly response: BackendResponse | undefined;
};

/** An expression of a step, parsed and type-checked once. */
export type StepExpression<Value> = {
  readonly readsClaims: boolean;
  readonly readsHeaders: boolean;
  /**
   * Returns its value; undefined where a header or claim that it reads is missing.
   *
   * @throws ConditionFault when it cannot be evaluated, or costs more than is left
   */
  valueFor(facts: StepExpressionFacts, budget: Budget): Value | undefined;
};

/** The side of a call that a step changes. */
export type StepSide = 'REQUEST' | 'ANSWER';

/** Compiles the condition of a step. @throws ConditionFault */
export const compileStepCondition = (text: string, side: StepSide): StepExpression<boolean> =>
  compile(text, side, {
    type: 'bool',
    advice: 'A condition is true or false: compare it, for example with == true.',
  });

/** Compiles an expression that gives a text. @throws ConditionFault */
export const compileStepText = (text: string, side: StepSide): StepExpression<string> =>
  compile(text, side, {
    type: 'string',
    advice: 'The value of a header is a text: convert it, for example with string(…).',
  });

type Wanted = { readonly type: 'bool' | 'string'; readonly advice: string };

function compile<Value>(text: string, side: StepSide, wanted: Wanted): StepExpression<Value> {
  const variables = side === 'REQUEST' ? ofCall : ofAnswer;
  const { program, nodes, cost, type, readsClaims, readsHeaders } = parseTyped(text, variables);
  nodes.flatMap((node) => memberOf(node, isResponseHeaders)).forEach(checkLowerCase);
  if (type !== wanted.type) throw new ConditionFault(`It is of type ${type}. ${wanted.advice}`);
  return {
    readsClaims,
    readsHeaders,
    valueFor: ({ caller, operation, client, response }, budget) =>
      celErrorText(() => {
        const read = measure([
          { ...operation },
          { ...client },
          response ? Object.fromEntries(response.headers) : {},
        ]);
        spend(budget, cost(addSizes(read, caller.measure)));
        return orMissing(() => program({ caller, operation, client, response }) as Value);
      }, variables),
  };
}

const isResponseHeaders = (node: ASTNode) =>
  node.op === '.' && node.args[1] === 'headers' && isVariable(node.args[0], 'response');
