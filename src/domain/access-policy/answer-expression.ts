import type { ASTNode } from '@marcbachmann/cel-js';
import { CALL_STEPS } from './call-condition.ts';
import {
  type Budget,
  boundedEnvironment,
  ConditionFault,
  type ConditionVariables,
  celErrorText,
  checkedType,
  checkLowerCase,
  orMissing,
  parseBounded,
  spend,
} from './condition.ts';
import { measure, type ValueSize } from './cost.ts';
import { isVariable, memberOf } from './expression.ts';

type HeadFacts = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly seconds: number;
};

/** The head of an answer: the `response` of a meter's expression. */
export class AnswerHead {
  readonly status: bigint;
  /** Headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Seconds from the request to the back-end until the answer's end. */
  readonly duration: number;

  constructor({ status, headers, seconds }: HeadFacts) {
    this.status = BigInt(status);
    this.headers = headers;
    this.duration = seconds;
  }
}

const ofAnswer: ConditionVariables = {
  environment: boundedEnvironment()
    .registerType('AnswerHead', {
      ctor: AnswerHead,
      fields: { status: 'int', headers: 'map<string, string>', duration: 'double' },
    })
    .registerVariable('response', 'AnswerHead'),
  names: 'there is response',
  members: 'a response has status, headers and duration',
};

/** A head of some fifty headers. An expression that takes too long with it is refused when it is saved. */
const LARGE_HEAD: ValueSize = { size: 200, item: 10 };

/** An expression over an answer's head that gives a number. It was parsed and type-checked once. */
export type AnswerExpression = {
  /**
   * Returns the number for an answer; undefined where a header is missing.
   *
   * @throws ConditionFault when it cannot be evaluated, or costs more than is left
   */
  numberFor(head: AnswerHead, budget: Budget): number | undefined;
};

/** Compiles an expression that gives a number. @throws ConditionFault */
export function compileAnswerExpression(text: string): AnswerExpression {
  const { program, nodes, cost } = parseBounded(text, ofAnswer);
  nodes.flatMap((node) => memberOf(node, isHeaders)).forEach(checkLowerCase);
  const type = checkedType(program.check(), ofAnswer);
  if (type !== 'int' && type !== 'double')
    throw new ConditionFault(
      `The units are a number, and this is of type ${type}: convert it, for example with int(…) or double(…).`,
    );
  if (cost(LARGE_HEAD) > CALL_STEPS)
    throw new ConditionFault('It would take too long with many headers: ask for some by name.');
  return {
    numberFor: (head, budget) =>
      celErrorText(() => {
        spend(budget, cost(measure(Object.fromEntries(head.headers))));
        return orMissing(() => Number(program({ response: head })));
      }, ofAnswer),
  };
}

const isHeaders = (node: ASTNode) =>
  node.op === '.' && node.args[1] === 'headers' && isVariable(node.args[0], 'response');
