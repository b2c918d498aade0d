import { beforeEach, describe, expect, it } from 'vitest';
import { Outliers } from '../../../src/data-plane/gateway/forward/outliers.ts';
import type { PoolTarget } from '../../../src/data-plane/gateway/route/upstream.ts';

let now = 0;
let faults: string[] = [];
let outliers: Outliers;
const target = (url: string, parts: Partial<PoolTarget> = {}): PoolTarget => ({
  pool: '/acme/sandbox customers',
  url,
  poolSize: 3,
  weight: 1,
  isUnhealthy: false,
  since: -1_000_000,
  slowStartMs: 0,
  ...parts,
});
const [a, b, c] = [target('http://a'), target('http://b'), target('http://c')];
const shares = (...targets: PoolTarget[]) => targets.map(outliers.shareOf);

function record(each: PoolTarget, { good = 0, bad = 0 }) {
  for (let n = 0; n < good; n += 1) outliers.record(each, false);
  for (let n = 0; n < bad; n += 1) outliers.record(each, true);
}

beforeEach(() => {
  now = 0;
  faults = [];
  outliers = new Outliers({
    clock: () => new Date(now),
    onFault: (error) => faults.push((error as Error).message),
  });
});

describe('a target that fails while others answer', () => {
  it('is ejected for half a minute, then for twice as long, and the operator is told', () => {
    record(a, { bad: 10 });
    expect(shares(a, b, c)).toEqual([0, 1, 1]);
    expect(outliers.ejected()).toBe(1);
    expect(faults).toEqual(['http://a of /acme/sandbox customers gets no calls for 30 s: 10 of 10 failed']);
    now = 30_000;
    expect(shares(a)).toEqual([1]);
    record(a, { bad: 10 });
    now += 59_999;
    expect(shares(a)).toEqual([0]);
    now += 1;
    expect(shares(a)).toEqual([1]);
  });

  it('comes back with the slow start of its back-end', () => {
    const slow = target('http://a', { slowStartMs: 10_000 });
    record(slow, { bad: 10 });
    now = 35_000;
    expect(shares(slow)).toEqual([0.5]);
    now = 40_000;
    expect(shares(slow)).toEqual([1]);
  });

  it('leaves at least half of the targets: the second of three stays', () => {
    record(a, { bad: 10 });
    record(c, { good: 50 });
    record(b, { bad: 10 });
    expect(shares(a, b, c)).toEqual([0, 1, 1]);
  });

  it('counts calls of ten seconds only', () => {
    record(a, { bad: 9 });
    now = 10_000;
    record(a, { bad: 9 });
    expect(shares(a)).toEqual([1]);
  });

  it('of another catalog is not concerned', () => {
    record(a, { bad: 10 });
    expect(shares(target('http://a', { pool: '/eve/sandbox customers' }))).toEqual([1]);
  });
});

describe('a target that is unhealthy by its checks', () => {
  it('gets no share', () => {
    expect(shares(target('http://a', { isUnhealthy: true }))).toEqual([0]);
  });
});
