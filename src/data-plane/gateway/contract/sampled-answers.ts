import { refusal } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { runInThread } from '../../../infrastructure/threads/run-in-thread.ts';
import {
  type AnswerFinding,
  answerFindings,
  type SampledAnswer,
} from '../../../openapi/contract/answer-faults.ts';
import type { ServedContract } from '../../snapshot/served-contract.ts';
import { type Call, chosenOf } from '../call.ts';
import { AnswerCopy } from './answer-copy.ts';
import { ApiContracts, type ApiContractsDeps } from './api-contracts.ts';

/** Answers that wait: in all, and of an org. */
const WAITING_MAX = 200;
const WAITING_MAX_OF_ORG = 50;
const BYTES_MAX = 4_000_000;
/** Answers of one operation that a thread gets at a time. */
const AT_A_TIME = 20;
/** One, for sums of shares that no number holds exactly. */
const WHOLE = 1 - 1e-9;
const PAUSE_MS = 250;
const LIMITS = { timeMs: 5_000, memoryMb: 128 };

type Waiting = {
  readonly orgId: string;
  readonly catalogId: string;
  readonly api: string;
  readonly operation: string;
  readonly contract: ServedContract;
  readonly answer: SampledAnswer;
};

/**
 * Answers that are checked against the documents of their APIs, after callers have them.
 *
 * They wait in a bounded queue, and a new one is dropped where it is full. One thread checks a few at a time.
 */
export class SampledAnswers {
  /** The checks of the contracts that they belong to. */
  readonly contracts: ApiContracts;
  readonly #deps: ApiContractsDeps;
  #waiting: Waiting[] = [];
  readonly #ofOrg = new Map<string, number>();
  #bytes = 0;
  /** The shares of answers of each contract that have come together. A sample depends on no other API. */
  readonly #shares = new WeakMap<ServedContract, number>();
  #work: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: ApiContractsDeps) {
    this.#deps = deps;
    this.contracts = new ApiContracts(deps);
  }

  /** Begins a copy of a call's answer, where it is of the sample. HEAD has no body to be checked. */
  copyFor(call: Call): AnswerCopy | null {
    const { contract } = chosenOf(call).api;
    if (contract === null || contract.answers === 'OFF' || call.operation === undefined) return null;
    if (call.request.method === 'HEAD') return null;
    const share = (this.#shares.get(contract) ?? 0) + contract.sample;
    const isSampled = share >= WHOLE;
    this.#shares.set(contract, isSampled ? share - 1 : share);
    if (!isSampled) return null;
    return new AnswerCopy(call, contract, (...taken) => this.take(...taken));
  }

  /** Takes an answer that has gone out. Undefined is one that is too large. */
  take(call: Call, contract: ServedContract, answer: SampledAnswer | undefined): void {
    const { orgId, id: catalogId } = call.catalog;
    const ofOrg = this.#ofOrg.get(orgId) ?? 0;
    const isFull =
      this.#waiting.length >= WAITING_MAX || ofOrg >= WAITING_MAX_OF_ORG || this.#bytes >= BYTES_MAX;
    if (!answer || isFull || this.#isClosed) {
      this.contracts.note('ANSWER', 'unchecked');
      return;
    }
    this.#ofOrg.set(orgId, ofOrg + 1);
    this.#bytes += answer.body.length;
    const api = versionedName(chosenOf(call).api);
    this.#waiting.push({ orgId, catalogId, api, operation: call.operation ?? '', contract, answer });
    this.#work ??= this.#checkAll();
  }

  /** Resolves when all that wait are checked. */
  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Takes no more answers, and leaves those that wait unchecked. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const _ of this.#waiting) this.contracts.note('ANSWER', 'unchecked');
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
    const taken = new Set(batch);
    this.#waiting = this.#waiting.filter((each) => !taken.has(each));
    for (const { orgId, answer } of batch) {
      const left = (this.#ofOrg.get(orgId) ?? 0) - 1;
      if (left > 0) this.#ofOrg.set(orgId, left);
      else this.#ofOrg.delete(orgId);
      this.#bytes -= answer.body.length;
    }
    return batch;
  }

  async #check(batch: readonly Waiting[]): Promise<void> {
    const findings = await this.#findingsOf(batch);
    for (const [at, { catalogId, api, operation }] of batch.entries()) {
      const finding = findings[at] ?? 'unchecked';
      if (typeof finding === 'string') this.contracts.note('ANSWER', finding);
      else {
        this.contracts.note('ANSWER', 'broken');
        this.#deps.drifts.note({ catalogId, api, side: 'ANSWER', operation, ...finding });
      }
    }
  }

  async #findingsOf(batch: readonly Waiting[]): Promise<readonly AnswerFinding[]> {
    const [first] = batch;
    if (!first) return [];
    const { orgId, operation, contract } = first;
    try {
      const code = await this.contracts.codeOf(contract, { orgId, operation, side: 'ANSWER' });
      if (!code) return [];
      return await runInThread({
        module: 'openapi/contract/answer-faults',
        work: answerFindings,
        input: { code, answers: batch.map(({ answer }) => answer) },
        limits: LIMITS,
        tooMuch: (amount) => refusal('INTERNAL', { detail: `To check answers takes ${amount}.` }),
      });
    } catch (error) {
      this.#deps.onFault(error);
      return [];
    }
  }
}
