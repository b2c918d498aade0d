import type { Environment } from '@marcbachmann/cel-js';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import {
  type Budget,
  ConditionFault,
  type ConditionVariables,
  callerEnvironment,
  celErrorText,
  parseCondition,
  spend,
} from './condition.ts';
import { addSizes, measure } from './cost.ts';
import { positionIn } from './policies.ts';
import type { PolicyCaller } from './policy-caller.ts';

/** The operation of a call: the `operation` of conditions. */
export class CalledOperation {
  readonly method: string;
  /** The path below the base path, as it was called. */
  readonly path: string;
  /** `DELETE /customers/{id}`, as the document names it. Null where it has no such operation. */
  readonly name: string | null;

  constructor({ method, path, name }: Pick<CalledOperation, 'method' | 'path' | 'name'>) {
    this.method = method;
    this.path = path;
    this.name = name;
  }
}

/** The application that calls: the `client` of conditions. */
export class CallingClient {
  readonly application: string;
  readonly consumerOrg: string;
  readonly plan: string;

  constructor({
    application,
    consumerOrg,
    plan,
  }: Pick<CallingClient, 'application' | 'consumerOrg' | 'plan'>) {
    this.application = application;
    this.consumerOrg = consumerOrg;
    this.plan = plan;
  }
}

/** The facts of a call that a condition sees. */
export type ConditionedCall = {
  readonly caller: PolicyCaller;
  readonly operation: CalledOperation;
  readonly client: CallingClient;
};

/** Creates an environment in which expressions see a call. */
export const callEnvironment = (): Environment =>
  callerEnvironment()
    .registerType('Operation', {
      ctor: CalledOperation,
      fields: { method: 'string', path: 'string', name: 'dyn' },
    })
    .registerType('Client', {
      ctor: CallingClient,
      fields: { application: 'string', consumerOrg: 'string', plan: 'string' },
    })
    .registerVariable('operation', 'Operation')
    .registerVariable('client', 'Client');

/** The variables that an expression over a call sees. */
export const ofCall: ConditionVariables = {
  environment: callEnvironment(),
  names: 'there are caller, client and operation',
  members:
    'a caller has claims, scopes, headers and gateway, a client application, consumerOrg and plan, an operation method, path and name',
};

/** Steps that the conditions of one call may cost together: a few milliseconds. */
export const CALL_STEPS = 100_000;

/** A condition of a security alternative: a CEL expression, parsed and type-checked once. */
export type CallCondition = {
  /** Is true when it reads claims or scopes of the access token. */
  readonly readsClaims: boolean;
  readonly readsHeaders: boolean;
  /** @throws ConditionFault when it cannot be evaluated, or costs more than is left */
  holds(call: ConditionedCall, budget: Budget): boolean;
};

/** Compiles the condition of a security alternative. @throws ConditionFault */
export function compileCallCondition(text: string): CallCondition {
  const { program, cost, readsClaims, readsHeaders } = parseCondition(text, ofCall);
  return {
    readsClaims,
    readsHeaders,
    holds: ({ caller, operation, client }, budget) =>
      celErrorText(() => {
        spend(budget, cost(addSizes(measure([{ ...operation }, { ...client }]), caller.measure)));
        return program({ caller, operation, client }) === true;
      }, ofCall),
  };
}

/** @throws BAD_USER_INPUT, with the line and column of the fault */
export function checkCallCondition(text: string, path: InputPath): void {
  try {
    compileCallCondition(text);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    refuse('BAD_USER_INPUT', { detail: `${positionIn(text, error.at)}: ${error.message}`, path });
  }
}
