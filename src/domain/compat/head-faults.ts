import { escaped } from '../../foundation/json-pointer.ts';
import { ContractChecks, type ContractFault } from '../../openapi/contract/contract-checks.ts';
import type { ContractCode } from '../../openapi/contract/contract-code.ts';
import { parameterFaults } from '../../openapi/contract/request-faults.ts';
import type { SampledChanges } from './compat-steps.ts';
import type { SampledHead } from './sampled-operation.ts';

type ChangedHead = {
  /** The operation of the serving version: `GET /people/{id}`. */
  readonly served: string;
  /** The request of the old version. */
  readonly head: SampledHead;
  readonly changed: SampledChanges;
};

/**
 * Finds the parameters behind the steps that the serving version does not take.
 *
 * One that it does not describe would be lost without a word: a step has to rename or remove it.
 */
export function headFaults(code: ContractCode, { served, head, changed }: ChangedHead): ContractFault[] {
  const checks = new ContractChecks(code);
  checks.begin();
  const faults = parameterFaults(checks, {
    template: served.slice(served.indexOf(' ') + 1),
    path: changed.path,
    query: new URLSearchParams(changed.query),
    headers: { ...head.headers, ...changed.headers },
  });
  return [...faults, ...lostParameters(checks, changed.passed)];
}

function lostParameters({ plan }: ContractChecks, passed: readonly string[]): ContractFault[] {
  const described = plan.parameters.filter((each) => each.in === 'query');
  // The names in the query may be members of an object.
  if (described.some(({ reading }) => reading === 'OBJECT' || reading === 'UNREAD')) return [];
  const names = new Set(described.map(({ name }) => name));
  return passed
    .filter((name) => !names.has(name))
    .map((name) => ({ pointer: `/query/${escaped(name)}`, keyword: 'parameter' }));
}
