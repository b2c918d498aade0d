import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { EndpointRequest } from '../../http/ingress/endpoint.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { FailedSignIns } from '../../infrastructure/database/failed-sign-ins.ts';
import type { Attempts } from '../../infrastructure/limits/guesses/attempts.ts';
import type { PeriodCounts } from '../../infrastructure/limits/period-counts.ts';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { LocalUsers } from '../../infrastructure/user-registries/local-users.ts';
import type { Registries } from '../../infrastructure/user-registries/registries.ts';
import type { Assets } from '../../ui/kit/assets.ts';
import type { RefusedCall } from '../recorded/refused-calls.ts';
import type { CatalogSnapshot, Client, Provider } from '../snapshot/snapshot.ts';
import type { SnapshotFeed } from '../snapshot/snapshot-feed.ts';
import type { Progress } from './progress.ts';
import type { Reuses } from './reuse-counts.ts';
import type { SecretUses } from './secret-uses.ts';

export type OAuthDeps = {
  readonly snapshots: Pick<SnapshotFeed, 'current'>;
  /** Database for codes, revocations and notes of use. An access token alone never waits for it. */
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  readonly registries: Registries;
  readonly localUsers: Pick<LocalUsers, 'passwordChangedAt' | 'changePassword'>;
  readonly attempts: Attempts;
  readonly failedSignIns: Pick<FailedSignIns, 'note'>;
  readonly clock: Clock;
  /** Addresses of the gateway for callers, and of the pages for people. */
  readonly urls: GatewayUrls & { readonly oauth: string };
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  /** Keeps a refused request, for who asks why. */
  readonly onRefused?: (request: RefusedCall) => void;
  /** Tells the operator what a client is not told. */
  readonly onFault: (error: unknown) => void;
};

export type OAuthContext = OAuthDeps & {
  readonly secretUses: SecretUses;
  readonly reuses: Reuses;
  /** Issued tokens within a minute, by holder. (issue-counts.ts) */
  readonly issues: PeriodCounts;
  /** Authorizations of each org within a day, and tokens that its clients revoked. */
  readonly issuesOfDay: PeriodCounts;
  /** Reasons that nobody can sign in, by provider, which the operator was told once. */
  readonly signInUnavailable: Map<string, string>;
  readonly assets: Assets;
};

/** An OAuth provider in a catalog, as the snapshot of that moment knows it. */
export type CatalogProvider = { readonly catalog: CatalogSnapshot; readonly provider: Provider };

/** A request to one of its endpoints. */
export type OAuthRequest = CatalogProvider &
  Omit<EndpointRequest, 'response'> & {
    readonly progress: Progress;
  };

/** The sign-in of a person. It goes through a client that showed its secret, else over a page. */
export type SignIn = OAuthRequest & { readonly client?: Client };

export type OAuthResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its Content-Type among the headers. */
  readonly content?: string | Uint8Array;
};

export type OAuthEndpoint = {
  readonly methods: readonly string[];
  /**
   * Tells whether its answer is the same for everybody.
   *
   * Caches may then keep it, and scripts of any web page may read it.
   */
  readonly isPublic?: true;
  /** Tells whether scripts of any web page may read its answers although they differ. They then depend on no cookie. */
  readonly isForScripts?: (provider: Provider) => boolean;
  /** Tells whether it is for people's browser windows. It is then on the origin of the pages. */
  readonly isPage?: true;
  readonly answer: (call: OAuthRequest, context: OAuthContext) => Promise<OAuthResponse> | OAuthResponse;
};
