import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenOf,
  type WaveCandidate,
  type WaveDraft,
  wavesFrom,
} from '../../../src/domain/change-request/waves.ts';

const none = { subscriptions: [], applications: [], consumerOrgs: [], groups: [] };
const subscriptions = fc.uniqueArray(fc.uuid(), { maxLength: 60 }).map((ids) =>
  ids.map(
    (id, index): WaveCandidate => ({
      id,
      consumerOrg: `org-${index % 4}`,
      application: `app-${index}`,
      groups: index % 4 === 3 ? ['pilots'] : [],
    }),
  ),
);
const percents = fc
  .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 })
  .map((all) => all.sort((one, other) => one - other));

describe('the choice of a wave', () => {
  it('contains the waves before, and is its share of all, rounded up', () => {
    fc.assert(
      fc.property(subscriptions, percents, fc.string(), (all, shares, salt) => {
        const moved = new Set<string>();
        for (const percent of shares) {
          const rest = all.filter(({ id }) => !moved.has(id));
          const chosen = chosenOf({ wave: { percent, ...none }, moved: moved.size, rest, salt });
          expect(chosen.every((id) => rest.some((each) => each.id === id))).toBe(true);
          for (const id of chosen) moved.add(id);
          expect(moved.size).toBe(Math.ceil((all.length * percent) / 100));
        }
      }),
    );
  });

  it('is the same in whatever order the subscriptions are read, and by one wave or by several', () => {
    fc.assert(
      fc.property(subscriptions, percents, (all, shares) => {
        const last = shares.at(-1) ?? 100;
        const once = chosenOf({
          wave: { percent: last, ...none },
          moved: 0,
          rest: [...all].reverse(),
          salt: 'a b',
        });
        const moved: string[] = [];
        for (const percent of shares) {
          const rest = all.filter(({ id }) => !moved.includes(id));
          moved.push(...chosenOf({ wave: { percent, ...none }, moved: moved.length, rest, salt: 'a b' }));
        }
        expect(moved.sort()).toEqual(once.sort());
      }),
    );
  });

  it('has those that the wave names, who count towards its share', () => {
    fc.assert(
      fc.property(subscriptions, fc.option(fc.integer({ min: 1, max: 100 })), (all, percent) => {
        const wave = {
          percent,
          subscriptions: [],
          applications: ['org-1/app-1'],
          consumerOrgs: ['org-2'],
          groups: ['pilots'],
        };
        const chosen = new Set(chosenOf({ wave, moved: 0, rest: all, salt: '' }));
        const named = all.filter(
          ({ consumerOrg, application }) =>
            consumerOrg === 'org-2' || consumerOrg === 'org-3' || application === 'app-1',
        );
        expect(named.every(({ id }) => chosen.has(id))).toBe(true);
        expect(chosen.size).toBe(Math.max(named.length, Math.ceil((all.length * (percent ?? 0)) / 100)));
      }),
    );
  });

  it('is another for another change, so that not the same consumers come first each time', () => {
    const all = Array.from({ length: 50 }, (_, index) => ({
      id: `${index}`,
      consumerOrg: 'a',
      application: `${index}`,
      groups: [],
    }));
    const first = (salt: string) => chosenOf({ wave: { percent: 10, ...none }, moved: 0, rest: all, salt });
    expect(first('v1 v2')).not.toEqual(first('v2 v3'));
  });
});

describe('waves', () => {
  it('have an hour each unless they say otherwise, and the last is not watched', () => {
    const waves = wavesFrom({
      drafts: [{ percent: 5 }, { percent: 100 }],
      movesAllSince: 'It ends',
      path: [],
    });
    expect(waves.map(({ minutes }) => minutes)).toEqual([60, 0]);
  });

  it.each<[string, WaveDraft[], unknown[]]>([
    ['without one', [], ['waves']],
    ['of too many', Array.from({ length: 11 }, (_, index) => ({ percent: index + 1 })), ['waves']],
    ['that are empty', [{}], ['waves', 0]],
    ['of no share', [{ percent: 0 }], ['waves', 0, 'percent']],
    ['of more than all', [{ percent: 101 }], ['waves', 0, 'percent']],
    ['of no number', [{ percent: Number.NaN }], ['waves', 0, 'percent']],
    ['that shrink', [{ percent: 50 }, { percent: 20 }], ['waves', 1, 'percent']],
    ['that leave somebody on a retired version', [{ percent: 50 }], ['waves', 0, 'percent']],
    ['without time between', [{ percent: 5, minutes: 0 }, { percent: 100 }], ['waves', 0, 'minutes']],
    ['of more than a week', [{ percent: 100, minutes: 10_081 }], ['waves', 0, 'minutes']],
    ['with an empty name', [{ percent: 100, consumerOrgs: [''] }], ['waves', 0, 'consumerOrgs']],
  ])('%s are refused', (_title, drafts, inputPath) => {
    expect(() => wavesFrom({ drafts, movesAllSince: 'It ends', path: ['waves'] })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath }),
    );
  });
});
