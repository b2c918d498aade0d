import type { Refusal } from '../../../foundation/errors.ts';
import { membersOf } from '../../../foundation/json-members.ts';
import type { Cost } from '../../../graphql/cost/static-cost.ts';
import { codingOf, decoded, headerOf, isDecodable } from '../../../http/answer-body.ts';
import type { Counters } from '../../../infrastructure/limits/calls/rate-limits.ts';
import { chargeEvent, isChargedByEvent, uncharge } from '../accounting/charges.ts';
import type { Call } from '../call.ts';
import { errorsOf } from './error-bodies.ts';

/** The handling of an answer. It is unread, read on its way, held until it is whole, or charged by event. */
export type ResponseHandling = 'UNREAD' | 'READ' | 'HELD' | 'CHARGED';

/** Largest answer that is read. A larger one passes as it comes, and keeps its charge. */
export const ANSWER_BYTES_MAX = 1_000_000;

const EVENTS_TYPE = /^text\/event-stream(?:\s*;|$)/i;
const JSON_TYPE = /^application\/(?:graphql-response\+)?json(?:\s*;|$)/i;

export type AnswerDeps = {
  readonly limits: Counters;
  readonly onFault: (error: unknown) => void;
  /** Called when a stream ends. Its plan's window has no room for the next event. */
  readonly onStreamEnded: (call: Call, refused: Refusal) => void;
};

/**
 * Returns the reader of an answer whose cost is limited or asked for. Null for any other call, whose answer is not read.
 */
export function costReaderOf(call: Call, deps: AnswerDeps): ResponseCostReader | null {
  const { document, charged } = call;
  return document && (charged.length > 0 || document.tellsCost)
    ? new ResponseCostReader(call, document, deps)
    : null;
}

/**
 * Reads an answer for what it cost.
 *
 * Decision: an answer without data, or with errors, refunds nothing. The work may be done all the same, and what failed
 * stands there as null. An answer whose cost cannot be computed because of a fault of the platform refunds nothing
 * either; the operator is told of the fault.
 */
export class ResponseCostReader {
  readonly #call: Call;
  readonly #document: NonNullable<Call['document']>;
  readonly #deps: AnswerDeps;
  #coding = 'identity';
  #isFirstEvent = true;

  constructor(call: Call, document: NonNullable<Call['document']>, deps: AnswerDeps) {
    this.#call = call;
    this.#document = document;
    this.#deps = deps;
  }

  handlingOf(status: number, headers: readonly string[]): ResponseHandling {
    const coding = codingOf(headers);
    this.#coding = coding;
    const type = headerOf(headers, 'content-type') ?? '';
    if (isChargedByEvent(this.#call) && hasPlainEvents(headers)) return 'CHARGED';
    if (status < 200 || !JSON_TYPE.test(type)) return 'UNREAD';
    if (this.#document.tellsCost && coding === 'identity') return 'HELD';
    return this.#call.charged.length > 0 && isDecodable(coding) ? 'READ' : 'UNREAD';
  }

  /** Reads a whole answer that has passed. */
  read(body: Buffer): void {
    const plain = decoded(body, this.#coding, ANSWER_BYTES_MAX);
    if (!(plain instanceof Promise)) this.#settle(plain);
    // What cannot be decoded, or is too large when it is, stays charged.
    else void plain.then((plain) => this.#settle(plain)).catch(() => {});
  }

  /** Returns a whole answer that was held, as the caller gets it. */
  settleWithCost(body: Buffer): Buffer {
    const { fieldCost, typeCost } = this.#document.measure;
    const actual = this.#settle(body);
    const cost = { requestCosts: { fieldCost, typeCost }, responseCosts: actual ?? null };
    return actual ? withCost(body, JSON.stringify(cost)) : body;
  }

  /**
   * Charges an event of a subscription.
   *
   * The first is charged already, and the difference to its cost is refunded.
   *
   * @returns the errors, as JSON, that end the stream where the window has no room for it
   */
  charge(event: string): string | undefined | Promise<string | undefined> {
    if (this.#isFirstEvent) {
      this.#isFirstEvent = false;
      this.#settle(event);
      return undefined;
    }
    const refused = chargeEvent(this.#call, this.#deps.limits, this.#costOf(event).charged);
    return refused instanceof Promise ? refused.then((later) => this.#ending(later)) : this.#ending(refused);
  }

  /** Refunds the part of the charge beyond the actual cost. */
  #settle(body: Buffer | string): Cost | undefined {
    const { actual, charged } = this.#costOf(body.toString());
    uncharge(this.#call, this.#deps.limits, charged);
    return actual;
  }

  /** Computes the cost of an answer in JSON, and its charge. */
  #costOf(text: string): { actual: Cost | undefined; charged: number } {
    const most = this.#document.measure.cost;
    try {
      const answer = readJson(text);
      const actual = this.#document.costOf(answer);
      const isSettled = actual && !hasErrors(answer);
      return { actual, charged: isSettled ? Math.max(actual.fieldCost, actual.typeCost) : most };
    } catch (error) {
      this.#deps.onFault(error);
      return { actual: undefined, charged: most };
    }
  }

  #ending(refused: Refusal | undefined): string | undefined {
    if (!refused) return undefined;
    this.#deps.onStreamEnded(this.#call, refused);
    return errorsOf(refused, this.#call);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param answer one, or those of a batch */
function hasErrors(answer: unknown): boolean {
  const all = [answer].flat() as readonly ({ readonly errors?: unknown } | null)[];
  return all.some((each) => {
    const errors = each?.errors ?? [];
    return !Array.isArray(errors) || errors.length > 0;
  });
}

/** Tells by its headers whether an answer is uncompressed. */
export function isPlain(headers: readonly string[]): boolean {
  return codingOf(headers) === 'identity';
}

/** Tells by its headers whether an answer has events that can be read. */
export function hasPlainEvents(headers: readonly string[]): boolean {
  return isPlain(headers) && EVENTS_TYPE.test(headerOf(headers, 'content-type') ?? '');
}

/**
 * Inserts the cost into the text of an answer.
 *
 * The text may have numbers that no reader of JSON here could hold.
 */
function withCost(body: Buffer, cost: string): Buffer {
  const text = body.toString('utf8');
  const members = membersOf(text);
  const extensions = members.find(({ name }) => name === 'extensions');
  const own =
    extensions && text.slice(extensions.valueStart, extensions.end).trimStart().startsWith('{')
      ? membersOf(text, text.indexOf('{', extensions.valueStart))
      : [];
  const written = (all: readonly { start: number; end: number }[]) =>
    all.map(({ start, end }) => text.slice(start, end).trimEnd());
  const kept = written(own.filter(({ name }) => name !== 'cost'));
  const merged = `"extensions":{${[...kept, `"cost":${cost}`].join(',')}}`;
  return Buffer.from(`{${[...written(members.filter((each) => each !== extensions)), merged].join(',')}}`);
}
