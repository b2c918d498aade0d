import type { JsonObject } from '../../foundation/json.ts';
import type { SampledAnswer } from '../../openapi/contract/answer-faults.ts';
import type { ContractFault } from '../../openapi/contract/contract-checks.ts';
import { type ContractCode, contractCode } from '../../openapi/contract/contract-code.ts';
import { operationNamed } from '../../openapi/contract/operation-plan.ts';
import { samplesOf } from '../../openapi/contract/sampled-values.ts';
import type { ContractSide } from '../../openapi/contract/schema-bundle.ts';
import { child, children, type DocumentNode } from '../../openapi/document/document-node.ts';
import { methodsAt, operationBy, operationNames, readOperations } from '../../openapi/path-template.ts';
import { ConditionFault } from '../access-policy/condition.ts';
import type { Compat } from '../api/compat.ts';
import { type SampledChanges, sampledChanges } from './compat-steps.ts';
import { headFaults } from './head-faults.ts';
import { type Pair, type RecordedRuns, type RecordedShape, RecordedVerifier } from './recorded-verifier.ts';
import { answerOf, bodyFaults, faultsOf, numberOf, throughSteps } from './sampled-faults.ts';
import { jsonContents, sampledHeads, sampledPath } from './sampled-operation.ts';

type VerifyCompatInput = {
  /** The document of the old version, as JSON text. */
  readonly old: string;
  /** The document of the version that serves it. */
  readonly serving: string;
  readonly compat: Pick<Compat, 'request' | 'answer'>;
  /** Samples of each body. */
  readonly samples: number;
  /** Shapes of requests of the old version, and of answers of the other. */
  readonly recorded?: readonly RecordedShape[];
};

/** A way in which steps do not lead to what a document says. */
export type CompatFailure = ContractFault & {
  readonly side: ContractSide;
  /** The operation of the old version. */
  readonly operation: string;
  /** The status of the answer, as the document of the serving version has it. Null for a request. */
  readonly status: string | null;
};

export type CompatVerification = {
  /** Operations of the old version. */
  readonly operations: number;
  /** Bodies that went through the steps. */
  readonly samples: number;
  /** At most 200. */
  readonly failures: readonly CompatFailure[];
  /** Operations with a body of which no valid sample could be made. It is not known of them. */
  readonly unsampled: readonly string[];
  readonly recorded: RecordedRuns;
};

const OPERATIONS_MAX = 500;
const FAILURES_MAX = 200;
const SEED = 1;

/**
 * Verifies that steps lead from each of two versions to the document of the other.
 *
 * Requests are made of the old document, and behind the steps have to be valid for the new one. Answers are made of the
 * new document, and have to be valid for the old one. It is work for a child process.
 */
export async function verifyCompat(input: VerifyCompatInput): Promise<CompatVerification> {
  const verifier = new Verifier(input);
  const names = [...operationNames(JSON.parse(input.old))].slice(0, OPERATIONS_MAX);
  for (const name of names) await verifier.verify(name);
  return { operations: names.length, ...verifier.result() };
}

class Verifier {
  readonly #input: VerifyCompatInput;
  readonly #old: JsonObject;
  readonly #serving: JsonObject;
  readonly #failures = new Map<string, CompatFailure>();
  readonly #unsampled = new Set<string>();
  readonly #recorded: RecordedVerifier;
  #samples = 0;

  constructor(input: VerifyCompatInput) {
    this.#input = input;
    this.#recorded = new RecordedVerifier(input.recorded ?? [], input.compat);
    this.#old = JSON.parse(input.old) as JsonObject;
    this.#serving = JSON.parse(input.serving) as JsonObject;
  }

