import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../foundation/clock.ts';
import { Counts } from '../../../foundation/counts.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { AnswerSharer } from './answer-sharers.ts';

type AnswerBounds = {
  /** The most answers that one sharer of a network may wait for at once. */
  readonly sharerMax: number;
  /** The most answers that a network may wait for at once. */
  readonly networkMax: number;
  /** The most bytes of answers that wait to be read, of all networks together. */
  readonly bytesMax: number;
  /** Time that a response may wait to be read to its end. */
  readonly readWithinMs: number;
};

/** Bounds for responses of 5 MB at most. A process can hold a few dozen that nobody reads. */
const BOUNDS: AnswerBounds = {
  sharerMax: 50,
  networkMax: 200,
  bytesMax: 128_000_000,
  readWithinMs: 120_000,
};
const LOOK_MS = 1_000;

/** The waiter for an answer. Many orgs may have people behind one network. */
type AnswerWaiter = { readonly network: string; readonly sharer: AnswerSharer };

type OpenResponse = Pick<ServerResponse, 'writableLength' | 'once' | 'destroy'>;

type CountedResponse = {
  readonly network: string;
  readonly response: OpenResponse;
  waitsSince: number | undefined;
};

/**
 * Bounds the memory that slow readers take, by number, bytes and time of responses.
 *
 * The number is bounded by network, and within it by the org of portals or access tokens, so that one org does not shut
 * the others behind its network out. Bytes and time are bounded for all together.
 */
export class OpenResponses {
  readonly #clock: Clock;
  readonly #bounds: AnswerBounds;
  /** Answers that are made, or wait to be read. The oldest come first. */
  readonly #answers = new Set<CountedResponse>();
  /** The number of counted answers of each network, and of each of its sharers. */
  readonly #counts = new Counts();
  /** The timer of the looks. It runs while there are answers. */
  #looking: NodeJS.Timeout | undefined;

  constructor(clock: Clock, bounds: AnswerBounds = BOUNDS) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /**
   * Counts one, until it is sent or broken off.
   *
   * @returns what ends the counting earlier, for one that goes on for as long as its reader likes
   * @throws RATE_LIMIT_EXCEEDED where a network, or its sharer, has too many
   */
  begin({ network, sharer }: AnswerWaiter, response: OpenResponse): () => void {
    const { sharerMax, networkMax } = this.#bounds;
    const ofSharer = JSON.stringify([network, sharer.kind, sharer.key]);
    if (this.#counts.of(ofSharer) >= sharerMax) refuseBeyond(sharerMax, whatOf[sharer.kind]);
    if (this.#counts.of(network) >= networkMax) refuseBeyond(networkMax, '');
    this.#counts.add(network);
    this.#counts.add(ofSharer);
    const answer: CountedResponse = { network, response, waitsSince: undefined };
    this.#answers.add(answer);
    this.#looking ??= setInterval(() => this.look(), LOOK_MS).unref();
    let isCounted = true;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      this.#counts.remove(network);
      this.#counts.remove(ofSharer);
    };
    response.once('close', () => {
      release();
      this.#end(answer);
    });
    return release;
  }

  /**
   * Aborts responses that nobody reads, every second.
   *
   * The oldest ones of the network that has most go first.
   */
  look(): void {
    const { bytesMax, readWithinMs } = this.#bounds;
    const now = this.#clock().getTime();
    for (const answer of this.#answers) {
      if (answer.response.writableLength === 0) answer.waitsSince = undefined;
      else answer.waitsSince ??= now;
      if (now - (answer.waitsSince ?? now) > readWithinMs) this.#abort(answer);
    }
    for (const answer of tooMany(this.#answers, bytesMax)) this.#abort(answer);
  }

  #abort(answer: CountedResponse): void {
    this.#end(answer);
    answer.response.destroy();
  }

  #end(answer: CountedResponse): void {
    this.#answers.delete(answer);
    if (this.#answers.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}

/** The words for the answers that a sharer waits for. */
const whatOf: Readonly<Record<AnswerSharer['kind'], string>> = {
  PORTALS: " of this org's portals",
  TOKENS: " to this org's access tokens",
  UNKNOWN: ' without a known access token or portal',
};

function refuseBeyond(max: number, what: string): never {
  refuse('RATE_LIMIT_EXCEEDED', {
    detail: `Your network waits for ${max} answers${what} already: read them, then ask again.`,
    headers: { 'Retry-After': '1' },
  });
}

/** The answers that have to go so that no more bytes wait than allowed. */
function tooMany(answers: Iterable<CountedResponse>, bytesMax: number): readonly CountedResponse[] {
  const byNetwork = new Map<string, { bytes: number; readonly waiting: CountedResponse[] }>();
  let sum = 0;
  for (const answer of answers) {
    const bytes = answer.response.writableLength;
    if (bytes === 0) continue;
    const holder = byNetwork.get(answer.network) ?? { bytes: 0, waiting: [] };
    byNetwork.set(answer.network, holder);
    holder.bytes += bytes;
    holder.waiting.push(answer);
    sum += bytes;
  }
  const gone: CountedResponse[] = [];
  while (sum > bytesMax) {
    const [most] = [...byNetwork.values()].sort((a, b) => b.bytes - a.bytes);
    const oldest = most?.waiting.shift();
    if (!most || !oldest) break;
    most.bytes -= oldest.response.writableLength;
    sum -= oldest.response.writableLength;
    gone.push(oldest);
  }
  return gone;
}
