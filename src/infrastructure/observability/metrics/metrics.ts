/** The counts of a gateway's calls. */
export type CallCounts = {
  /** By outcome: a refusal's code, ANSWERED, ABANDONED by the caller, or PREFLIGHT. */
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
  /** Answers whose units could not be told, by the fault. */
  readonly meterFaults: Readonly<Record<string, number>>;
  /** Checks of calls against the documents of their APIs. */
  readonly contractChecks: readonly {
    readonly side: string;
    readonly result: string;
    readonly count: number;
  }[];
};

/** The state of counting against limits. */
export type LimitCounts = {
  readonly counting: 'ALONE' | 'SHARED' | 'LOST';
  readonly timesLost: number;
  readonly roundTrips: number;
  readonly decidedAlone: number;
  readonly windows: number;
};

/** The sources of metrics, one per part of a process. They are read on demand. */
export type MetricSources = {
  /** Refusals by code. */
  readonly brokenRequests: ReadonlyMap<string, number>;
  readonly calls: CallCounts;
  readonly certificates: readonly { readonly path: string; readonly notAfter: Date }[];
  readonly limits: LimitCounts;
  /** Authorizations revoked, by `authorization_code` and `refresh_token`. */
  readonly oauth: Readonly<Record<string, number>>;
  /** Each process of the control plane reports all of them, as with `sunsets`. */
  readonly schemas: { readonly held: number; readonly failed: number };
  readonly snapshot: { readonly staleSeconds: number; readonly polls: boolean };
  readonly outboxes: { readonly mails: number; readonly deliveries: number };
  readonly sunsets: { readonly overdue: number };
  readonly workers: { readonly ready: number; readonly ended: number };
};

/** A number with the values of its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric as a row of a table: its description and its reader. */
export type Metric<Source> = {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels?: readonly string[];
  /** The way that gateway workers combine a gauge. The default is the sum. */
  readonly aggregator?: 'min' | 'max';
  read(source: Source): number | readonly Sample[];
};

type MetricTable = {
  readonly [Name in keyof MetricSources]: readonly Metric<MetricSources[Name]>[];
};

/** The metrics of a process besides those of Node. A new one is one row. */
export const metricTable: MetricTable = {
  brokenRequests: [
    {
      name: 'gateway_broken_requests_total',
      type: 'counter',
      help: 'Requests that could not be read, or broke the rules for any request, by the code of the refusal; they are no calls.',
      labels: ['code'],
      read: (counts) => [...counts].map(([code, count]) => [{ code }, count]),
    },
  ],
  calls: [
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
      name: 'gateway_contract_checks_total',
      type: 'counter',
      help: 'Calls that were checked against the document of their API, by side (REQUEST, ANSWER) and result: kept, broken, or unchecked as too large, of another media type, too much work or too many.',
      labels: ['side', 'result'],
      read: ({ contractChecks }) =>
        contractChecks.map(({ side, result, count }) => [{ side, result }, count]),
    },
  ],
  certificates: [
    {
      name: 'certificate_end_timestamp_seconds',
      type: 'gauge',
      help: 'The end of each certificate of the listeners, in seconds since 1970.',
      labels: ['path'],
      aggregator: 'min',
      read: (states) => states.map(({ path, notAfter }) => [{ path }, notAfter.getTime() / 1000]),
    },
  ],
  limits: [
    {
      name: 'limits_shared',
      type: 'gauge',
      help: '1 while calls are counted in Redis; 0 while this process, or one of its workers, counts alone.',
      aggregator: 'min',
      read: ({ counting }) => (counting === 'SHARED' ? 1 : 0),
    },
    {
      name: 'limits_windows',
      type: 'gauge',
      help: 'Windows of plan limits that this process keeps in memory.',
      read: ({ windows }) => windows,
    },
    {
      name: 'limits_redis_lost_total',
      type: 'counter',
      help: 'How often Redis was lost.',
      read: ({ timesLost }) => timesLost,
    },
    {
      name: 'limits_redis_round_trips_total',
      type: 'counter',
      help: 'Round trips to Redis for plan limits. Questions that are sent together share one.',
      read: ({ roundTrips }) => roundTrips,
    },
    {
      name: 'limits_decided_alone_total',
      type: 'counter',
      help: 'Calls decided by a limit of this process while Redis was lost.',
      read: ({ decidedAlone }) => decidedAlone,
    },
  ],
  oauth: [
    {
      name: 'oauth_reuses_total',
      type: 'counter',
      help: 'Authorizations revoked because an authorization code or a refresh token of theirs was used a second time.',
      labels: ['what'],
      read: (reuses) => Object.entries(reuses).map(([what, count]) => [{ what }, count]),
    },
  ],
  schemas: [
    {
      name: 'graphql_schemas_unsettled',
      type: 'gauge',
      help: 'GraphQL APIs whose last refresh is held, because it would break callers, or failed.',
      labels: ['state'],
      read: ({ held, failed }) => [
        [{ state: 'held' }, held],
        [{ state: 'failed' }, failed],
      ],
    },
  ],
  snapshot: [
    {
      name: 'snapshot_stale_seconds',
      type: 'gauge',
      help: 'For how long changes may have been missed, because the database or its announcements are out of reach; 0 while they are heard.',
      aggregator: 'max',
      read: ({ staleSeconds }) => staleSeconds,
    },
    {
      name: 'database_polled',
      type: 'gauge',
      help: 'Whether the process asks the database for changes each second, because its notices do not arrive: 1 or 0.',
      aggregator: 'max',
      read: ({ polls }) => (polls ? 1 : 0),
    },
  ],
  outboxes: [
    {
      name: 'mails_waiting',
      type: 'gauge',
      help: 'Mails that the mail server has not taken yet, and that are tried again.',
      read: ({ mails }) => mails,
    },
    {
      name: 'webhook_deliveries_waiting',
      type: 'gauge',
      help: 'Deliveries of webhooks that no receiver has accepted yet, and that are tried again.',
      read: ({ deliveries }) => deliveries,
    },
  ],
  sunsets: [
    {
      name: 'products_overdue_sunset',
      type: 'gauge',
      help: 'Deprecated products whose sunset has passed while applications are still subscribed to them.',
      read: ({ overdue }) => overdue,
    },
  ],
  workers: [
    {
      name: 'gateway_workers_ready',
      type: 'gauge',
      help: 'Gateway workers that are Ready.',
      read: ({ ready }) => ready,
    },
    {
      name: 'gateway_workers_ended_total',
      type: 'counter',
      help: 'Gateway workers that ended by themselves and were replaced.',
      read: ({ ended }) => ended,
    },
  ],
};