  result(): Omit<CompatVerification, 'operations'> {
    return {
      samples: this.#samples,
      failures: [...this.#failures.values()].slice(0, FAILURES_MAX),
      unsampled: [...this.#unsampled],
      recorded: this.#recorded.result(),
    };
  }

  async verify(name: string): Promise<void> {
    const old = operationNamed(this.#old, name);
    if (!old) return;
    const [method = '', template = ''] = name.split(' ');
    const path = sampledPath(template, old);
    try {
      const changes = sampledChanges(this.#input.compat.request, { operation: name, path });
      const tree = readOperations(this.#serving);
      const methods = tree && methodsAt(tree, changes.path);
      const served = (methods && operationBy(methods, method)) ?? '';
      const serving = operationNamed(this.#serving, served);
      if (!serving) return this.#failOperation(name, { pointer: '/path', keyword: 'operation' });
      const pair = { name, old, path, served, serving };
      await this.#verifyRequest(pair, changes);
      await this.#verifyAnswers(pair);
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      this.#failOperation(name, { pointer: '/condition', keyword: 'expression' });
    }
  }

  #failOperation(name: string, fault: ContractFault): void {
    this.#fail(name, fault);
    this.#recorded.fail(name, fault);
  }

  async #verifyRequest(pair: Pair, changes: SampledChanges): Promise<void> {
    const { name, old, path, served, serving } = pair;
    const code = contractCode({ document: this.#input.serving, operation: served, side: 'REQUEST' });
    if (!code) return;
    for (const head of sampledHeads(old)) {
      const changed = sampledChanges(this.#input.compat.request, {
        operation: name,
        path,
        query: head.query,
      });
      for (const fault of headFaults(code, { served, head, changed })) this.#fail(name, fault);
    }
    const own = contractCode({ document: this.#input.old, operation: name, side: 'REQUEST' });
    await this.#recorded.runRequests(pair, { code, own });
    const [sent] = jsonContents(child(old.operation, 'requestBody'));
    const [taken] = jsonContents(child(serving.operation, 'requestBody'));
    if (!sent) {
      if (code.body?.required) this.#fail(name, { pointer: '/body', keyword: 'required' });
      return;
    }
    const bodies = this.#sampled(name, sent.schema, (values) => bodyFaults(own, sent.type, values));
    for (const body of bodies) {
      const made = await this.#through(body, changes.json);
      const [fault] =
        'text' in made ? bodyFaults(code, taken?.type ?? sent.type, [JSON.parse(made.text)]) : [made];
      if (fault) this.#fail(name, { keyword: fault.keyword, pointer: `/body${fault.pointer}` });
    }
  }

  async #verifyAnswers(pair: Pair): Promise<void> {
    const { name, path, served, serving } = pair;
    const { old: document, serving: other, compat } = this.#input;
    const code = contractCode({ document, operation: name, side: 'ANSWER' });
    const ownCode = contractCode({ document: other, operation: served, side: 'ANSWER' });
    if (!code || !ownCode) return;
    await this.#recorded.runAnswers(pair, { code, own: ownCode });
    for (const [status, node] of children(child(serving.operation, 'responses'))) {
      const number = numberOf(status);
      const contents = number === undefined ? [] : jsonContents(node);
      if (number !== undefined && contents.length === 0)
        this.#judge(name, { code, status }, answerOf(number, undefined, ''));
      for (const { type, schema } of contents) {
        const response = { status: number ?? 0, type };
        const { headers, json } = sampledChanges(compat.answer, { operation: name, path, response });
        const bodies = this.#sampled(name, schema, (values) =>
          faultsOf(
            ownCode,
            values.map((value) => answerOf(response.status, type, JSON.stringify(value))),
          ),
        );
        for (const body of bodies) {
          const made = await this.#through(body, json);
          if ('text' in made)
            this.#judge(
              name,
              { code, status },
              answerOf(response.status, headers['content-type'] ?? type, made.text),
            );
          else this.#fail(name, { pointer: '/body', keyword: made.keyword }, status);
        }
      }
    }
  }

  #judge(
    name: string,
    { code, status }: { readonly code: ContractCode; readonly status: string },
    answer: SampledAnswer,
  ): void {
    const [fault] = faultsOf(code, [answer]);
    if (fault) this.#fail(name, fault, status);
  }

  /** Makes samples of a schema. Only those count that its own document takes. */
  #sampled(
    name: string,
    schema: DocumentNode,
    faults: (values: readonly unknown[]) => readonly (ContractFault | undefined)[],
  ): unknown[] {
    const side = schema.document === this.#old ? 'REQUEST' : 'ANSWER';
    const values = samplesOf(schema, { side, count: this.#input.samples, seed: SEED });
    const found = faults(values);
    const valid = values.filter((_, at) => found[at] === undefined);
    if (valid.length === 0) this.#unsampled.add(name);
    return valid;
  }

  /** Takes a body through expressions. */
  async #through(
    body: unknown,
    expressions: readonly string[],
  ): Promise<{ readonly text: string } | ContractFault> {
    this.#samples += 1;
    return throughSteps(body, expressions);
  }

  #fail(operation: string, { pointer, keyword }: ContractFault, status: string | null = null): void {
    const side = status === null ? 'REQUEST' : 'ANSWER';
    const key = [operation, side, status, pointer, keyword].join(' ');
    if (this.#failures.size < FAILURES_MAX)
      this.#failures.set(key, { operation, side, status, pointer, keyword });
  }
}
