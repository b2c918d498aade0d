import type { IncomingMessage } from 'node:http';
import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { TrustedProxies } from '../../http/ingress/client-address.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { FailedSignIns } from '../../infrastructure/database/failed-sign-ins.ts';
import type { Attempts } from '../../infrastructure/limits/guesses/attempts.ts';
import type { MinuteCounts } from '../../infrastructure/limits/minute-counts.ts';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { Registries } from '../../infrastructure/user-registries/registries.ts';
import type { Assets } from '../../ui/kit/assets.ts';
import type { CatalogSnapshot, Client, Provider } from '../snapshot/snapshot.ts';
import type { SnapshotFeed } from '../snapshot/snapshot-feed.ts';
import type { Reuses } from './reuse-counts.ts';
import type { SecretUses } from './secret-uses.ts';

export type OAuthDeps = {
  readonly snapshots: Pick<SnapshotFeed, 'current'>;
  /** For what is used once or revoked, and to note what was used: an access token alone never waits for it. */
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  readonly registries: Registries;
  readonly attempts: Attempts;
  readonly failedSignIns: Pick<FailedSignIns, 'note'>;
  readonly clock: Clock;
  /** How callers reach the gateway, and people the pages. */
  readonly urls: GatewayUrls & { readonly oauth: string };
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  /** Nobody, unless given. */
  readonly isTrustedProxy?: TrustedProxies;
  /** Tells the operator what a client is not told. */
  readonly onFault: (error: unknown) => void;
};

export type OAuthContext = OAuthDeps & {
  readonly secretUses: SecretUses;
  readonly reuses: Reuses;
  /** How much was issued within a minute, by whom to: see issues.ts. */
  readonly issues: MinuteCounts;
  /** Why nobody can sign in, by place, as the operator was told: once, however many try. */
  readonly signInUnavailable: Map<string, string>;
  readonly assets: Assets;
};

/** An OAuth provider in a catalog, as the snapshot of that moment knows it. */
export type CatalogProvider = { readonly catalog: CatalogSnapshot; readonly provider: Provider };

/** A request to one of its endpoints. */
export type OAuthRequest = CatalogProvider & { readonly request: IncomingMessage };

/** Where somebody signs in: through a client that showed its secret, else on a page. */
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
  /** Is what it answers the same for everybody? Then caches may keep it, and scripts of any web page read it. */
  readonly isPublic?: true;
  /** Where its answers differ, may scripts of any web page read them all the same? It rests on no cookie then. */
  readonly isForScripts?: (provider: Provider) => boolean;
  /** Is it for the windows of people? Then it lies on the origin of the pages. */
  readonly isPage?: true;
  readonly answer: (call: OAuthRequest, context: OAuthContext) => Promise<OAuthResponse> | OAuthResponse;
};
