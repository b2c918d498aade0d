import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../src/data-plane/gateway/record/metrics.ts';

describe('the metrics of calls', () => {
  it('count by outcome and class of status, and durations by bucket', () => {
    const metrics = new Metrics();
    metrics.record('ANSWERED', 200, 1);
    metrics.record('ANSWERED', 404, 1.1);
    metrics.record('RATE_LIMIT_EXCEEDED', 429, 60_000);
    const { calls, durations } = metrics.read();
    expect(calls).toEqual([
      { outcome: 'ANSWERED', statusClass: '2xx', count: 1 },
      { outcome: 'ANSWERED', statusClass: '4xx', count: 1 },
      { outcome: 'RATE_LIMIT_EXCEEDED', statusClass: '4xx', count: 1 },
    ]);
    expect(durations.bounds.slice(0, 2)).toEqual([0.001, 0.0025]);
    expect(durations.counts).toEqual([1, 1, ...Array(durations.bounds.length - 2).fill(0), 1]);
    expect(durations.sumSeconds).toBeCloseTo(60.0021);
  });
});
