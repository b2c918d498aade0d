import { Counts } from '../../../foundation/counts.ts';
import { refusal } from '../../../foundation/errors.ts';
import { ShareSampler } from '../../../foundation/share-sampler.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import { runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { SampledAnswer } from '../../../openapi/contract/answer-faults.ts';
import type { ContractSide } from '../../../openapi/contract/schema-bundle.ts';
import {
  type SampledFindings,
  type SampledRequest,
  sampledFindings,
} from '../../../openapi/shape/sampled-shapes.ts';
import type { RecordedShapes } from '../../recorded/recorded-shapes.ts';
import type { ServedContract } from '../../snapshot/served-contract.ts';
import { type Call, chosenOf } from '../call.ts';
import { ApiContracts, type ApiContractsDeps } from './api-contracts.ts';
import { CheckTap } from './check-tap.ts';

/** Answers that wait: in all, and of an org. */
const WAITING_MAX = 200;
const WAITING_MAX_OF_ORG = 50;
const BYTES_MAX = 4_000_000;
/** Time between calls of an operation whose shapes are read. More of them tell little, and take time of the machine. */
const SHAPED_EVERY_MS = 200;
/** Answers of one operation that a child process gets at a time. */
const AT_A_TIME = 20;
const PAUSE_MS = 250;
const LIMITS = { timeMs: 5_000, memoryMb: 128 };

type Waiting = {
  readonly orgId: string;
  readonly catalogId: string;
  readonly api: VersionedName;
  readonly operation: string;
  readonly contract: ServedContract;
  /** Undefined where no shape is read. */
  readonly request: SampledRequest | undefined;
  /** Undefined where answers are not checked. */
  readonly answer: SampledAnswer | undefined;
};

type SampledAnswersDeps = ApiContractsDeps & { readonly shapes: Pick<RecordedShapes, 'note'> };

/**
 * Calls that are checked against the documents of their APIs, after callers have their answers.
 *
 * The shapes of those that keep to them are recorded.
 *
 * They wait in a bounded queue, and a new one is dropped where it is full. One child process checks a few at a time.
 */
