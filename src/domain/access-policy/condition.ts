import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { nearest } from '../../foundation/text/did-you-mean.ts';
import { short } from '../../foundation/text/listed.ts';
import { addSizes, costOf, measure, NestedTooDeep, NOTHING_READ } from './cost.ts';
import { calledBy, functions, isVariable, loops, memberOf, type NamedNode, nodesIn } from './expression.ts';
import { celMap, gatewayMembers, isCredential, PolicyCaller } from './policy-caller.ts';

const LENGTH_MAX = 2_000;
const limits = {
  maxAstNodes: 200,
  maxDepth: 20,
  maxListElements: 100,
  maxMapEntries: 100,
  maxCallArguments: 3,
};

/** Steps that the conditions of one request may cost together: a fraction of a second. */
export const REQUEST_STEPS = 1_000_000;

/** The steps that are left of it. */
export type Budget = { steps: number };

/**
 * A condition of an access policy: a CEL expression, parsed and type-checked once. (cel-spec, "Language Definition")
 * The language is restricted, so that the cost is known before evaluation.
 */
export type Condition = {
  /** Is true when the condition reads claims. The caller's token then has to be verified. */
  readonly readsClaims: boolean;
  readonly readsArguments: boolean;
  /** The arguments that the condition reads by name. */
  readonly argumentNames: readonly NamedNode[];
  /**
   * @param args the arguments of the field, by name
   * @param budget is lowered by the cost
   * @throws ConditionFault when it cannot be evaluated, or costs more than is left
   */
  holds(caller: PolicyCaller, args: object, budget: Budget): boolean;
};

/** A fault of an expression or of its evaluation. `at` is its offset, counted from 0. */
export class ConditionFault extends Error {
  readonly at: number;
  constructor(message: string, at = 0) {
    super(message);
    this.at = at;
  }
}

/** Creates an environment of bounded expressions, which see nothing yet. */
export const boundedEnvironment = (): Environment =>
  new Environment({ limits, homogeneousAggregateLiterals: false });

/** Creates an environment in which expressions see the caller. */
export const callerEnvironment = (): Environment =>
  boundedEnvironment()
    .registerType('Caller', {
      ctor: PolicyCaller,
      fields: {
        claims: 'map<string, dyn>',
        scopes: 'list<string>',
        headers: 'map<string, string>',
        gateway: 'dyn',
      },
    })
    .registerVariable('caller', 'Caller');

/** The variables that a kind of condition sees. */
export type ConditionVariables = {
  readonly environment: Environment;
  /** Their names in the message about an unknown one. */
  readonly names: string;
  /** Their members in the message about an unknown one. */
  readonly members: string;
};

const ofField: ConditionVariables = {
  environment: callerEnvironment().registerVariable('arguments', 'map<string, dyn>'),
  names: 'there are caller and arguments',
  members: 'a caller has claims, scopes, headers and gateway',
};

/**
 * Parses an expression whose cost can be told before it is evaluated.
 *
 * Decision: `matches` is left out, because a regular expression can take for ever. `map` and `cel.bind` are left out,
 * because values grow by them. Functions of time are left out, because there is no time to compare with.
 *
 * @throws ConditionFault when the text is no expression, or is too long
 */
export function parseBounded(text: string, variables: ConditionVariables) {
  if (text.length > LENGTH_MAX)
    throw new ConditionFault(`An expression has at most ${LENGTH_MAX} characters.`, LENGTH_MAX);
  const program = celErrorText(() => variables.environment.parse(text), variables);
  const nodes = [...nodesIn(program.ast)];
  nodes.flatMap(calledBy).forEach(checkCall);
  return { program, nodes, cost: costOf(program.ast) };
}

/**
 * Parses and type-checks a condition.
 *
 * @throws ConditionFault when the text is no expression, reads an unknown name, or is not boolean
 */
export function parseCondition(text: string, variables: ConditionVariables) {
  const parsed = parseTyped(text, variables);
  const { type } = parsed;
  if (type !== 'bool')
    throw new ConditionFault(
      `A condition is true or false, and this is of type ${type}: compare it, for example with == true.`,
    );
  return parsed;
}

/**
 * Parses an expression, and tells its type and what it reads.
 *
 * @throws ConditionFault when the text is no expression, or reads an unknown name
 */
export function parseTyped(text: string, variables: ConditionVariables) {
  const { program, nodes, cost } = parseBounded(text, variables);
  nodes.flatMap((node) => memberOf(node, isHeaders)).forEach(checkHeader);
  nodes.flatMap((node) => memberOf(node, isGateway)).forEach(checkGateway);
  const type = checkedType(program.check(), variables);
  const count = (test: (node: ASTNode) => boolean) => nodes.filter(test).length;
  const callers = count((node) => isVariable(node, 'caller'));
  const others = count((node) => isHeaders(node) || isGateway(node));
  const named = count((node) => isOfCaller('claims')(node) || isOfCaller('scopes')(node));
  return {
    program,
    nodes,
    cost,
    type,
    readsCaller: callers > 0,
    readsClaims: callers > others,
    /** Is true when it reads headers, or the caller as a whole. */
    readsHeaders: nodes.some(isHeaders) || callers > others + named,
  };
}

