import { refusal } from '../../../foundation/errors.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { ServedRehearsal } from '../../snapshot/snapshot.ts';
import type { ApiContracts } from '../contract/api-contracts.ts';
import { type AnswerPair, type ComparedAnswers, comparedAnswers } from './compare-answers.ts';

/** An operation of a rehearsed API, with its name in both versions. */
type ComparedOperation = {
  readonly orgId: string;
  readonly rehearsal: ServedRehearsal;
  readonly before: string;
  readonly after: string;
};

type Waiting = { readonly pair: AnswerPair; readonly resolve: (compared: ComparedAnswers) => void };
type Batch = ComparedOperation & { readonly waiting: Waiting[] };

export type ComparisonsDeps = {
  readonly contracts: Pick<ApiContracts, 'codeOf'>;
  readonly onFault: (error: unknown) => void;
};

/** Pairs that a child process gets at a time. */
const AT_A_TIME = 20;
/** Pairs that come together are compared together. */
const PAUSE_MS = 100;
const LIMITS = { timeMs: 5_000, memoryMb: 128 };
const UNREAD: ComparedAnswers = { differences: [], isRead: false };

/** Compares answers in a child process, a few of one operation at a time. Orgs take turns. */
export class Comparisons {
  readonly #deps: ComparisonsDeps;
  readonly #batches = new Map<string, Batch>();
  readonly #turns = new TurnQueue({
    atOnceMax: 1,
    waitingMax: [],
    tooMany: () => {
      throw new RangeError('Nothing limits the comparisons that wait: sampled calls are limited before.');
    },
  });

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
  }

  /** Compares two answers. It never fails: answers that cannot be compared are unread. */
  compare(operation: ComparedOperation, pair: AnswerPair): Promise<ComparedAnswers> {
    return new Promise((resolve) => {
      const { rehearsal, before, after, orgId } = operation;
      const key = JSON.stringify([rehearsal.id, rehearsal.successor?.id, before, after]);
      const known = this.#batches.get(key);
      if (known) known.waiting.push({ pair, resolve });
      else {
        this.#batches.set(key, { ...operation, waiting: [{ pair, resolve }] });
        setTimeout(() => void this.#turns.run([orgId], () => this.#work(key)), PAUSE_MS).unref();
      }
    });
  }

  async #work(key: string): Promise<void> {
    const batch = this.#batches.get(key);
    if (!batch) return;
    const taken = batch.waiting.splice(0, AT_A_TIME);
    if (batch.waiting.length === 0) this.#batches.delete(key);
    else void this.#turns.run([batch.orgId], () => this.#work(key));
    const compared = await this.#compared(
      batch,
      taken.map(({ pair }) => pair),
    );
    for (const [at, { resolve }] of taken.entries()) resolve(compared[at] ?? UNREAD);
  }

  async #compared(operation: ComparedOperation, pairs: readonly AnswerPair[]): Promise<ComparedAnswers[]> {
    try {
      const { names, code } = await this.#described(operation);
      return await runInChild({
        module: 'data-plane/gateway/rehearsal/compare-answers',
        work: comparedAnswers,
        input: { pairs, names, code },
        limits: LIMITS,
        tooMuch: (amount) => refusal('INTERNAL', { detail: `To compare answers takes ${amount}.` }),
      });
    } catch (error) {
      this.#deps.onFault(error);
      return [];
    }
  }

  /** Reads the names that both documents have, and the checks of the successor's. */
  async #described({ orgId, rehearsal, before, after }: ComparedOperation) {
    const { documents } = rehearsal;
    const side = 'ANSWER';
    const { contracts } = this.#deps;
    const [old, successor] = await Promise.all([
      documents.before && contracts.codeOf(documents.before, { orgId, operation: before, side }),
      documents.after && contracts.codeOf(documents.after, { orgId, operation: after, side }),
    ]);
    const isDescribed = documents.before !== null || documents.after !== null;
    const names = isDescribed ? [...(old?.names ?? []), ...(successor?.names ?? [])] : null;
    return { names, code: successor ?? null };
  }
}
