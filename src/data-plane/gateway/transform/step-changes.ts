import { CALL_STEPS } from '../../../domain/access-policy/call-condition.ts';
import { type Budget, ConditionFault } from '../../../domain/access-policy/condition.ts';
import type {
  BackendResponse,
  StepExpression,
  StepExpressionFacts,
} from '../../../domain/access-policy/step-expression.ts';
import { type RewrittenPath, rewrittenPath } from '../../../domain/api/path-rewrite.ts';
import { isText, type QueryChange } from '../../../domain/api/query-steps.ts';
import { headerKey, isKeptFromSteps } from '../../../domain/api/transformed-headers.ts';
import { HEADER_VALUE } from '../../../domain/backend/gateway-headers.ts';
import { pathValues } from '../../../openapi/contract/path-values.ts';
import type { ServedStep, SideSteps } from '../../snapshot/served-transformations.ts';
import { conditioned } from '../admission/security/condition.ts';
import { type Call, chosenOf } from '../call.ts';
import type { OwnHeaders } from '../route/own-headers.ts';
import { transformationFailed } from './failed-step.ts';
import type { JsonStep } from './json-steps.ts';

/** Longest value that an expression gives. */
const VALUE_LENGTH_MAX = 4_000;

/** A header that a step writes. Null removes it. */
type HeaderChange = { readonly name: string; readonly key: string; readonly value: string | null };

/** The changes that the steps of one side make of a call. */
export type StepChanges = {
  readonly headers: readonly HeaderChange[];
  readonly path: RewrittenPath | undefined;
  readonly query: readonly QueryChange[];
  /** The steps that change JSON, in their order. */
  readonly json: readonly JsonStep[];
};

/**
 * Finds the changes that steps make of a call. All expressions see the call as it came.
 *
 * @param response the head of its answer; undefined for the request
 * @throws TRANSFORMATION_FAILED for an expression that cannot be evaluated, or costs too much
 */
export function changesBy(side: SideSteps, call: Call, response: BackendResponse | undefined): StepChanges {
  const headers: HeaderChange[] = [];
  const json: JsonStep[] = [];
  const query: QueryChange[] = [];
  let path: RewrittenPath | undefined;
  const evaluation = side.hasExpressions ? evaluationOf(side, call, response) : undefined;
  for (const step of side.steps) {
    if (evaluation && step.condition && evaluated(step.condition, step, evaluation) !== true) continue;
    const header = step.header && headerBy(step, step.header, evaluation);
    if (header) headers.push(header);
    const parameter = step.query && parameterBy(step, step.query, evaluation);
    if (parameter) query.push(parameter);
    if (step.json !== undefined) json.push({ place: step.place, json: step.json });
    if (step.rewritePath !== undefined) path = pathBy(step, step.rewritePath, call);
  }
  return { headers, path, query, json };
}

/** The header that a step writes. Undefined where its expression reads what the call lacks. */
function headerBy(
  step: ServedStep,
  { name, key, value }: NonNullable<ServedStep['header']>,
  evaluation: Evaluation | undefined,
): HeaderChange | undefined {
  if (value === null || typeof value === 'string') return { name, key, value };
  const text = evaluation && textOf(value, step, evaluation);
  if (text === undefined) return undefined;
  // It may come from a claim, which can be what no header can carry.
  if (!(text === '' || HEADER_VALUE.test(text)))
    throw transformationFailed({ step: step.place, fault: 'VALUE' });
  return { name, key, value: text };
}

/** The change of a query parameter. Undefined where its expression reads what the call lacks. */
function parameterBy(
  step: ServedStep,
  query: NonNullable<ServedStep['query']>,
  evaluation: Evaluation | undefined,
): QueryChange | undefined {
  if ('to' in query) return query;
  const { name, value } = query;
  if (value === null || typeof value === 'string') return { name, value };
  const text = evaluation && textOf(value, step, evaluation);
  if (text === undefined) return undefined;
  if (!isText(text)) throw transformationFailed({ step: step.place, fault: 'VALUE' });
  return { name, value: text };
}

type Evaluation = { readonly facts: StepExpressionFacts; readonly budget: Budget };

function evaluationOf(side: SideSteps, call: Call, response: BackendResponse | undefined): Evaluation {
  const facts = { ...conditioned(side, chosenOf(call), call), response };
  return { facts, budget: { steps: CALL_STEPS } };
}

function evaluated<Value>(
  expression: StepExpression<Value>,
  { place }: ServedStep,
  { facts, budget }: Evaluation,
): Value | undefined {
  try {
    return expression.valueFor(facts, budget);
  } catch (error) {
    if (error instanceof ConditionFault) throw transformationFailed({ step: place, fault: 'EXPRESSION' });
    throw error;
  }
}

/** The text that an expression gives. */
function textOf(
  expression: StepExpression<string>,
  step: ServedStep,
  evaluation: Evaluation,
): string | undefined {
  const text = evaluated(expression, step, evaluation);
  if (text !== undefined && text.length > VALUE_LENGTH_MAX)
    throw transformationFailed({ step: step.place, fault: 'VALUE' });
  return text;
}

function pathBy({ place }: ServedStep, text: string, { operation = '', rest }: Call): RewrittenPath {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const path = rest || '/';
  const rewritten = rewrittenPath(text, { path, values: pathValues(template, path) });
  if (!rewritten) throw transformationFailed({ step: place, fault: 'PATH' });
  return rewritten;
}

type Keeps = {
  readonly on: 'REQUEST' | 'ANSWER';
  /** The headers that the settings of the back-end write. */
  readonly own?: OwnHeaders | undefined;
};

/**
 * Applies changes to headers, which are names and values in turn.
 *
 * A header that steps may not touch stays, whatever was saved: another version of the platform may have saved it.
 */
export function changeHeaders(
  headers: readonly string[],
  changes: readonly HeaderChange[],
  { on, own }: Keeps,
): string[] {
  let changed = [...headers];
  for (const { name, key, value } of changes) {
    if (isKeptFromSteps(key, on) || own?.replaces(key)) continue;
    changed = without(changed, key);
    if (value !== null) changed.push(name, value);
  }
  return changed;
}

function without(headers: readonly string[], key: string): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (name.length !== key.length || headerKey(name) !== key) kept.push(name, headers[at + 1] ?? '');
  }
  return kept;
}
