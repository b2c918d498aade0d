import { Counter, Gauge, type Registry } from 'prom-client';

/** How calls are counted against limits. */
export type LimitCounts = {
  readonly counting: 'ALONE' | 'SHARED' | 'LOST';
  readonly timesLost: number;
  readonly roundTrips: number;
  readonly decidedAlone: number;
  readonly windows: number;
};

/** Tells how limits are counted, read when it is asked for. */
export function registerLimitMetrics(registry: Registry, read: () => LimitCounts): void {
  const registers = [registry];
  new Gauge({
    name: 'limits_shared',
    help: '1 while calls are counted in Redis; 0 while this process, or one of its workers, counts alone.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(read().counting === 'SHARED' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'limits_windows',
    help: 'Windows of plan limits that this process keeps in memory.',
    registers,
    collect() {
      this.set(read().windows);
    },
  });
  const counters = [
    ['limits_redis_lost_total', 'How often Redis was lost.', 'timesLost'],
    ['limits_redis_round_trips_total', 'Questions to Redis about plan limits.', 'roundTrips'],
    [
      'limits_decided_alone_total',
      'Calls decided by a limit of this process while Redis was lost.',
      'decidedAlone',
    ],
  ] as const;
  for (const [name, help, count] of counters)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read()[count]);
      },
    });
}
