import DataLoader from 'dataloader';
import type { OwnServers } from '../../domain/addresses/own-servers.ts';
import type { GatewayUrls, PortalUrls } from '../../domain/addresses/public-urls.ts';
import type { ActionsInCatalog } from '../../domain/change-request/actions.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { orgTurns } from '../../graphql/server/org-turns.ts';
import { change, type OrgChange, type Transaction } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { SourceDocuments } from '../../infrastructure/database/documents.ts';
import type { FailedSignIns } from '../../infrastructure/database/failed-sign-ins.ts';
import type { GraphQLServer, Org } from '../../infrastructure/database/generated/prisma/client.ts';
import type { ClientRegistrations } from '../../infrastructure/issuers/client-registrations.ts';
import type { RateLimits } from '../../infrastructure/limits/calls/rate-limits.ts';
import type { Attempts } from '../../infrastructure/limits/guesses/attempts.ts';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import type { Passwords } from '../../infrastructure/secrets/passwords.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { ServerReport } from '../../openapi/to-graphql/model.ts';
import { type PlanWindows, planWindowsOf } from '../consumer/plan-window.ts';
import { type SubscriptionPrices, subscriptionPricesOf } from '../consumer/subscription-prices.ts';
import type { EventFeed } from '../events/event-feed.ts';
import { type DraftRows, draftRows } from './api/api-rows.ts';
import {
  type Caller,
  callerOf,
  demandStillValid,
  shareOf,
  type TokenFinder,
  type TokenSource,
} from './caller.ts';
import { type Reviewed, refuseDirect } from './change-request/reviewed.ts';
import { type ProductWarnings, productWarnings } from './lifecycle/product-prerequisites.ts';
import { lintingFirst } from './lint/linting-first.ts';
import { type CopiesOfDrafts, copiesOfDrafts } from './product/copies-of-drafts.ts';
import { type Titles, titlesOf } from './titles.ts';

/** Registration of this platform at an OpenID Connect issuer. */
export type OpenIdRegistration = {
  readonly issuer: string;
  readonly clientId: string;
  /** The address that browsers return to. */
  readonly redirectUrl: string;
};

export type ManagementDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly outbound: Outbound;
  readonly registrations: Pick<ClientRegistrations, 'register' | 'delete'>;
  /** The GraphQL servers of the platform. */
  readonly ownServers: OwnServers;
  readonly limits: RateLimits;
  readonly attempts: Attempts;
  readonly failedSignIns: FailedSignIns;
  readonly events: EventFeed;
  readonly clock: Clock;
  /** Is there a mail server? Catalogs switch their mail on by themselves. */
  readonly hasMailServer: boolean;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  /**
   * Builds a GraphQL server of its row for a preview, without serving it.
   *
   * @throws OPENAPI_INVALID, or GRAPHQL_SERVER_UNUSABLE with the reason
   */
  readonly buildGraphQLServer: (
    row: Pick<GraphQLServer, 'sources' | 'policies' | 'sdl'> & { readonly documents: SourceDocuments },
  ) => Promise<{ readonly report: ServerReport; readonly sdl: string }>;
  /** The OpenID Connect issuer that people may sign in with; undefined where there is none. */
  readonly openId?: OpenIdRegistration | undefined;
  /** Public URLs of the listeners. */
  readonly urls: GatewayUrls &
    PortalUrls & {
      readonly console: string;
      readonly oauth: string;
      readonly graphqlServer: string;
    };
};

type InputPath = readonly string[];

