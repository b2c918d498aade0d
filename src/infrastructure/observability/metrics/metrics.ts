import { type CallCounts, callMetrics } from './call-metrics.ts';
import type { Metric } from './metric.ts';

/** The state of counting against limits. */
type LimitCounts = {
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
  readonly accessLog: { readonly lostLines: number };
  readonly calls: CallCounts;
  readonly certificates: readonly { readonly path: string; readonly notAfter: Date }[];
  readonly limits: LimitCounts;
  /** Authorizations revoked, by `authorization_code` and `refresh_token`. */
  readonly oauth: Readonly<Record<string, number>>;
  /** Each process of the control plane reports all of them, as with `sunsets`. */
  readonly schemas: { readonly held: number; readonly failed: number };
  readonly snapshot: { readonly staleSeconds: number; readonly polls: boolean };
  /** The servers of the database, where several are named. */
  readonly servers: { readonly states: readonly { readonly kind: string }[]; readonly switches: number };
  readonly outboxes: { readonly mails: number; readonly deliveries: number };
  readonly sunsets: { readonly overdue: number };
  /** Each process of the control plane reports all of it. */
  readonly usage: { readonly batches: number; readonly seconds: number; readonly repeated: number };
  readonly nats: { readonly lostSeconds: number };
  readonly workers: { readonly ready: number; readonly ended: number };
};

type MetricTable = {
  readonly [Name in keyof MetricSources]: readonly Metric<MetricSources[Name]>[];
};

/** The metrics of a process besides those of Node. A new one is one row. */
export const metricTable: MetricTable = {
  accessLog: [
    {
      name: 'access_log_lines_lost_total',
      type: 'counter',
      help: 'Lines of ACCESS_LOG that were not written, because the disk was full or too slow.',
      read: ({ lostLines }) => lostLines,
    },
  ],
  brokenRequests: [
    {
      name: 'gateway_broken_requests_total',
      type: 'counter',
      help: 'Requests that could not be read, or broke the rules for any request, by the code of the refusal; they are no calls.',
      labels: ['code'],
      read: (counts) => [...counts].map(([code, count]) => [{ code }, count]),
    },
  ],
  calls: callMetrics,
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
  servers: [
    {
      name: 'database_servers_writable',
      type: 'gauge',
      help: 'Servers of DATABASE_URL that took writes at the last look, where it names several. More than 1 is a split brain.',
      aggregator: 'max',
      read: ({ states }) => states.filter(({ kind }) => kind === 'PRIMARY').length,
    },
    {
      name: 'database_switches_total',
      type: 'counter',
      help: 'Times that the process went to another server of DATABASE_URL, because that one takes writes.',
      read: ({ switches }) => switches,
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
  usage: [
    {
      name: 'usage_batches_waiting',
      type: 'gauge',
      help: 'Batches of usage that gateways have left, and that nobody has merged yet. Each process of the control plane reports all of them.',
      aggregator: 'max',
      read: ({ batches }) => batches,
    },
    {
      name: 'usage_waiting_seconds',
      type: 'gauge',
      help: 'The age of the oldest batch of usage that waits to be merged. Reports lack the calls since then.',
      aggregator: 'max',
      read: ({ seconds }) => seconds,
    },
    {
      name: 'usage_batches_repeated_total',
      type: 'counter',
      help: 'Batches of usage that came again after they were merged, as their gateway or their merger got no answer. Each is counted once.',
      read: ({ repeated }) => repeated,
    },
  ],
  nats: [
    {
      name: 'nats_lost_seconds',
      type: 'gauge',
      help: 'For how long NATS has been out of reach, so that usage waits in memory; 0 while it is connected.',
      aggregator: 'max',
      read: ({ lostSeconds }) => lostSeconds,
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
