import { describe, expect, it } from 'vitest';
import { hashOf, rendezvousScore, slowStartShare } from '../../../src/domain/backend/balancing.ts';
import {
  healthCheckFrom,
  isGoodStatus,
  type TargetHealthState,
  tallyAfter,
} from '../../../src/domain/backend/health-check.ts';
import { isOutlier } from '../../../src/domain/backend/outlier.ts';

const check = healthCheckFrom({ path: '/healthz' });

/** The states of a target after results, `+` good and `-` bad. */
function statesAfter(results: string, state: TargetHealthState = 'UNKNOWN'): string[] {
  let tally = { state, streak: 0 };
  return [...results].map((each) => {
    tally = { ...tallyAfter(tally, each === '+', check) };
    return tally.state;
  });
}

describe('the health of a target', () => {
  it('is good with the first good answer, and bad after three failures in a row', () => {
    expect(statesAfter('+--+---')).toEqual([...Array(6).fill('HEALTHY'), 'UNHEALTHY']);
    expect(statesAfter('---')).toEqual(['UNKNOWN', 'UNKNOWN', 'UNHEALTHY']);
  });

  it('is good again after two good answers in a row', () => {
    expect(statesAfter('+-++', 'UNHEALTHY')).toEqual(['UNHEALTHY', 'UNHEALTHY', 'UNHEALTHY', 'HEALTHY']);
  });

  it('takes any status of success, or the one that is expected', () => {
    expect([200, 204, 299, 301, 404, 503].filter((status) => isGoodStatus(status, check))).toEqual([
      200, 204, 299,
    ]);
    expect([200, 404].filter((status) => isGoodStatus(status, { expectedStatus: 404 }))).toEqual([404]);
  });
});

describe('a caller that sticks to a target', () => {
  const targets = ['http://a', 'http://b', 'http://c', 'http://d'].map((url) => ({ url, hash: hashOf(url) }));
  const chosen = (caller: string, among: typeof targets, weightOf = (_: string) => 1) =>
    among.reduce((best, each) => {
      const score = ({ hash, url }: typeof each) => rendezvousScore(hashOf(caller), hash, weightOf(url));
      return score(each) > score(best) ? each : best;
    }).url;
  const callers = Array.from({ length: 4_000 }, (_, index) => `caller-${index}`);

  it('moves only where its target has gone', () => {
    const left = targets.slice(0, 3);
    const moved = callers.filter((caller) => chosen(caller, targets) !== chosen(caller, left));
    expect(moved.every((caller) => chosen(caller, targets) === 'http://d')).toBe(true);
    expect(moved.length).toBeGreaterThan(0);
  });

  it('is one of as many as the weight of its target says', () => {
    const heavy = (url: string) => (url === 'http://a' ? 3 : 1);
    const ofA = callers.filter((caller) => chosen(caller, targets, heavy) === 'http://a').length;
    expect(ofA / callers.length).toBeGreaterThan(0.45);
    expect(ofA / callers.length).toBeLessThan(0.55);
  });
});

describe('a slow start', () => {
  it('rises from a tenth to the full share', () => {
    expect([0, 500, 5_000, 10_000, 60_000].map((ms) => slowStartShare(ms, 10_000))).toEqual([
      0.1, 0.1, 0.5, 1, 1,
    ]);
    expect(slowStartShare(0, 0)).toBe(1);
  });
});

describe('an outlier', () => {
  const well = { calls: 100, failures: 0 };
  it('fails half of at least ten calls, and twice as many as the others', () => {
    expect(isOutlier({ calls: 10, failures: 5 }, [well])).toBe(true);
    expect(isOutlier({ calls: 9, failures: 9 }, [well])).toBe(false);
    expect(isOutlier({ calls: 10, failures: 4 }, [well])).toBe(false);
  });

  it('is no target where all fail alike', () => {
    expect(isOutlier({ calls: 20, failures: 20 }, [{ calls: 20, failures: 18 }])).toBe(false);
  });
});
