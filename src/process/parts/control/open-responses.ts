import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';

export type AnswerBounds = {
  /** The most answers that a network may wait for at once. */
  readonly networkMax: number;
  /** The most bytes of answers that wait to be read, of all networks together. */
  readonly bytesMax: number;
  /** Time that a response may wait to be read to its end. */
  readonly readWithinMs: number;
};

/** Bounds for responses of 5 MB at most. A process can hold a few dozen that nobody reads. */
const BOUNDS: AnswerBounds = { networkMax: 50, bytesMax: 128_000_000, readWithinMs: 120_000 };
const LOOK_MS = 1_000;

/** Answers that are made, or wait to be read. */
export type OpenResponses = {
  /**
   * Counts one, until it is sent or broken off.
   *
   * @returns what ends the counting earlier, for one that goes on for as long as its reader likes
   * @throws RATE_LIMIT_EXCEEDED where a network has too many
   */
  begin(network: string, response: OpenResponse): () => void;
  /**
   * Aborts responses that nobody reads, every second.
   *
   * The oldest ones of the network that has most go first.
   */
  look(): void;
};

type OpenResponse = Pick<ServerResponse, 'writableLength' | 'once' | 'destroy'>;

type CountedResponse = {
  readonly network: string;
  readonly response: OpenResponse;
  waitsSince: number | undefined;
};

/**
 * Bounds the memory that slow readers take, by number, bytes and time of responses.
 *
 * The number is bounded by network; bytes and time are bounded for all together.
 */
export function createOpenResponses(clock: Clock, bounds: AnswerBounds = BOUNDS): OpenResponses {
  const { networkMax, bytesMax, readWithinMs } = bounds;
  /** The oldest first. */
  const answers = new Set<CountedResponse>();
  const counts = new Map<string, number>();
  let looking: NodeJS.Timeout | undefined;

  function count(network: string, change: number): number {
    const sum = (counts.get(network) ?? 0) + change;
    if (sum > 0) counts.set(network, sum);
    else counts.delete(network);
    return sum;
  }
  function end(answer: CountedResponse): void {
    answers.delete(answer);
    if (answers.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }
  function breakOff(answer: CountedResponse): void {
    end(answer);
    answer.response.destroy();
  }
  function look(): void {
    const now = clock().getTime();
    for (const answer of answers) {
      if (answer.response.writableLength === 0) answer.waitsSince = undefined;
      else answer.waitsSince ??= now;
      if (now - (answer.waitsSince ?? now) > readWithinMs) breakOff(answer);
    }
    for (const answer of tooMany(answers, bytesMax)) breakOff(answer);
  }

  return {
    look,
    begin(network, response) {
      if ((counts.get(network) ?? 0) >= networkMax)
        refuse('RATE_LIMIT_EXCEEDED', {
          detail: `Your network waits for ${networkMax} answers already: read them, then ask again.`,
          headers: { 'Retry-After': '1' },
        });
      count(network, 1);
      const answer: CountedResponse = { network, response, waitsSince: undefined };
      answers.add(answer);
      looking ??= setInterval(look, LOOK_MS).unref();
      let isCounted = true;
      const release = () => {
        if (isCounted) count(network, -1);
        isCounted = false;
      };
      response.once('close', () => {
        release();
        end(answer);
      });
      return release;
    },
  };
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
