import { type AnswerDifference, isIgnored } from '../../../domain/rehearsal/rehearsal.ts';
import { Counts } from '../../../foundation/counts.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { EventLoopLoad } from '../../../foundation/event-loop-load.ts';
import { PendingWork } from '../../../foundation/pending-work.ts';
import { ShareSampler } from '../../../foundation/share-sampler.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import type { Upstreams } from '../../../infrastructure/outbound/upstream/upstreams.ts';
import type {
  MirrorOutcome,
  MirrorTimes,
  RehearsalFindings,
  RehearsedOperation,
} from '../../recorded/rehearsal-findings.ts';
import type { ServedRehearsal } from '../../snapshot/snapshot.ts';
import { type Call, chosenOf } from '../call.ts';
import { JsonSteps } from '../transform/json-steps.ts';
import { ComparisonTap, type TimedAnswer } from './comparison-tap.ts';
import { Comparisons, type ComparisonsDeps } from './comparisons.ts';
import { isMirrorable, operationNameOf } from './mirrorable.ts';
import { AnswerTooLarge, mirroredAnswer } from './mirrored-answer.ts';
import { type MirroredRequestDeps, mirroredRequest } from './mirrored-request.ts';
import { SuccessorCandidates } from './successor-candidates.ts';

type RehearsalsDeps = Omit<MirroredRequestDeps, 'jsonSteps'> &
  ComparisonsDeps & {
    readonly upstreams: Pick<Upstreams, 'send'>;
    readonly findings: Pick<RehearsalFindings, 'count' | 'differ'>;
    /** Tells whether this process has too much to do for rehearsals. */
    readonly isBusy?: (() => boolean) | undefined;
  };

/** Sampled calls that are held: in all, of an org, and of each even then. */
const HELD_MAX = 400;
const HELD_MAX_OF_ORG = 50;
const HELD_LEAST = 4;
/** Requests to successors at a time: in all, and of an org. */
const AT_ONCE_MAX = 32;
const AT_ONCE_EACH = 4;
/** Time that a sampled call may wait for its turn. */
const WAIT_MS_MAX = 5_000;
/** Share of the time from which the event loop has too much to do. */
const BUSY_SHARE = 0.85;

/** A sampled call, with the answer that its caller got. */
type Sampled = {
  readonly call: Call;
  readonly rehearsal: ServedRehearsal;
  readonly at: RehearsedOperation;
  /** The operation of the successor. */
  readonly after: string;
};

type Finding = {
  readonly outcome: MirrorOutcome;
  readonly differences?: readonly AnswerDifference[];
  readonly times?: MirrorTimes;
};

/**
 * Rehearses successors of APIs.
 *
 * A share of the safe calls of an API is sent to its successor, too, and the answers are compared. That begins when the
 * caller has the answer, and nothing of it reaches the caller: no usage, no limit, no breaker, no log. Calls are left out
 * where an org has too many waiting, or the process has too much to do.
 */