/** Compiles the condition of an access policy. @throws ConditionFault */
export function compileCondition(text: string): Condition {
  const { program, nodes, cost, readsCaller, readsClaims } = parseCondition(text, ofField);
  const readsArguments = nodes.some((node) => isVariable(node, 'arguments'));
  return {
    readsClaims,
    readsArguments,
    argumentNames: nodes.flatMap((node) => memberOf(node, (owner) => isVariable(owner, 'arguments'))),
    holds: (caller, args, budget) =>
      celErrorText(() => {
        const read = readsArguments ? measure(args, budget.steps) : NOTHING_READ;
        spend(budget, read.size + cost(readsCaller ? addSizes(read, caller.measure) : read));
        return program({ caller, arguments: readsArguments ? celMap(args) : NO_ARGUMENTS }) === true;
      }, ofField),
  };
}

/** Takes steps from a budget. @throws ConditionFault where fewer are left */
export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0)
    throw new ConditionFault('It would take too long with arguments and headers as large as these.');
}

const NO_ARGUMENTS = new Map<string, never>();

const isOfCaller =
  (member: string) =>
  (node: ASTNode): boolean =>
    node.op === '.' && node.args[1] === member && isVariable(node.args[0], 'caller');
const isHeaders = isOfCaller('headers');
const isGateway = isOfCaller('gateway');

function checkCall({ name, at }: NamedNode): void {
  const known = [...Object.keys(functions), ...loops];
  if (known.includes(name)) return;
  const meant = nearest(name, known);
  const advice = meant ? `did you mean ${meant}?` : `there are ${known.join(', ')}.`;
  throw new ConditionFault(`There is no function ${short(name)}: ${advice}`, at);
}

function checkHeader(named: NamedNode): void {
  const { name, at } = named;
  const header = name.toLowerCase();
  if (isCredential(header))
    throw new ConditionFault(
      `Conditions never see the header ${short(header)}: ask about caller.claims.`,
      at,
    );
  checkLowerCase(named);
}

/** @throws ConditionFault for the name of a header that is not in lower case */
export function checkLowerCase({ name, at }: NamedNode): void {
  if (name !== name.toLowerCase())
    throw new ConditionFault(
      `The names of headers are in lower case here: ${short(name.toLowerCase())}.`,
      at,
    );
}

function checkGateway({ name, at }: NamedNode): void {
  if (gatewayMembers.includes(name)) return;
  throw new ConditionFault(
    `caller.gateway has no ${short(name)}: there are ${gatewayMembers.join(', ')}.`,
    at,
  );
}

/** Returns the type of an expression. @throws ConditionFault where it has none */
export function checkedType(
  { valid, type, error }: ReturnType<Environment['check']>,
  variables: ConditionVariables,
): string {
  if (!valid) throw faultOf(error, variables, variables.members);
  return `${type}`;
}

/** Keeps the message of a CEL error. The library adds the whole expression to it. */
export function celErrorText<T>(work: () => T, variables: ConditionVariables): T {
  try {
    return work();
  } catch (error) {
    throw faultOf(error, variables);
  }
}

/** @param members the known members, for the message about an unknown one */
function faultOf(error: unknown, { names }: ConditionVariables, members?: string): ConditionFault {
  if (error instanceof ConditionFault) return error;
  if (error instanceof NestedTooDeep) return new ConditionFault(error.message);
  const { code, summary, range } = celErrorIn(error) ?? {};
  if (summary === undefined) return new ConditionFault('It cannot be evaluated.');
  const text = short(summary.replace(/\.$/, ''), 200);
  const known = code === 'unknown_variable' ? names : undefined;
  const advice = known ?? (code === 'no_such_key' ? members : undefined);
  return new ConditionFault(advice ? `${text}: ${advice}.` : `${text}.`, range?.start);
}

type CelError = {
  readonly code: string;
  readonly summary: string;
  readonly range?: { readonly start: number };
};

/** Returns the error of the library, where it is one. */
function celErrorIn(error: unknown): CelError | undefined {
  return error instanceof Error && 'summary' in error ? (error as Error & CelError) : undefined;
}

/** Returns the value of an expression. Undefined where a header or claim that it reads is missing. */
export function orMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (celErrorIn(error)?.code === 'no_such_key') return undefined;
    throw error;
  }
}
