import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Counters } from '../../infrastructure/limits/calls/rate-limits.ts';
import type { CallRecord } from '../../infrastructure/observability/access-log.ts';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import type { UsageStore } from '../../infrastructure/usage/store.ts';
import type { SnapshotFeed } from '../snapshot/snapshot-feed.ts';
import type { KnownPersonsDeps } from './admission/known-persons.ts';
import type { ShownSecretsDeps } from './admission/shown-secrets.ts';
import type { CallerBounds } from './caller-bounds.ts';
import type { PassDeps } from './forward/call-pass.ts';

export type GatewayDeps = PassDeps &
  ShownSecretsDeps &
  KnownPersonsDeps & {
    readonly snapshots: Pick<SnapshotFeed, 'current'>;
    readonly limits: Counters;
    readonly outbound: Pick<Outbound, 'upstreams' | 'forOrg'>;
    /** Database for usage and for the calls that are kept. No call waits for it. */
    readonly database: Pick<Database, 'query' | 'execute'>;
    /** The store of usage. By default it is added to its tables at once. */
    readonly usage?: UsageStore;
    readonly urls: GatewayUrls;
    /** Nothing is traced without it. */
    readonly tracing?: Tracing | undefined;
    /** The name of the platform's gateway in Via. Every process has the same, and no other platform does. */
    readonly pseudonym: string;
    /** Tells whether errors reach callers of GraphQL APIs without the servers' details. False by default. */
    readonly cleansErrors?: boolean;
    /** The platform's defaults, unless given. */
    readonly callerBounds?: CallerBounds;
    /** Tells whether the process is too busy for rehearsals. The default asks its event loop. */
    readonly isBusy?: () => boolean;
    /** Tells the operator of a fault that a caller is not told. */
    readonly onFault: (error: unknown) => void;
    readonly onCall?: (record: CallRecord) => void;
  };
