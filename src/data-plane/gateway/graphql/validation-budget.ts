import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';
import { growingCache } from '../../../foundation/growing-cache.ts';

/** Units that a payer gets a second. A unit is a token: about 10 µs of a processor for any document. */
const UNITS_PER_SECOND = 20_000;
/**
 * Units that a payer may save: fifty of an API's largest documents by default.
 *
 * That is thousands of usual ones.
 */
const UNITS_MAX = 100_000;
const PAYERS_MAX = 10_000;
/** Characters that cost a unit. A block string is one long token, and takes some 0.2 µs a character to read. */
const CHARACTERS_PER_UNIT = 50;

type Account = { units: number; at: number };

/**
 * The bound of work for documents: reading them, and checking them against a schema.
 *
 * A call pays for it whether it is admitted or not: a refused document takes as much of the gateway's time as any other.
 * Each payer gets units by the second, and keeps unspent ones up to a bound. The units of a document are known when it
 * was read: the last one may take more than was left.
 *
 * Decision: each process has a budget of its own, since it spares its own work. A payer who has not been heard of for
 * long is forgotten, and has all again. An org has no budget as a whole, of which one consumer could spend what others
 * need. `ReadingTurns` bounds an org with many subscriptions.
 */
export class ValidationBudget {
  readonly #clock: Clock;
  readonly #accounts = growingCache<Account>(PAYERS_MAX);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws VALIDATION_BUDGET_EXCEEDED with Retry-After, while the payer has spent all */
  check(payer: string): void {
    const { units } = this.#accountOf(payer);
    if (units > 0) return;
    const seconds = Math.max(1, Math.ceil((1 - units) / UNITS_PER_SECOND));
    refuse('VALIDATION_BUDGET_EXCEEDED', {
      detail: `New documents of more than ${UNITS_PER_SECOND} tokens a second are too many: try again in ${seconds} seconds, and send values as variables, so that one document serves many calls.`,
      facts: { unitsPerSecond: UNITS_PER_SECOND, max: UNITS_MAX, resetsInSeconds: seconds },
      headers: { 'Retry-After': `${seconds}` },
    });
  }

  spend(payer: string, units: number): void {
    this.#accountOf(payer).units -= units;
  }

  #accountOf(payer: string): Account {
    const at = this.#clock().getTime();
    const known = this.#accounts.get(payer);
    if (!known) {
      const made = { units: UNITS_MAX, at };
      this.#accounts.set(payer, made);
      return made;
    }
    const gained = (Math.max(0, at - known.at) / 1_000) * UNITS_PER_SECOND;
    known.units = Math.min(UNITS_MAX, known.units + gained);
    known.at = at;
    return known;
  }
}

/** Units that reading a document takes. */
export function unitsOf(text: string, tokens: number): number {
  return tokens + Math.ceil(text.length / CHARACTERS_PER_UNIT);
}
