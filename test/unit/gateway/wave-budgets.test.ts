import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaveBudgets } from '../../../src/data-plane/gateway/admission/wave-budgets.ts';

const wave = (calls: number) => ({ budgetId: 'wave', calls });

/** A database with one budget, which can be out of reach. */
function fakeDatabase(calls: number) {
  const state = { taken: 0, isDown: false };
  const query = async (sql: string, [, count]: readonly unknown[] = []) => {
    if (state.isDown) throw new Error('The database is down.');
    const wanted = Number(count);
    if (sql.startsWith('UPDATE')) {
      state.taken -= wanted;
      return [];
    }
    const granted = Math.min(wanted, calls - state.taken);
    state.taken += granted;
    return [{ granted }];
  };
  return { state, database: { query: query as never } };
}

const step = fc.record({
  gateway: fc.nat({ max: 2 }),
  does: fc.constantFrom('call', 'call', 'succeed', 'fail', 'fail', 'flush', 'lose', 'cut', 'mend'),
});

describe('the calls of a budget that gateways take', () => {
  it('never let more calls fail than it has, while gateways are lost and the database is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(step, { maxLength: 200 }),
        async (calls, steps) => {
          const { state, database } = fakeDatabase(calls);
          const open = () => ({ budgets: new WaveBudgets({ database, onFault: () => {} }), underWay: 0 });
          const gateways = [open(), open(), open()];
          let failed = 0;
          for (const { gateway, does } of steps) {
            const each = gateways[gateway] as ReturnType<typeof open>;
            const budget = each.budgets.of(wave(calls));
            if (does === 'call' && budget.take()) each.underWay += 1;
            if ((does === 'succeed' || does === 'fail') && each.underWay > 0) {
              each.underWay -= 1;
              budget.settle(does === 'fail');
              if (does === 'fail') failed += 1;
            }
            if (does === 'flush') await each.budgets.giveBack().catch(() => {});
            // All that it has under way fails with it.
            if (does === 'lose') failed += each.underWay;
            if (does === 'lose') gateways[gateway] = open();
            if (does === 'cut' || does === 'mend') state.isDown = does === 'cut';
            await Promise.resolve();
          }
          for (const { underWay } of gateways) failed += underWay;
          expect(failed).toBeLessThanOrEqual(calls);
          expect(state.taken).toBeLessThanOrEqual(calls);
        },
      ),
    );
  });

  it('are none without the database: nobody waits, and the fault is told once until the next flush', async () => {
    const { state, database } = fakeDatabase(10);
    const faults: unknown[] = [];
    const budgets = new WaveBudgets({ database, onFault: (fault) => faults.push(fault) });
    state.isDown = true;
    expect(budgets.of(wave(10)).take()).toBe(false);
    await budgets.giveBack();
    expect(budgets.of(wave(10)).take()).toBe(false);
    expect(faults).toHaveLength(1);
    state.isDown = false;
    await budgets.giveBack();
    expect(budgets.of(wave(10)).take()).toBe(false);
    await budgets.of(wave(10)).giveBack(0);
    expect(state.taken).toBe(0);
  });
});
