import type { Database } from '../../../infrastructure/database/database.ts';
import type { ServedWave } from '../../snapshot/served-waves.ts';

type WaveBudgetsDeps = {
  readonly database: Pick<Database, 'query'>;
  readonly onFault: (error: unknown) => void;
};

/** Part of a budget that a gateway takes at once. */
const PART = 8;
/** Flushes without need after which something is given back. Rare calls find some left for half a minute. */
const QUIET_FLUSHES = 30;

/** Takes calls of a budget. Never are more taken than it has, however many gateways ask. */
const TAKE = `
WITH was AS (SELECT id, taken, least($2::int, calls - taken) AS granted FROM "ChangeWaveBudget"
  WHERE id = $1::uuid FOR UPDATE)
UPDATE "ChangeWaveBudget" b SET taken = was.taken + was.granted, "isWanted" = was.granted = 0
  FROM was WHERE b.id = was.id RETURNING was.granted`;
const GIVE_BACK = 'UPDATE "ChangeWaveBudget" SET taken = taken - $2::int WHERE id = $1::uuid';

/**
 * The failed calls that this gateway may have, of each wave that runs.
 *
 * Gateways take them from the database in parts, and give back what they do not need. What a lost gateway has taken is
 * lost: more would fail otherwise than the budget has.
 */
export class WaveBudgets {
  readonly #deps: WaveBudgetsDeps;
  /** By the ids of budgets. */
  readonly #budgets = new Map<string, WaveBudget>();

  constructor(deps: WaveBudgetsDeps) {
    this.#deps = deps;
  }

  of(wave: ServedWave): WaveBudget {
    const known = this.#budgets.get(wave.budgetId);
    if (known) return known;
    const budget = new WaveBudget(wave, this.#deps);
    this.#budgets.set(wave.budgetId, budget);
    return budget;
  }

  /** Gives back what no call has needed lately, and forgets budgets that no call holds. It is done with each flush. */
  async giveBack(): Promise<void> {
    for (const [id, budget] of this.#budgets) {
      await budget.giveBack();
      if (budget.isIdle) this.#budgets.delete(id);
    }
  }

  /** Gives all back that no call holds. */
  async close(): Promise<void> {
    for (const budget of this.#budgets.values()) await budget.giveBack(0);
  }
}

/** The failed calls of one wave that this gateway may have. */
export class WaveBudget {
  readonly #wave: ServedWave;
  readonly #deps: WaveBudgetsDeps;
  /** Calls that may still begin. */
  #free = 0;
  #underWay = 0;
  /** The most that were under way at once lately, or would have been. The rest is given back. */
  #needed = 0;
  /** The same since the last flush. */
  #peak = 0;
  #quietFlushes = 0;
  #asking: Promise<void> | undefined;
  /** Has the budget none left to take? It is asked again later. */
  #isSpent = false;

  constructor(wave: ServedWave, deps: WaveBudgetsDeps) {
    this.#wave = wave;
    this.#deps = deps;
  }

  get isIdle(): boolean {
    return this.#free === 0 && this.#underWay === 0 && this.#asking === undefined;
  }

  /** Takes a call for as long as it is under way. False is none left; then more are asked for, and nobody waits. */
  take(): boolean {
    this.#peak = Math.max(this.#peak, this.#underWay + 1);
    if (this.#free === 0) {
      if (!this.#isSpent) this.#asking ??= this.#ask();
      return false;
    }
    this.#free -= 1;
    this.#underWay += 1;
    return true;
  }

  /** Ends a call. One that failed is spent. */
  settle(hasFailed: boolean): void {
    this.#underWay -= 1;
    if (!hasFailed) this.#free += 1;
  }

  /** Gives back what is not needed. */
  async giveBack(needed = this.#neededNow()): Promise<void> {
    await this.#asking;
    this.#isSpent = false;
    const spare = Math.min(this.#free, this.#free + this.#underWay - needed);
    if (spare <= 0) return;
    this.#free -= spare;
    await this.#deps.database.query(GIVE_BACK, [this.#wave.budgetId, spare]);
  }

  #neededNow(): number {
    this.#quietFlushes = this.#peak < this.#needed ? this.#quietFlushes + 1 : 0;
    if (this.#quietFlushes === 0 || this.#quietFlushes >= QUIET_FLUSHES) {
      this.#needed = this.#peak;
      this.#quietFlushes = 0;
    }
    this.#peak = this.#underWay;
    return this.#needed;
  }

  async #ask(): Promise<void> {
    const { budgetId, calls } = this.#wave;
    const { database, onFault } = this.#deps;
    try {
      const wanted = Math.ceil(calls / PART);
      const [row] = await database.query<{ granted: number }>(TAKE, [budgetId, wanted]);
      const granted = row?.granted ?? 0;
      this.#free += granted;
      this.#isSpent = granted === 0;
    } catch (error) {
      this.#isSpent = true;
      onFault(error);
    } finally {
      this.#asking = undefined;
    }
  }
}
