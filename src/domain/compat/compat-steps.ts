import { pathValues } from '../../openapi/contract/path-values.ts';
import { CALL_STEPS, CalledOperation, CallingClient } from '../access-policy/call-condition.ts';
import { PolicyCaller } from '../access-policy/policy-caller.ts';
import {
  BackendResponse,
  compileStepCondition,
  compileStepText,
  type StepExpressionFacts,
} from '../access-policy/step-expression.ts';
import { rewrittenPath } from '../api/path-rewrite.ts';
import { changedQuery, type QueryChange, type QuerySetting } from '../api/query-steps.ts';
import type { HeaderSetting, Transformation } from '../api/transformations.ts';

/** A call that nobody makes: of no client, and without headers. */
type SampledCall = {
  /** `GET /customers/{id}` */
  readonly operation: string;
  /** Its path, filled in. */
  readonly path: string;
  /** Its query, without the question mark. */
  readonly query?: string;
  /** The answer of the new version; undefined for the request. */
  readonly response?: { readonly status: number; readonly type: string };
};

/** The changes that steps make of a sampled call. */
export type SampledChanges = {
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** Names of the query parameters that came with the call, as steps rename them. */
  readonly passed: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json: readonly string[];
};

/**
 * Finds the changes that steps make of a sampled call.
 *
 * Steps whose condition asks for more than the operation and the head of the answer see no client and no claims.
 *
 * @throws ConditionFault for an expression that cannot be evaluated without them
 */
export function sampledChanges(steps: readonly Transformation[], call: SampledCall): SampledChanges {
  const { operation, path: called } = call;
  const headers: Record<string, string> = {};
  const json: string[] = [];
  const queryChanges: QueryChange[] = [];
  let [path, query] = [called, ''];
  const facts = factsOf(call);
  for (const step of steps) {
    const { on, operations, condition, setHeader, removeHeader, rewritePath } = step;
    if (operations.length > 0 && !operations.includes(operation)) continue;
    const budget = { steps: CALL_STEPS };
    if (condition !== undefined && !compileStepCondition(condition, on).valueFor(facts, budget)) continue;
    if (removeHeader !== undefined) delete headers[removeHeader.toLowerCase()];
    if (setHeader) {
      const text = valueFrom(setHeader, on, facts);
      if (text !== undefined) headers[setHeader.name.toLowerCase()] = text;
    }
    const queryChange = queryChangeBy(step, facts);
    if (queryChange) queryChanges.push(queryChange);
    if (rewritePath !== undefined) {
      const template = operation.slice(operation.indexOf(' ') + 1);
      const rewritten = rewrittenPath(rewritePath, { path: called, values: pathValues(template, called) });
      if (rewritten) [path, query] = [rewritten.path, rewritten.query.slice(1)];
    }
    if (step.json !== undefined) json.push(step.json);
  }
  const sent = call.query ? `?${call.query}` : '';
  const own = changedQuery(sent, queryChanges).slice(1);
  const passed = changedQuery(
    sent,
    queryChanges.map((change) => ('to' in change ? change : { name: change.name, value: null })),
  );
  return {
    path,
    query: [query, own].filter(Boolean).join('&'),
    passed: [...new URLSearchParams(passed).keys()],
    headers,
    json,
  };
}

function queryChangeBy(
  { on, setQuery, removeQuery, renameQuery }: Transformation,
  facts: StepExpressionFacts,
): QueryChange | undefined {
  if (renameQuery) return { name: renameQuery.from, to: renameQuery.to };
  if (removeQuery !== undefined) return { name: removeQuery, value: null };
  const value = setQuery && valueFrom(setQuery, on, facts);
  return setQuery && value !== undefined ? { name: setQuery.name, value } : undefined;
}

/** The text that a step gives a header or a parameter. Undefined where its expression reads what the call lacks. */
function valueFrom(
  { value, expression }: HeaderSetting | QuerySetting,
  on: Transformation['on'],
  facts: StepExpressionFacts,
): string | undefined {
  return expression === undefined
    ? value
    : compileStepText(expression, on).valueFor(facts, { steps: CALL_STEPS });
}

function factsOf({ operation, path, response }: SampledCall): StepExpressionFacts {
  const [method = ''] = operation.split(' ');
  return {
    caller: new PolicyCaller({}),
    operation: new CalledOperation({ method, path, name: operation }),
    client: new CallingClient({ application: '', consumerOrg: '', plan: '' }),
    response: response && new BackendResponse(response.status, new Map([['content-type', response.type]])),
  };
}
