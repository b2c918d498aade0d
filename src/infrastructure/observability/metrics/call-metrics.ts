import type { Metric } from './metric.ts';

/** The counts of a gateway's calls. */
export type CallCounts = {
  /** The number of calls by outcome. That is a refusal's code, ANSWERED, ABANDONED by the caller, or PREFLIGHT. */
  readonly calls: readonly {
    readonly outcome: string;
    /** `2xx` and so on. */
    readonly statusClass: string;
    readonly count: number;
  }[];
  readonly durations: {
    /** Upper bounds in seconds. There is one more count, above the last one. */
    readonly bounds: readonly number[];
    /** Calls within each bound and above the one before it. */
    readonly counts: readonly number[];
    readonly sumSeconds: number;
  };
  readonly backendsLeftAlone: number;
  readonly targetsEjected: number;
  readonly targetsUnhealthy: number;
  /** Key sets of external issuers, by their state. */
  readonly keySets: { readonly fresh: number; readonly kept: number; readonly missing: number };
  /** Calls that usage counts by catalog and outcome alone. */
  readonly undetailedUsage: number;
  /** Answers whose units could not be told, by the fault. */
  readonly meterFaults: Readonly<Record<string, number>>;
  /** Checks of calls against the documents of their APIs. */
  readonly contractChecks: readonly {
    readonly side: string;
    readonly result: string;
    readonly count: number;
  }[];
};

/** The metrics of a gateway's calls. */
export const callMetrics: readonly Metric<CallCounts>[] = [
  {
    name: 'gateway_calls_total',
    type: 'counter',
    help: 'Calls by what became of them (ANSWERED by the back-end, ABANDONED by the caller, PREFLIGHT, or the code of the refusal) and class of status.',
    labels: ['outcome', 'status_class'],
    read: ({ calls }) =>
      calls.map(({ outcome, statusClass, count }) => [{ outcome, status_class: statusClass }, count]),
  },
  {
    name: 'gateway_call_duration_seconds_bucket',
    type: 'counter',
    help: 'Calls that took at most so long, from the first byte to the last.',
    labels: ['le'],
    read: ({ durations: { bounds, counts } }) => {
      let below = 0;
      return counts.map((count, index) => {
        below += count;
        return [{ le: `${bounds[index] ?? '+Inf'}` }, below];
      });
    },
  },
  {
    name: 'gateway_call_duration_seconds_sum',
    type: 'counter',
    help: 'Seconds that all calls took together.',
    read: ({ durations }) => durations.sumSeconds,
  },
  {
    name: 'gateway_backends_left_alone',
    type: 'gauge',
    help: 'Back-ends, each counted by the APIs that it has, that are not called for a moment, because half of the calls failed.',
    read: ({ backendsLeftAlone }) => backendsLeftAlone,
  },
  {
    name: 'gateway_targets_ejected',
    type: 'gauge',
    help: 'Targets of back-ends that this process sends no calls for a moment, because they fail while others answer.',
    read: ({ targetsEjected }) => targetsEjected,
  },
  {
    name: 'gateway_targets_unhealthy',
    type: 'gauge',
    help: 'Targets of back-ends that get no calls, because their health checks fail. Each process reports all of them.',
    aggregator: 'max',
    read: ({ targetsUnhealthy }) => targetsUnhealthy,
  },
  {
    name: 'gateway_issuer_key_sets',
    type: 'gauge',
    help: 'Key sets of external issuers by state: fresh; kept, as the issuer does not answer; missing, so that its tokens are refused.',
    labels: ['state'],
    read: ({ keySets }) => Object.entries(keySets).map(([state, count]) => [{ state }, count]),
  },
  {
    name: 'gateway_meter_faults_total',
    type: 'counter',
    help: 'Answers that a meter of their API could not read, by fault: MISSING, INVALID or UNREADABLE. They count as no units.',
    labels: ['fault'],
    read: ({ meterFaults }) => Object.entries(meterFaults).map(([fault, count]) => [{ fault }, count]),
  },
  {
    name: 'gateway_usage_undetailed_calls_total',
    type: 'counter',
    help: 'Calls that usage counts by catalog and outcome alone: while usage cannot be written, 20,000 rows of an org wait in memory, and 40,000 of all.',
    read: ({ undetailedUsage }) => undetailedUsage,
  },
  {
    name: 'gateway_contract_checks_total',
    type: 'counter',
    help: 'Calls that were checked against the document of their API, by side (REQUEST, ANSWER) and result: kept, broken, or unchecked as too large, of another media type, too much work or too many.',
    labels: ['side', 'result'],
    read: ({ contractChecks }) => contractChecks.map(({ side, result, count }) => [{ side, result }, count]),
  },
];
