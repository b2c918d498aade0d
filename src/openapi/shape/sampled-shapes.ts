import {
  type AnswerFinding,
  answerFindings,
  plannedFor,
  type SampledAnswer,
  textOf,
} from '../contract/answer-faults.ts';
import { ContractChecks } from '../contract/contract-checks.ts';
import type { ContractCode } from '../contract/contract-code.ts';
import type { PlannedContent, PlannedParameter } from '../contract/operation-plan.ts';
import { contentOf, itemsOf, parameterFaults, sourcesOf, textsOf } from '../contract/request-faults.ts';
import {
  type BodyShape,
  type MessageShape,
  parameterKey,
  SHAPE_CHARACTERS_MAX,
  type Shape,
} from './message-shape.ts';
import type { ShapePlan } from './shape-plan.ts';
import { sizeOf, valueShape } from './value-shape.ts';

/** A request as a child process reads its shape. */
export type SampledRequest = {
  readonly template: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined where the gateway did not read it. */
  readonly body: Uint8Array | undefined;
};

/** A shape as it is recorded. The status of an answer is as the document has it. */
export type FoundShape = { readonly status: string | null; readonly shape: string };

type SampledCalls = {
  readonly answers: readonly SampledAnswer[];
  readonly requests: readonly SampledRequest[];
  readonly code: ContractCode;
  readonly plan: ShapePlan | undefined;
};

export type SampledFindings = {
  /** A finding on each answer. */
  readonly findings: readonly AnswerFinding[];
  readonly shapes: readonly FoundShape[];
};

/**
 * Checks sampled calls of an operation, and reads their shapes. One that breaks the document has none. It is work for a
 * child process.
 */
export function sampledFindings({ code, plan, answers, requests }: SampledCalls): SampledFindings {
  const findings = answerFindings({ code, answers });
  if (!plan) return { findings, shapes: [] };
  const checks = new ContractChecks(code);
  const shapes = [
    ...answers.map((answer, at) =>
      findings[at] === 'kept' ? shapeOrNone(() => answerShape(answer, plan)) : [],
    ),
    ...requests.map((request) => shapeOrNone(() => requestShape(request, checks, plan))),
  ];
  return { findings, shapes: shapes.flat() };
}

/** Reads a shape. There is none of what takes too much work, or cannot be decoded. */
function shapeOrNone(read: () => { status: string | null; shape: MessageShape } | undefined): FoundShape[] {
  try {
    const found = read();
    const shape = found && JSON.stringify(found.shape);
    return found && shape && shape.length <= SHAPE_CHARACTERS_MAX ? [{ status: found.status, shape }] : [];
  } catch {
    return [];
  }
}

function answerShape(answer: SampledAnswer, { answers, schemas }: ShapePlan) {
  const planned = plannedFor(answers, answer.status);
  if (!planned) return undefined;
  const content = contentFor(planned.content, answer.type);
  const text = content && answer.body.length > 0 ? textOf(answer) : undefined;
  if (!content || text === undefined)
    return { status: planned.status, shape: { parameters: {}, body: null } };
  const body = bodyShape(content, schemas, text);
  return body && { status: planned.status, shape: { parameters: {}, body } };
}

function requestShape(request: SampledRequest, checks: ContractChecks, plan: ShapePlan) {
  const { body: bytes, template, path, headers } = request;
  const head = { template, path, headers, query: new URLSearchParams(request.query) };
  checks.begin();
  if (parameterFaults(checks, head).length > 0) return undefined;
  const type = headers['content-type'];
  const content = contentFor(plan.body?.content ?? [], typeof type === 'string' ? type : undefined);
  if (content && bytes === undefined) return undefined;
  let body: BodyShape | null = null;
  if (content && bytes && bytes.length > 0) {
    const text = Buffer.from(bytes).toString();
    if (content.check === null || checks.faultOf(content.check, JSON.parse(text))) return undefined;
    body = bodyShape(content, plan.schemas, text) ?? null;
  }
  const sources = sourcesOf(plan.parameters, head);
  const parameters = plan.parameters.flatMap((parameter) => {
    const texts = textsOf(parameter, sources);
    return texts.length === 0 ? [] : [[parameterKey(parameter), parameterShape(parameter, texts)] as const];
  });
  return { status: null, shape: { parameters: Object.fromEntries(parameters), body } };
}

function contentFor(
  content: readonly PlannedContent[],
  type: string | undefined,
): PlannedContent | undefined {
  return type === undefined
    ? undefined
    : contentOf(content, (type.split(';', 1)[0] ?? '').trim().toLowerCase());
}

const bodyShape = (
  { range, check }: PlannedContent,
  schemas: ShapePlan['schemas'],
  text: string,
): BodyShape | undefined =>
  check === null ? undefined : { type: range, shape: valueShape(schemas, check, JSON.parse(text)) };

/** The shape of a parameter. Only a value that the document lists is told. */
function parameterShape(parameter: PlannedParameter, texts: readonly string[]): Shape {
  const { reading, types, values } = parameter;
  if (reading !== 'VALUE' && reading !== 'LIST') return 'any';
  const shapeOf = (text: string): Shape => {
    if (values?.includes(text)) return { enum: text };
    if (types.includes('boolean') && (text === 'true' || text === 'false')) return text;
    return types.includes('integer') ? 'integer' : types.includes('number') ? 'number' : 'string';
  };
  if (reading === 'VALUE') return shapeOf(texts[0] ?? '');
  const items = itemsOf(parameter, texts);
  const shapes = new Map(items.slice(0, 20).map((item) => [JSON.stringify(shapeOf(item)), shapeOf(item)]));
  return { array: sizeOf(items), items: [...shapes.values()].slice(0, 4) };
}