export class SampledAnswers {
  /** The checks of the contracts that they belong to. */
  readonly contracts: ApiContracts;
  readonly #deps: SampledAnswersDeps;
  /** Times at which the shape of a call was last read, by operation. */
  readonly #shapedAt = new WeakMap<ServedContract, Map<string, number>>();
  #waiting: Waiting[] = [];
  readonly #ofOrg = new Counts();
  #bytes = 0;
  readonly #sampler = new ShareSampler<ServedContract>();
  #work: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: SampledAnswersDeps) {
    this.#deps = deps;
    this.contracts = new ApiContracts(deps);
  }

  /**
   * Returns the tap of a call's answer, where it is of the sample. HEAD has no body to be checked. Where answers are not
   * checked, but requests are, the shape of the request is taken alone.
   */
  tapFor(call: Call): CheckTap | null {
    const { contract } = chosenOf(call).api;
    if (contract === null || call.operation === undefined || call.request.method === 'HEAD') return null;
    if (contract.answers === 'OFF' && contract.requests === 'OFF') return null;
    if (!this.#sampler.takes(contract, contract.sample)) return null;
    if (contract.answers === 'OFF') {
      const isTaken = !this.#isFull(call) && !this.#isClosed;
      if (isTaken && this.#isShaped(contract, call.operation)) this.#add(contract, requestOf(call), { call });
      return null;
    }
    return new CheckTap(call, contract, (...taken) => this.take(...taken));
  }

  /** Takes an answer that has gone out. Undefined is one that is too large. */
  take(call: Call, contract: ServedContract, answer: SampledAnswer | undefined): void {
    if (!answer || this.#isFull(call) || this.#isClosed) {
      this.contracts.note('ANSWER', 'unchecked');
      return;
    }
    const request = this.#isShaped(contract, call.operation ?? '') ? requestOf(call) : undefined;
    this.#add(contract, request, { call, answer });
  }

  #isShaped(contract: ServedContract, operation: string): boolean {
    const known = this.#shapedAt.get(contract) ?? new Map<string, number>();
    this.#shapedAt.set(contract, known);
    const now = performance.now();
    if (now < (known.get(operation) ?? 0) + SHAPED_EVERY_MS && known.has(operation)) return false;
    known.set(operation, now);
    return true;
  }

  #isFull({ catalog: { orgId } }: Call): boolean {
    const ofOrg = this.#ofOrg.of(orgId);
    return this.#waiting.length >= WAITING_MAX || ofOrg >= WAITING_MAX_OF_ORG || this.#bytes >= BYTES_MAX;
  }

  #add(
    contract: ServedContract,
    request: SampledRequest | undefined,
    { call, answer }: { readonly call: Call; readonly answer?: SampledAnswer },
  ): void {
    const { orgId, id: catalogId } = call.catalog;
    const { operation = '' } = call;
    const { name, version } = chosenOf(call).api;
    const waiting = { orgId, catalogId, api: { name, version }, operation, contract, answer };
    this.#ofOrg.add(orgId);
    this.#bytes += bytesOf({ request, answer });
    this.#waiting.push({ ...waiting, request });
    this.#work ??= this.#checkAll();
  }

  /** Resolves when all that wait are checked. */
  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Takes no more answers, and leaves those that wait unchecked. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const { answer } of this.#waiting) if (answer) this.contracts.note('ANSWER', 'unchecked');
    this.#waiting = [];
    return this.settled();
  }

  async #checkAll(): Promise<void> {
    try {
      // Calls that come together are checked together.
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
      for (let batch = this.#next(); batch.length > 0; batch = this.#next()) await this.#check(batch);
    } catch (error) {
      this.#deps.onFault(error);
    } finally {
      this.#work = this.#waiting.length > 0 ? this.#checkAll() : undefined;
    }
  }

  /** Takes out answers of the operation that has waited for longest. */
  #next(): readonly Waiting[] {
    const [first] = this.#waiting;
    if (!first) return [];
    const isSame = (each: Waiting) => each.contract === first.contract && each.operation === first.operation;
    const batch = this.#waiting.filter(isSame).slice(0, AT_A_TIME);
    const chosen = new Set(batch);
    this.#waiting = this.#waiting.filter((each) => !chosen.has(each));
    for (const taken of batch) {
      this.#ofOrg.remove(taken.orgId);
      this.#bytes -= bytesOf(taken);
    }
    return batch;
  }

  async #check(batch: readonly Waiting[]): Promise<void> {
    const answered = batch.filter(({ answer }) => answer !== undefined);
    const { findings } = await this.#findingsOf('ANSWER', answered);
    for (const [at, { orgId, catalogId, api, operation }] of answered.entries()) {
      const finding = findings[at] ?? 'unchecked';
      if (typeof finding === 'string') this.contracts.note('ANSWER', finding);
      else {
        this.contracts.note('ANSWER', 'broken');
        const where = { orgId, catalogId, api: versionedName(api), side: 'ANSWER', operation } as const;
        this.#deps.drifts.note({ ...where, ...finding });
      }
    }
    const shaped = batch.filter(({ request }) => request !== undefined);
    await this.#findingsOf('REQUEST', shaped);
  }

  /** Checks a side of calls in a child process, and notes their shapes. */
  async #findingsOf(side: ContractSide, batch: readonly Waiting[]): Promise<SampledFindings> {
    const [first] = batch;
    if (!first) return NOTHING_FOUND;
    const { orgId, api, operation, contract } = first;
    const isOfAnswers = side === 'ANSWER';
    try {
      const code = await this.contracts.codeOf(contract, { orgId, operation, side });
      if (!code) return NOTHING_FOUND;
      const isShaped = batch.some(({ request }) => request !== undefined);
      const plan = isShaped ? await this.contracts.shapesOf(contract, { orgId, operation, side }) : undefined;
      const answers = isOfAnswers ? batch.flatMap(({ answer }) => answer ?? []) : [];
      const requests = isOfAnswers ? [] : batch.flatMap(({ request }) => request ?? []);
      const found = await runInChild({
        module: 'openapi/shape/sampled-shapes',
        work: sampledFindings,
        input: { code, plan, answers, requests },
        limits: LIMITS,
        tooMuch: (amount) => refusal('INTERNAL', { detail: `To check answers takes ${amount}.` }),
      });
      for (const shape of found.shapes) this.#deps.shapes.note({ orgId, api, side, operation, ...shape });
      return found;
    } catch (error) {
      this.#deps.onFault(error);
      return NOTHING_FOUND;
    }
  }
}

const NOTHING_FOUND: SampledFindings = { findings: [], shapes: [] };

const bytesOf = ({ request, answer }: Pick<Waiting, 'request' | 'answer'>) =>
  (request?.body?.length ?? 0) + (answer?.body.length ?? 0);

/** The parts of a request that its shape is read of. Its body is there where requests are checked. */
function requestOf({ operation = '', rest, target, request, heldBody }: Call): SampledRequest {
  const template = operation.slice(operation.indexOf(' ') + 1);
  return {
    template,
    path: rest || '/',
    query: target.query,
    headers: { ...request.headers },
    body: heldBody,
  };
}
