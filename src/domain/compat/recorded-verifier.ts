import type { ContractFault } from '../../openapi/contract/contract-checks.ts';
import type { ContractCode } from '../../openapi/contract/contract-code.ts';
import type { ContractSide } from '../../openapi/contract/schema-bundle.ts';
import { child, type DocumentNode } from '../../openapi/document/document-node.ts';
import type { MessageShape } from '../../openapi/shape/message-shape.ts';
import { shapeSample } from '../../openapi/shape/shape-sample.ts';
import type { Compat } from '../api/compat.ts';
import { sampledChanges } from './compat-steps.ts';
import { headFaults } from './head-faults.ts';
import { answerOf, bodyFaults, faultsOf, numberOf, throughSteps } from './sampled-faults.ts';
import { type DocumentOperation, jsonContents, recordedHead, sampledPath } from './sampled-operation.ts';

/** An operation of the old version, and the one that serves it. */
export type Pair = {
  readonly name: string;
  readonly old: DocumentOperation;
  readonly path: string;
  readonly served: string;
  readonly serving: DocumentOperation;
};

/** A shape of requests or answers, as calls had it. */
export type RecordedShape = {
  readonly side: ContractSide;
  /** Its operation. That of a request is of the old version, that of an answer of the serving one. */
  readonly operation: string;
  /** The status of an answer, as its document has it. Null of a request. */
  readonly status: string | null;
  readonly shape: MessageShape;
  /** The number of sampled calls that had it. */
  readonly calls: number;
};

/** A recorded shape that steps do not lead to what a document says. The operation is that of the old version. */
export type RecordedFailure = RecordedShape & ContractFault;

export type RecordedRuns = {
  /** Shapes that went through the steps. */
  readonly shapes: number;
  /** At most 200. */
  readonly failures: readonly RecordedFailure[];
  /** Shapes of which no valid sample could be made. Their document may have changed since. */
  readonly unsampled: number;
};

/** The checks behind the steps, and those of the sample's own document. */
type Codes = { readonly code: ContractCode; readonly own: ContractCode | undefined };
type Fault = ContractFault | 'unsampled' | undefined;

const FAILURES_MAX = 200;

/** Takes samples of recorded shapes through the steps of a compat. */
export class RecordedVerifier {
  readonly #shapes: readonly RecordedShape[];
  readonly #compat: Pick<Compat, 'request' | 'answer'>;
  readonly #failures: RecordedFailure[] = [];
  #runs = 0;
  #unsampled = 0;

  constructor(shapes: readonly RecordedShape[], compat: Pick<Compat, 'request' | 'answer'>) {
    this.#shapes = shapes;
    this.#compat = compat;
  }

  result(): RecordedRuns {
    return { shapes: this.#runs, failures: this.#failures, unsampled: this.#unsampled };
  }

  /** Fails the requests of an operation that no step leads anywhere. */
  fail(name: string, fault: ContractFault): void {
    for (const recorded of this.#of('REQUEST', name)) this.#note(name, recorded, fault);
  }

  async runRequests(pair: Pair, codes: Codes): Promise<void> {
    for (const recorded of this.#of('REQUEST', pair.name))
      this.#note(pair.name, recorded, await this.#requestFault(pair, codes, recorded.shape));
  }

  async runAnswers(pair: Pair, codes: Codes): Promise<void> {
    for (const recorded of this.#of('ANSWER', pair.served))
      this.#note(pair.name, recorded, await this.#answerFault(pair, codes, recorded));
  }

  #of(side: ContractSide, operation: string): readonly RecordedShape[] {
    return this.#shapes.filter((each) => each.side === side && each.operation === operation);
  }

  #note(operation: string, recorded: RecordedShape, fault: Fault): void {
    if (fault === 'unsampled') this.#unsampled += 1;
    else this.#runs += 1;
    if (typeof fault === 'object' && this.#failures.length < FAILURES_MAX)
      this.#failures.push({ ...recorded, operation, pointer: fault.pointer, keyword: fault.keyword });
  }

  async #requestFault(
    { name, old, served, serving }: Pair,
    { code, own }: Codes,
    { parameters, body }: MessageShape,
  ): Promise<Fault> {
    const path = sampledPath(name.slice(name.indexOf(' ') + 1), old, parameters);
    const head = recordedHead(old, parameters);
    const changed = sampledChanges(this.#compat.request, { operation: name, path, query: head.query });
    const [lost] = headFaults(code, { served, head, changed });
    if (lost) return lost;
    if (!body) return code.body?.required ? { pointer: '/body', keyword: 'required' } : undefined;
    const schema = schemaOf(child(old.operation, 'requestBody'), body.type);
    const isValid = (value: unknown) => bodyFaults(own, body.type, [value])[0] === undefined;
    const made = schema && shapeSample(schema, body.shape, { side: 'REQUEST', isValid });
    if (!made) return 'unsampled';
    const [taken] = jsonContents(child(serving.operation, 'requestBody'));
    const sent = await throughSteps(made.value, changed.json);
    if (!('text' in sent)) return { pointer: '/body', keyword: sent.keyword };
    const [fault] = bodyFaults(code, taken?.type ?? body.type, [JSON.parse(sent.text)]);
    return fault && { pointer: `/body${fault.pointer}`, keyword: fault.keyword };
  }

  async #answerFault(
    { name, path, serving }: Pair,
    { code, own }: Codes,
    { status, shape: { body } }: RecordedShape,
  ): Promise<Fault> {
    const number = numberOf(status ?? '');
    if (number === undefined || !own) return 'unsampled';
    if (!body) return faultsOf(code, [answerOf(number, undefined, '')])[0];
    const { type } = body;
    const schema = schemaOf(child(child(serving.operation, 'responses'), status ?? ''), type);
    const answer = (value: unknown) => answerOf(number, type, JSON.stringify(value));
    const isValid = (value: unknown) => faultsOf(own, [answer(value)])[0] === undefined;
    const made = schema && shapeSample(schema, body.shape, { side: 'ANSWER', isValid });
    if (!made) return 'unsampled';
    const call = { operation: name, path, response: { status: number, type } };
    const { headers, json } = sampledChanges(this.#compat.answer, call);
    const sent = await throughSteps(made.value, json);
    if (!('text' in sent)) return { pointer: '/body', keyword: sent.keyword };
    return faultsOf(code, [answerOf(number, headers['content-type'] ?? type, sent.text)])[0];
  }
}

const schemaOf = (node: DocumentNode, type: string): DocumentNode | undefined =>
  jsonContents(node).find((each) => each.type === type)?.schema;
