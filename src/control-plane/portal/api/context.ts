import DataLoader from 'dataloader';
import { networkOf } from '../../../domain/addresses/network.ts';
import {
  catalogUrl,
  type GatewayUrls,
  type PortalUrls,
  portalUrl,
} from '../../../domain/addresses/public-urls.ts';
import type { ReachableProvider } from '../../../domain/api/security/security-type.ts';
import { isOfTeam, type MemberRole } from '../../../domain/consumer/team.ts';
import type { Notice } from '../../../domain/events/notices.ts';
import type { ExternalIssuer } from '../../../domain/oauth/external-issuer.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';
import { isName } from '../../../foundation/text/name.ts';
import { orgTurns } from '../../../graphql/server/org-turns.ts';
import { change, type OrgChange, type Transaction } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { FailedSignIns } from '../../../infrastructure/database/failed-sign-ins.ts';
import type { Catalog } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { ClientRegistrations } from '../../../infrastructure/issuers/client-registrations.ts';
import type { ExternalTokens } from '../../../infrastructure/issuers/external-tokens.ts';
import type { Background } from '../../../infrastructure/limits/background.ts';
import type { RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { Attempts } from '../../../infrastructure/limits/guesses/attempts.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { Passwords } from '../../../infrastructure/secrets/passwords.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { callsToday } from '../../../infrastructure/usage/history.ts';
import type { Registries } from '../../../infrastructure/user-registries/registries.ts';
import { MEMBER_KEYS } from '../../consumer/audience.ts';
import { type PlanWindows, planWindowsOf } from '../../consumer/plan-window.ts';
import { type SubscriptionPrices, subscriptionPricesOf } from '../../consumer/subscription-prices.ts';
import { demandStillMember } from '../../consumer/team.ts';
import { recordActivity } from '../../consumer/team-activity.ts';
import type { EventFeed } from '../../events/event-feed.ts';
import { titledNotices, type WordedRow } from '../../events/titled-notices.ts';

export type PortalDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly events: EventFeed;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly failedSignIns: FailedSignIns;
  readonly externalTokens: Pick<ExternalTokens, 'verify'>;
  readonly outbound: Pick<Outbound, 'forConsumersOf'>;
  readonly registries: Pick<Registries, 'authenticate' | 'signInUrl' | 'finishSignIn'>;
  readonly registrations: Pick<ClientRegistrations, 'register' | 'delete'>;
  /** Is there a mail server? Catalogs switch their mail on by themselves. */
  readonly hasMailServer: boolean;
  readonly background: Pick<Background, 'begin'>;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  /** Public URLs of the listeners. */
  readonly urls: GatewayUrls & PortalUrls & { readonly oauth: string };
};

/** The catalog of a portal: `/portal/<org>/<catalog>`. */
export type PortalAddress = { readonly org: string; readonly catalog: string };

/** The person who is signed in, in the consumer org that the session is in. */
export type Viewer = {
  readonly sessionId: string;
  readonly memberId: string;
  readonly username: string;
  readonly role: MemberRole;
  readonly consumerOrg: { readonly id: string; readonly name: string };
  /** Keys of the audiences that the person is in. */
  readonly audience: readonly string[];
};

/** The catalog of a portal. Its pages may be long, and are read where they are shown. */
export type CatalogOfPortal = Omit<Catalog, 'pages'>;

