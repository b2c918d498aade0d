import { refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { sendContinue } from '../../../http/ingress/send-continue.ts';
import { takenBody } from '../../../http/plain/plain-request.ts';
import type { ContractChecks, ContractFault } from '../../../openapi/contract/contract-checks.ts';
import type { PlannedParameter } from '../../../openapi/contract/operation-plan.ts';
import { type CheckedHead, parameterFaults } from '../../../openapi/contract/request-faults.ts';
import { usedParameters } from '../../../openapi/contract/used-parameters.ts';
import { UNKNOWN } from '../accounting/field-sets.ts';
import { type Call, chosenOf } from '../call.ts';
import type { Compiled } from '../contract/api-contracts.ts';
import { type BodyFinding, bodyFault, bodyFinding, CHECKED_BYTES_MAX } from '../contract/request-body.ts';
import { BodyReader } from './body-reader.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

/**
 * Checks a request against the document of its API. Parameters are checked, and a small body of JSON.
 *
 * Decision: a call that is only measured waits for no compilation. It counts as unchecked.
 *
 * @throws REQUEST_INVALID with the places that break it, where the API says ENFORCE; REQUEST_TIMEOUT
 */
export const contract: Step = (call, deps) => {
  const { contract: served } = chosenOf(call).api;
  if (served === null || served.requests === 'OFF' || call.operation === undefined) return;
  const { operation } = call;
  const compiled = deps.contracts.of(served, { orgId: call.catalog.orgId, operation, side: 'REQUEST' });
  if (!(compiled instanceof Promise)) return check(call, deps, compiled);
  if (served.requests === 'ENFORCE') return compiled.then((known) => check(call, deps, known));
  compiled.catch(ignore);
  call.fieldSets = UNKNOWN;
  deps.contracts.note('REQUEST', 'unchecked');
};

function ignore(): void {
  // The next call asks again.
}

function check(call: Call, deps: AdmissionDeps, { checks, sets }: Compiled): void | Promise<void> {
  if (!checks) {
    call.fieldSets = UNKNOWN;
    return deps.contracts.note('REQUEST', 'unchecked');
  }
  const head = headOf(call, checks);
  const { operation = '' } = call;
  call.fieldSets = sets.of(
    head.query ? usedParameters(checks.plan.parameters, { operation, query: head.query }) : [operation],
  );
  const finding = bodyFinding(checks, call.request);
  if (finding.is !== 'CHECKED') return judge(call, deps, faultsOf(checks, { head, finding }));
  const { timeouts, api } = chosenOf(call);
  const maxBytes = Math.min(CHECKED_BYTES_MAX, api.maxRequestBytes ?? CHECKED_BYTES_MAX);
  const take = (bytes: Buffer | undefined) => {
    call.heldBody = bytes;
    judge(call, deps, faultsOf(checks, { head, finding, bytes }));
  };
  const whole = takenBody(call.request, maxBytes);
  if (whole) return take(whole);
  sendContinue(call.request, call.response);
  const body = new BodyReader(call, { maxBytes, idleMs: timeouts.idleMs });
  call.body = body;
  return body.peek().then(take);
}

const isInQuery = (parameter: PlannedParameter) => parameter.in === 'query';

type Faults = { readonly faults: readonly ContractFault[]; readonly isWhole: boolean };

type CheckedRequest = {
  readonly head: CheckedHead;
  readonly finding: BodyFinding;
  readonly bytes?: Buffer | undefined;
};

function faultsOf(checks: ContractChecks, { head, finding, bytes }: CheckedRequest): Faults {
  const faults: ContractFault[] = [];
  checks.begin();
  try {
    faults.push(...parameterFaults(checks, head));
    if (finding.is === 'FAULT') faults.push(finding.fault);
    const inBody = finding.is === 'CHECKED' && bytes ? bodyFault(checks, finding.check, bytes) : undefined;
    if (inBody) faults.push(inBody);
  } catch {
    // It takes more work than a call may cost, or is nested deeper than the stack.
    return { faults, isWhole: false };
  }
  return { faults, isWhole: finding.is !== 'UNCHECKED' && !(finding.is === 'CHECKED' && !bytes) };
}

/** The head of a request. Its query is read where the operation has parameters there. */
function headOf({ operation = '', rest, target, request }: Call, { plan }: ContractChecks): CheckedHead {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const isRead = target.query !== '' && plan.parameters.some(isInQuery);
  const query = isRead ? new URLSearchParams(target.query) : undefined;
  return { template, path: rest || '/', query, headers: request.headers };
}

function judge(call: Call, { contracts }: AdmissionDeps, { faults, isWhole }: Faults): void {
  const result = faults.length > 0 ? 'broken' : isWhole ? 'kept' : 'unchecked';
  contracts.note('REQUEST', result);
  if (result !== 'broken') return;
  const { api } = chosenOf(call);
  if (api.contract?.requests !== 'ENFORCE') {
    const { catalog, operation = '' } = call;
    for (const fault of faults)
      contracts.drifts.note({
        orgId: catalog.orgId,
        catalogId: catalog.id,
        api: versionedName(api),
        side: 'REQUEST',
        operation,
        ...fault,
      });
    return;
  }
  const texts = faults.map(({ pointer, keyword }) => `${pointer} (${keyword})`);
  refuse('REQUEST_INVALID', {
    detail: `The request is not as the document of the API describes it: ${texts.join(', ')}.`,
    facts: { breaks: texts },
  });
}

/** The way that requests are checked. */
export const contractFacts: StepFacts = ({ chosen }) => {
  const requests = chosen?.api.contract?.requests;
  return requests === undefined || requests === 'OFF' ? {} : { requests };
};
