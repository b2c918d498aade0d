import type { Transaction } from '../database/change.ts';
import type { Api, CatalogApi, Prisma } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import { accessPolicies } from '../domain/access-policy/policies.ts';
import type { ApiSettings } from '../domain/api-settings.ts';
import type { Branding } from '../domain/branding.ts';
import type { SourceSettings } from '../domain/graphql-server-source.ts';
import {
  type ApiDefinition,
  bySource,
  type CatalogProductDefinition,
  type Definitions,
  type OrgDefinition,
  type ProductDefinition,
  positionName,
} from '../domain/manifest/definition.ts';
import type { Scope } from '../domain/oauth-provider.ts';
import type { JsonObject } from '../domain/openapi-tree.ts';

import type { SecurityDefinition, SecurityRequirement } from '../domain/security.ts';
import type { PlanMapping } from '../domain/supersede.ts';
import { versionedName } from '../domain/version.ts';
import { termsOf } from './draft.ts';
import { withDocument } from './graphql-server-source.ts';

const inOrder = { orderBy: { position: 'asc' } } as const;
const firstFirst = { orderBy: { id: 'asc' } } as const;

const orgTree = {
  userRegistries: firstFirst,
  oauthProviders: { ...firstFirst, include: { userRegistry: { select: { name: true } } } },
  apis: firstFirst,
  products: {
    ...firstFirst,
    include: {
      plans: inOrder,
      apis: { ...inOrder, select: { api: { select: { name: true, version: true } } } },
    },
  },
  catalogs: {
    ...firstFirst,
    include: {
      userRegistries: { select: { name: true } },
      oauthProviders: { select: { name: true } },
      webhooks: { orderBy: { name: 'asc' }, select: { name: true, url: true, types: true, active: true } },
      products: {
        ...firstFirst,
        include: {
          plans: inOrder,
          apis: inOrder,
          migrationTarget: { select: { name: true, version: true } },
        },
      },
    },
  },
  graphqlServers: { ...firstFirst, omit: { built: true, report: true, sdl: true } },
} as const satisfies Prisma.OrgInclude;

type OrgTree = Prisma.OrgGetPayload<{ include: typeof orgTree }>;
type Row<List extends keyof OrgTree> = OrgTree[List] extends readonly (infer Each)[] ? Each : never;

/** Reads an org as a manifest describes it: what was created first is first. */
export async function currentOrg(
  transaction: Pick<Transaction, 'org'>,
  orgId: string,
): Promise<OrgDefinition> {
  const org = await transaction.org.findUniqueOrThrow({ where: { id: orgId }, include: orgTree });
  return {
    Org: new Map([[org.name, { title: org.title }]]),
    UserRegistry: byName(org.userRegistries.map(registryOf)),
    OAuthProvider: byName(org.oauthProviders.map(providerOf)),
    Api: new Map(org.apis.map((api) => [versionedName(api), apiOf(api)])),
    Product: new Map(org.products.map((product) => [versionedName(product), productOf(product)])),
    Catalog: byName(org.catalogs.map(catalogOf)),
    CatalogProduct: new Map(
      org.catalogs.flatMap((catalog) =>
        catalog.products.map((product) => {
          const position = positionOf(catalog.name, product);
          return [positionName(position), position] as const;
        }),
      ),
    ),
    GraphQLServer: byName(org.graphqlServers.map(serverOf)),
  };
}

function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.name, thing]));
}

const namesOf = (things: readonly { readonly name: string }[]) => things.map(({ name }) => name).sort();

function registryOf({ name, title, displayName, url }: Row<'userRegistries'>): Definitions['UserRegistry'] {
  return { name, title, displayName, url };
}

function providerOf(row: Row<'oauthProviders'>): Definitions['OAuthProvider'] {
  return {
    grantTypes: row.grantTypes.toSorted(),
    clientTypes: row.clientTypes.toSorted(),
    authorizePath: row.authorizePath,
    tokenPath: row.tokenPath,
    scopes: stored<Scope[]>(row.scopes),
    accessTokenSeconds: row.accessTokenSeconds,
    refreshTokens: row.refreshTokens,
    refreshTokenSeconds: row.refreshTokenSeconds,
    signingAlgorithm: row.signingAlgorithm,
    name: row.name,
    title: row.title,
    userRegistry: row.userRegistry?.name ?? null,
  };
}

function apiOf(row: Api | CatalogApi): ApiDefinition {
  const { name, version, title, kind, basePath, targetUrl, graphqlUrl, sdl, forwardAuthorization } = row;
  return {
    ...{ name, version, kind, title, basePath, targetUrl, graphqlUrl, sdl, forwardAuthorization },
    openapi: stored<JsonObject | null>(row.openapi),
    securityDefinitions: stored<SecurityDefinition[]>(row.securityDefinitions),
    security: stored<SecurityRequirement[]>(row.security),
    settings: stored<ApiSettings>(row.settings),
  };
}

function productOf({ apis, plans, ...row }: Row<'products'>): ProductDefinition {
  const { name, version, title, visibility, subscribability } = row;
  return {
    ...{ name, version, title },
    apis: apis.map(({ api }) => versionedName(api)),
    plans: plans.map(termsOf),
    visibility,
    subscribability,
  };
}

function catalogOf(row: Row<'catalogs'>): Definitions['Catalog'] {
  const { name, title, selfServiceSignUp } = row;
  return {
    ...{ name, title, selfServiceSignUp },
    branding: stored<Branding>(row.branding),
    userRegistries: namesOf(row.userRegistries),
    oauthProviders: namesOf(row.oauthProviders),
    webhooks: row.webhooks.map((webhook) => ({ ...webhook, types: webhook.types.toSorted() })),
  };
}

function positionOf(catalog: string, row: Row<'catalogs'>['products'][number]): CatalogProductDefinition {
  const { state, visibility, subscribability, migrationTarget, sunsetAt } = row;
  return {
    catalog,
    product: versionedName(row),
    ...{ state, visibility, subscribability },
    copy: { title: row.title, plans: row.plans.map(termsOf), apis: row.apis.map(apiOf) },
    online: row.apis.filter(({ online }) => online).map(versionedName),
    migrationTarget: migrationTarget && {
      product: versionedName(migrationTarget),
      plans: bySource(stored<PlanMapping[]>(row.migrationPlans)),
    },
    // Of what is past it, or came back, it says nothing any more.
    sunsetAt: (state === 'DEPRECATED' && sunsetAt?.toISOString()) || null,
  };
}

function serverOf({
  name,
  title,
  sources,
  documents,
  policies,
}: Row<'graphqlServers'>): Definitions['GraphQLServer'] {
  const texts = stored<Readonly<Record<string, string>>>(documents ?? {});
  return {
    ...{ name, title },
    sources: stored<SourceSettings[]>(sources).map((source) => {
      const openapi = texts[source.name];
      return withDocument({ ...source, ...(openapi !== undefined && { openapi }) });
    }),
    policies: accessPolicies(policies, ['policies']),
  };
}