export type PortalContext = PortalDeps & {
  readonly catalog: CatalogOfPortal;
  /** Base of the addresses of its APIs. */
  readonly gatewayUrl: string;
  /** Base of the addresses of its pages and documents. */
  readonly portalUrl: string;
  /** Network of the client, for the attempt limit. */
  readonly network: string;
  /** Address of the client, for the audit. */
  readonly clientAddress: string;
  readonly device: string | undefined;
  /** Null for somebody who is not signed in. */
  readonly viewer: Viewer | null;
  /** Reads the revision of the catalog's org once a request. It rises with every change of the org. */
  revision(): Promise<number>;
  /** The OAuth providers of the catalog, by name; read once a request. */
  providers(): Promise<ReadonlyMap<string, ReachableProvider>>;
  /** Loads a subscription's admitted calls since midnight (UTC). Those of a list are read together. */
  readonly callsToday: Pick<DataLoader<string, number>, 'load'>;
  /** Prices of subscriptions by id. Those of all lists of an answer are read together. */
  readonly subscriptionPrices: SubscriptionPrices;
  /** Windows of limits as they stand, read in the same way. */
  readonly planWindows: PlanWindows;
  /** Loads a notice with the titles of what it names. Those of a list are read together. */
  readonly titledNotices: Pick<DataLoader<WordedRow, Notice>, 'load'>;
  /** Changes the catalog's org in one transaction, with an audit event of a person. */
  change<Result>(
    request: Omit<OrgChange<Result>, 'orgId' | 'actor' | 'address' | 'turn'> & { readonly username: string },
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
};

type PortalRequest = {
  readonly address: PortalAddress;
  readonly authorization: string | null;
  readonly clientAddress: string;
  /** The device cookie of a browser: pages have it; the API reads no cookies. */
  readonly device?: string | undefined;
};

/** @throws NOT_FOUND when there is no such org or catalog */
export async function portalContext(
  deps: PortalDeps,
  { address, authorization, clientAddress, device }: PortalRequest,
): Promise<PortalContext> {
  const catalog = await catalogAt(deps, address);
  const path = `/${address.org}/${address.catalog}`;
  const gatewayUrl = catalogUrl(deps.urls, path);
  const viewer = await viewerOf(deps, catalog, authorization);
  let revision: Promise<number> | undefined;
  let providers: Promise<ReadonlyMap<string, ReachableProvider>> | undefined;
  return {
    ...deps,
    catalog,
    gatewayUrl,
    portalUrl: portalUrl(deps.urls, path),
    network: networkOf(clientAddress),
    clientAddress,
    device,
    viewer,
    revision() {
      revision ??= revisionOf(deps, catalog);
      return revision;
    },
    providers() {
      providers ??= providersOf(deps, catalog, address);
      return providers;
    },
    callsToday: new DataLoader((ids) => callsToday(deps.database.prisma, ids, deps.clock()), {
      cache: false,
    }),
    subscriptionPrices: subscriptionPricesOf(deps.database),
    planWindows: planWindowsOf(deps),
    titledNotices: new DataLoader((rows: readonly WordedRow[]) => titledNotices(deps.database, rows)),
    change({ username, ...request }, work) {
      const actor = `consumer:${username}`;
      // All consumers have a turn together, so that those of a portal, however many, do not keep its provider waiting.
      const queueKeys = ['consumers', viewer?.consumerOrg.id ?? networkOf(clientAddress)];
      const { orgId } = catalog;
      const turn = () => orgTurns.turn(orgId);
      return change(
        deps.database,
        { ...request, orgId, actor, queueKeys, address: clientAddress, turn },
        async (transaction) => {
          if (viewer) await demandStillMember(transaction, viewer, deps.clock());
          const result = await work(transaction);
          const { action, subject } = request;
          // With the organization its activities are gone.
          if (viewer && isOfTeam(action) && action !== 'deleteConsumerOrg') {
            const consumerOrgId = viewer.consumerOrg.id;
            await recordActivity(transaction, { consumerOrgId, at: deps.clock(), username, action, subject });
          }
          return result;
        },
      );
    },
  };
}

async function catalogAt(
  { database }: PortalDeps,
  { org, catalog: name }: PortalAddress,
): Promise<CatalogOfPortal> {
  const catalog =
    isName(org) && isName(name)
      ? await database.prisma.catalog.findFirst({
          where: { name, org: { name: org } },
          omit: { pages: true },
        })
      : null;
  return (
    catalog ?? refuse('NOT_FOUND', { detail: 'There is no portal at this path: no such org or catalog.' })
  );
}

/**
 * Finds the viewer of a session token. Sessions of other catalogs, ended ones and other kinds of token are nobody's.
 */
async function viewerOf(
  { database, secrets, clock }: PortalDeps,
  { id: catalogId }: CatalogOfPortal,
  authorization: string | null,
): Promise<Viewer | null> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return null;
  const [row] = await database.prisma.$queryRawUnsafe<SessionRow[]>(
    SESSION,
    secrets.hashes(token),
    clock(),
    catalogId,
  );
  if (!row) return null;
  const { sessionId, memberId, username, role, orgId, orgName, audience } = row;
  return { sessionId, memberId, username, role, consumerOrg: { id: orgId, name: orgName }, audience };
}

type SessionRow = Pick<Viewer, 'sessionId' | 'memberId' | 'username' | 'role' | 'audience'> &
  Readonly<Record<'orgId' | 'orgName', string>>;

/** The session, the person and their audiences, by one statement. Each request needs them. */
const SESSION = `
  SELECT s."id" AS "sessionId", m."id" AS "memberId", m."username", p."role"::text AS "role", o."id" AS "orgId", o."name" AS "orgName",
    ${MEMBER_KEYS} AS "audience"
  FROM "PortalSession" s JOIN "Member" m ON m."id" = s."memberId"
    JOIN "ConsumerMembership" p ON p."memberId" = m."id" AND p."consumerOrgId" = coalesce(s."consumerOrgId", m."consumerOrgId")
    JOIN "ConsumerOrg" o ON o."id" = p."consumerOrgId"
  WHERE s."tokenHash" = ANY ($1) AND s."expiresAt" > $2 AND m."catalogId" = $3::uuid LIMIT 1`;

async function revisionOf({ database }: PortalDeps, { orgId: id }: CatalogOfPortal): Promise<number> {
  const { revision } = await database.prisma.org.findUniqueOrThrow({
    where: { id },
    select: { revision: true },
  });
  return revision;
}

async function providersOf(
  { database, urls }: PortalDeps,
  { id }: CatalogOfPortal,
  { org, catalog }: PortalAddress,
): Promise<ReadonlyMap<string, ReachableProvider>> {
  const providers = await database.prisma.oAuthProvider.findMany({ where: { catalogs: { some: { id } } } });
  return new Map(
    providers.map(({ name, authorizePath, tokenPath, scopes, issuer, ...settings }) => {
      const { grantTypes, clientTypes, refreshTokens } = settings;
      const path = `/${org}/${catalog}`;
      const authorizeUrl = `${urls.oauth}${path}/${name}${authorizePath}`;
      const url = `${catalogUrl(urls, path)}/${name}`;
      const external = issuer === null ? null : stored<ExternalIssuer>(issuer).url;
      const addresses = { url, authorizeUrl, tokenPath, issuer: external };
      const provider = { ...addresses, grantTypes, clientTypes, refreshTokens };
      return [name, { ...provider, scopes: stored(scopes) }];
    }),
  );
}

/** @throws UNAUTHENTICATED when nobody is signed in */
export function demandViewer({ viewer }: PortalContext): Viewer {
  if (viewer) return viewer;
  return refuse('UNAUTHENTICATED', {
    detail: 'Sign in with signIn and send its token in the header Authorization: Bearer <token>.',
    headers: { 'WWW-Authenticate': 'Bearer realm="portal"' },
  });
}