export type ManagementContext = ManagementDeps & {
  readonly caller: Caller;
  /** Client address for the audit; undefined for what the platform does by itself. */
  readonly address: string | undefined;
  /** Drafts of APIs by id. Those of all lists of an answer are read together. */
  readonly draftApis: DraftRows;
  /** The copies of products in catalogs, read in the same way. */
  readonly copiesOfDrafts: CopiesOfDrafts;
  /** Prices of subscriptions by id, read in the same way. */
  readonly subscriptionPrices: SubscriptionPrices;
  /** Windows of limits as they stand, read in the same way. */
  readonly planWindows: PlanWindows;
  /** Missing prerequisites of catalog products, found in the same way. */
  readonly productWarnings: ProductWarnings;
  /** Titles of what figures and calls name, read in the same way. */
  readonly titles: Titles;
  /**
   * The org that an input names; a caller of one org may leave it out. Another's org does not exist for the caller.
   *
   * @param path where it is named; in the input of a mutation unless given
   */
  org(name: string | null | undefined, path?: InputPath): Promise<Org>;
  /** Changes an org: one transaction with its audit event, under the caller's name. */
  change<Result>(
    request: ContextChange<Result>,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
};

/** A change under the caller's name. */
export type ContextChange<Result> = Omit<OrgChange<Result>, 'actor' | 'address' | 'turn'> & {
  /** Describes it for reviewers, where catalogs may ask for approvals. */
  readonly reviewed?: (result: Result) => Reviewed;
  /** Actions of a change that cannot be proposed, as part of another thing. */
  readonly governed?: readonly ActionsInCatalog[];
};

type ManagementContextInput = TokenSource & {
  readonly authorization: string | null;
  readonly tokens: TokenFinder;
};

/** @throws UNAUTHENTICATED when the bearer token is missing, unknown or expired; TOO_MANY_ATTEMPTS */
export async function managementContext(
  deps: ManagementDeps,
  bearing: ManagementContextInput,
): Promise<ManagementContext> {
  return managementContextOf(deps, await bearerOf(deps, bearing), bearing.address);
}

/** Makes the context of a known caller. */
export function managementContextOf(
  deps: ManagementDeps,
  caller: Caller,
  address?: string,
): ManagementContext {
  const orgs = orgsByName(deps, caller);
  return {
    ...deps,
    caller,
    address,
    draftApis: draftRows(deps.database),
    copiesOfDrafts: copiesOfDrafts(deps.database),
    subscriptionPrices: subscriptionPricesOf(deps.database),
    planWindows: planWindowsOf(deps),
    productWarnings: productWarnings(deps),
    titles: titlesOf(deps.database),
    org: (name, path = ['input', 'org']) => orgOf(deps, caller, { name, path, orgs }),
    change: (request, work) =>
      lintingFirst(deps.database, request.orgId, () =>
        change(
          deps.database,
          { ...request, actor: caller.actor, address, turn: () => orgTurns.turn(shareOf(caller)) },
          guarded({ caller, clock: deps.clock }, request, work),
        ),
      ),
  };
}

/**
 * Refuses who has lost their rights meanwhile, and what needs an approved change request.
 *
 * A rehearsal needs none.
 */
const guarded =
  <Result>(
    { caller, clock }: Pick<ManagementContext, 'caller' | 'clock'>,
    { orgId, dryRun, reviewed, governed = [] }: ContextChange<Result>,
    work: (transaction: Transaction) => Promise<Result>,
  ) =>
  async (transaction: Transaction): Promise<Result> => {
    await demandStillValid(caller, { database: { prisma: transaction }, clock });
    const result = await work(transaction);
    const actions = reviewed ? reviewed(result).actions : governed;
    if (!dryRun) await refuseDirect(transaction, { orgId, change: actions, now: clock() });
    return result;
  };

async function bearerOf(
  deps: ManagementDeps,
  { authorization, tokens, ...source }: ManagementContextInput,
): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
  const unauthenticated = { headers: { 'WWW-Authenticate': 'Bearer realm="management"' } };
  if (!token)
    return refuse('UNAUTHENTICATED', {
      detail: 'Send the header Authorization: Bearer <access token>.',
      ...unauthenticated,
    });
  const row = await tokens.find(token, source);
  if (row) return callerOf(deps, row);
  return refuse('UNAUTHENTICATED', {
    detail: 'The access token is unknown, revoked or expired.',
    ...unauthenticated,
  });
}

type OrgsByName = Pick<DataLoader<string, Org | undefined>, 'load'>;

/** Loads orgs of a caller by name. The fields of one document that name the same org find it together. */
function orgsByName({ database }: ManagementDeps, caller: Caller): OrgsByName {
  return new DataLoader(
    async (names: readonly string[]) => {
      const found = await database.prisma.org.findMany({
        where: { ...reachOf(caller), name: { in: [...new Set(names)] } },
      });
      const byName = new Map(found.map((org) => [org.name, org]));
      return names.map((name) => byName.get(name));
    },
    { cache: false },
  );
}

const reachOf = ({ orgId }: Caller) => (orgId === null ? {} : { id: orgId });

type OrgRequest = {
  readonly name: string | null | undefined;
  readonly path: InputPath;
  readonly orgs: OrgsByName;
};

async function orgOf(
  { database }: ManagementDeps,
  caller: Caller,
  { name, path, orgs }: OrgRequest,
): Promise<Org> {
  if (name != null)
    return (await orgs.load(name)) ?? refuse('NOT_FOUND', { detail: `There is no org ${name}.`, path });
  const mine = reachOf(caller);
  const [org, another] = await database.prisma.org.findMany({ where: mine, take: 2 });
  if (org && !another) return org;
  return refuse('BAD_USER_INPUT', {
    detail: 'Name the org: you belong to more than one, or none exists.',
    path,
  });
}