export class Rehearsals {
  readonly #deps: RehearsalsDeps;
  readonly #jsonSteps: JsonSteps;
  readonly #isBusy: () => boolean;
  readonly #comparisons: Comparisons;
  readonly #candidates = new SuccessorCandidates();
  readonly #sampler = new ShareSampler<ServedRehearsal>();
  readonly #turns = new TurnQueue({
    atOnceMax: AT_ONCE_MAX,
    atOnceEach: AT_ONCE_EACH,
    waitingMax: [],
    tooMany: () => {
      throw new RangeError('Nothing limits the calls that wait: sampled calls are limited before.');
    },
  });
  readonly #heldOf = new Counts();
  #held = 0;
  readonly #pending = new PendingWork();
  #isClosed = false;

  constructor(deps: RehearsalsDeps) {
    const load = new EventLoopLoad();
    this.#deps = deps;
    this.#jsonSteps = new JsonSteps(deps.onFault);
    this.#isBusy = deps.isBusy ?? (() => load.share() > BUSY_SHARE);
    this.#comparisons = new Comparisons(deps);
  }

  /** Returns the tap of a call's answer, where the call is sampled. It never fails a call. */
  tapFor(call: Call): ComparisonTap | null {
    try {
      return this.#sampledTapFor(call);
    } catch (error) {
      this.#deps.onFault(error);
      return null;
    }
  }

  #sampledTapFor(call: Call): ComparisonTap | null {
    const rehearsal = call.catalog.rehearsals?.get(chosenOf(call).api.id);
    if (!rehearsal || this.#isClosed || !isMirrorable(call)) return null;
    if (this.#deps.clock().getTime() >= rehearsal.endsAt || !this.#sampler.takes(rehearsal, rehearsal.sample))
      return null;
    const at = {
      rehearsalId: rehearsal.id,
      api: chosenOf(call).api.name,
      operation: operationNameOf(call),
    };
    const after = this.#candidates.operationFor(call, rehearsal);
    if (after === undefined) {
      this.#note({ rehearsal, at }, { outcome: 'compared', differences: [MISSING] });
      return null;
    }
    if (this.#isBusy() || !this.#hold(call.catalog.orgId)) {
      this.#deps.findings.count(at, 'dropped');
      return null;
    }
    return this.#tapOf({ call, rehearsal, at, after });
  }

  #tapOf(sampled: Sampled): ComparisonTap {
    const { orgId } = sampled.call.catalog;
    return new ComparisonTap(sampled.call, {
      onTaken: (before) => this.#begin(sampled, before),
      onGone: (reason) => {
        if (reason === 'unread') this.#deps.findings.count(sampled.at, 'unread');
        this.#release(orgId);
      },
    });
  }

  #begin(sampled: Sampled, before: TimedAnswer): void {
    const { orgId } = sampled.call.catalog;
    const begunAt = performance.now();
    const work = this.#turns
      .run([orgId], async () => {
        const isStale = performance.now() - begunAt > WAIT_MS_MAX;
        if (!this.#isClosed && !isStale && !this.#isBusy()) return this.#answerOf(sampled);
        this.#deps.findings.count(sampled.at, 'dropped');
        return undefined;
      })
      .then((after) => after && this.#compare(sampled, before, after))
      .catch(this.#deps.onFault)
      .finally(() => this.#release(orgId));
    this.#pending.add(work);
  }

  /** Asks the successor. Undefined where its answer is noted already. */
  async #answerOf(sampled: Sampled): Promise<TimedAnswer | undefined> {
    const { call, rehearsal } = sampled;
    const candidate = this.#candidates.of(rehearsal, call.catalog);
    if (!candidate) return undefined;
    try {
      const successor = { candidate, operation: sampled.after };
      const deps = { ...this.#deps, jsonSteps: this.#jsonSteps };
      const request = await mirroredRequest(call, successor, deps);
      return await mirroredAnswer(this.#deps.upstreams, request);
    } catch (error) {
      if (error instanceof AnswerTooLarge) this.#note(sampled, { outcome: 'unread' });
      else if (error instanceof Refusal) this.#note(sampled, unanswered(error));
      else throw error;
      return undefined;
    }
  }

  async #compare(sampled: Sampled, before: TimedAnswer, after: TimedAnswer): Promise<void> {
    const { call, rehearsal, at } = sampled;
    const { orgId } = call.catalog;
    const request = call.document ? Uint8Array.from(call.document.bytes) : null;
    const { differences, isRead } = await this.#comparisons.compare(
      { orgId, rehearsal, before: at.operation, after: sampled.after },
      { before: before.answer, after: after.answer, request },
    );
    const times = { beforeMs: before.ms, afterMs: after.ms };
    this.#note(sampled, { outcome: isRead ? 'compared' : 'unread', differences, times });
  }

  #note(
    { rehearsal, at }: Pick<Sampled, 'rehearsal' | 'at'>,
    { outcome, differences = [], times }: Finding,
  ): void {
    const { findings } = this.#deps;
    findings.count(at, outcome, times);
    for (const difference of differences)
      if (!isIgnored(rehearsal.ignored, at.operation, difference)) findings.differ(at, difference);
  }

  #hold(orgId: string): boolean {
    const ofOrg = this.#heldOf.of(orgId);
    if (ofOrg >= HELD_MAX_OF_ORG || (this.#held >= HELD_MAX && ofOrg >= HELD_LEAST)) return false;
    this.#held += 1;
    this.#heldOf.add(orgId);
    return true;
  }

  #release(orgId: string): void {
    this.#held -= 1;
    this.#heldOf.remove(orgId);
  }

  /** Resolves when all calls that were sampled are compared. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }

  /** Samples no more calls. Those that wait are left out. */
  close(): void {
    this.#isClosed = true;
  }
}

const unanswered = ({ code }: Refusal): Finding => ({
  outcome: 'compared',
  differences: [{ kind: 'NO_ANSWER', pointer: '', was: '', now: code }],
});
const MISSING: AnswerDifference = { kind: 'OPERATION_MISSING', pointer: '', was: '', now: '' };
