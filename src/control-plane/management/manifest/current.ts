import { accessPolicies } from '../../../domain/access-policy/policies.ts';
import type { SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import type { BackendSettings } from '../../../domain/backend/backend.ts';
import type { Branding } from '../../../domain/branding/branding.ts';
import type { PortalPage } from '../../../domain/branding/portal-page.ts';
import type { UsageAlertPolicy } from '../../../domain/call/usage-alert.ts';
import type { ChangePolicy } from '../../../domain/change-request/policy.ts';
import type { CredentialPolicy } from '../../../domain/consumer/credential-policy.ts';
import { audiencesOf } from '../../../domain/consumer/named-audience.ts';
import type { SignInPolicy } from '../../../domain/consumer/sign-in-policy.ts';
import type { SubscriptionForm } from '../../../domain/consumer/subscription-form.ts';
import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import {
  bySource,
  type CatalogProductDefinition,
  type Definitions,
  type OrgDefinition,
  type ProductDefinition,
  positionName,
} from '../../../domain/manifest/definition.ts';
import { documentWriting } from '../../../domain/manifest/document-written.ts';
import type { LdapSettings } from '../../../domain/oauth/ldap-settings.ts';
import type { Scope } from '../../../domain/oauth/oauth-provider.ts';
import type { OpenIdRegistrySettings } from '../../../domain/oauth/open-id-settings.ts';
import type { SamlSettings } from '../../../domain/oauth/saml-settings.ts';
import type { PlanMapping } from '../../../domain/plan/plan.ts';
import type { LintPolicy } from '../../../domain/product/lint-policy.ts';
import type { ProductWords } from '../../../domain/product/product-words.ts';
import { refuse } from '../../../foundation/errors.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { atOneMoment, type Transaction } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { type InstantInput, pastAt } from '../../../infrastructure/database/history.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { issuerOf } from '../oauth/external-issuer.ts';
import { apiOf } from './current-api.ts';
import { type ManifestProductRow, type OrgRows, orgRows, type PositionRow } from './org-rows.ts';
import type { OrgRow } from './org-tree.ts';

/** Maximum time to read a whole org. */
export const READING_MS = 180_000;

/** Reads an org at one moment as a manifest. The order is that of creation. */
export function currentOrg({ prisma }: Pick<Database, 'prisma'>, orgId: string): Promise<OrgDefinition> {
  return atOneMoment({ prisma, timeoutMs: READING_MS }, (transaction) => orgWithin(transaction, orgId));
}

/**
 * Reads an org as it was at an instant.
 *
 * @throws HISTORY_NOT_KEPT; NOT_FOUND where the org was not there yet
 */
export function orgAt({ prisma }: Pick<Database, 'prisma'>, input: InstantInput): Promise<OrgDefinition> {
  return atOneMoment({ prisma, timeoutMs: READING_MS }, async (transaction) => {
    const past = await pastAt(transaction, input);
    const rows = await orgRows(transaction, input.orgId, { past });
    const { instant, path } = input;
    if (!rows) refuse('NOT_FOUND', { detail: `There was no such org at ${instant.toISOString()}.`, path });
    return definitionOf(rows);
  });
}

/** Reads an org within a change of it. */
export async function orgWithin(transaction: Transaction, orgId: string): Promise<OrgDefinition> {
  return definitionOf((await orgRows(transaction, orgId)) ?? refuseDeleted());
}

export const refuseDeleted = () => refuse('NOT_FOUND', { detail: 'The org has been deleted.' });

/** @param made the definitions of APIs and products, where they are made already */
export async function definitionOf(
  rows: OrgRows,
  made: Partial<Pick<OrgDefinition, 'Api' | 'Product'>> = {},
): Promise<OrgDefinition> {
  const { org, graphqlServers, consumerOrgs, apis, products, catalogs } = rows;
  return {
    Org: new Map([[org.name, { title: org.title }]]),
    UserRegistry: byName(org.userRegistries.map(registryOf)),
    OAuthProvider: byName(org.oauthProviders.map(providerOf)),
    Backend: byName(org.backends.map(({ name, title }) => ({ name, title }))),
    RuleSet: byName(org.ruleSets.map(({ name, title, rules }) => ({ name, title, rules }))),
    Api: made.Api ?? (await inFreshTurns(apisNamed(apis))),
    Product: made.Product ?? (await inFreshTurns(productsNamed(products))),
    Catalog: byName(catalogs.map(catalogOf)),
    CatalogProduct: await inFreshTurns(
      named(positionsIn(catalogs), (each) => positionOf(each, consumerOrgs), positionName),
    ),
    GraphQLServer: byName(await inFreshTurns(serversOf(graphqlServers))),
  };
}

/** Makes the things of rows, by name. It yields after each, since there may be thousands. */
function* named<Row, Thing>(
  rows: Iterable<Row>,
  thingOf: (row: Row) => Thing,
  nameOf: (thing: Thing) => string,
): Generator<undefined, Map<string, Thing>> {
  const things = new Map<string, Thing>();
  for (const row of rows) {
    const thing = thingOf(row);
    things.set(nameOf(thing), thing);
    yield;
  }
  return things;
}

/** Makes the definitions of APIs, by name and version. */
export const apisNamed = (rows: OrgRows['apis']) => named(rows, apiOf, versionedName);

/** Makes the definitions of products, by name and version. */
export const productsNamed = (rows: OrgRows['products']) => named(rows, productOf, versionedName);

type PositionIn = { readonly catalog: string; readonly row: PositionRow };

function* positionsIn(catalogs: OrgRows['catalogs']): Generator<PositionIn> {
  for (const { name: catalog, products } of catalogs) for (const row of products) yield { catalog, row };
}

function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.name, thing]));
}

function registryOf({
  name,
  title,
  displayName,
  type,
  url,
  ldap,
  openId,
  saml,
}: OrgRow['userRegistries'][number]): Definitions['UserRegistry'] {
  return {
    name,
    title,
    displayName,
    type,
    url,
    ldap: stored<LdapSettings | null>(ldap),
    openId: stored<OpenIdRegistrySettings | null>(openId),
    saml: stored<SamlSettings | null>(saml),
  };
}

function providerOf(row: OrgRow['oauthProviders'][number]): Definitions['OAuthProvider'] {
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
    certificateBinding: row.certificateBinding,
    issuer: issuerOf(row),
    name: row.name,
    title: row.title,
    userRegistry: row.userRegistry,
  };
}

function productOf({ apis, plans, ...row }: ManifestProductRow): ProductDefinition {
  const { name, version, title, visibility, subscribability, words } = row;
  return {
    name,
    version,
    title,
    apis: apis.map(versionedName),
    plans: plans.map(storedPlan),
    visibility,
    subscribability,
    words: stored<ProductWords>(words),
  };
}

/** The definition of a catalog from its row, without its products. */
export function catalogOf(row: OrgRow['catalogs'][number]): Definitions['Catalog'] {
  const { name: catalog, title, selfServiceSignUp } = row;
  return {
    name: catalog,
    title,
    selfServiceSignUp,
    branding: stored<Branding>(row.branding),
    pages: stored<PortalPage[]>(row.pages),
    credentialPolicy: stored<CredentialPolicy | null>(row.credentialPolicy),
    usageAlerts: stored<UsageAlertPolicy | null>(row.usageAlerts),
    mail: stored<MailPolicy | null>(row.mail),
    changePolicy: stored<ChangePolicy | null>(row.changePolicy),
    lintPolicy: stored<LintPolicy | null>(row.lintPolicy),
    signIn: stored<SignInPolicy | null>(row.signIn),
    userRegistries: row.userRegistries.toSorted(),
    oauthProviders: row.oauthProviders.toSorted(),
    consumerGroups: row.consumerGroups.map(({ mailDomains, ...group }) => {
      return { ...group, mailDomains: mailDomains.toSorted() };
    }),
    webhooks: row.webhooks.map(({ types, format, ...webhook }) => ({
      ...webhook,
      format: format === 'STANDARD' ? format : 'GATEHOUSE',
      types: types.toSorted(),
    })),
    secrets: row.secrets.toSorted(),
    backends: row.backends
      .map(({ settings, name }) => ({ name, ...stored<BackendSettings>(settings) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function positionOf(
  { catalog, row }: PositionIn,
  consumerOrgs: ReadonlyMap<string, string>,
): CatalogProductDefinition {
  const { state, visibility, subscribability, migrationTarget, sunsetAt, sunsetIfIdleDays } = row;
  const hasSunset = state === 'DEPRECATED' && sunsetAt !== null;
  return {
    catalog,
    product: versionedName(row),
    state,
    visibility,
    subscribability,
    ...audiencesOf(row, consumerOrgs),
    subscriptionForm: stored<SubscriptionForm | null>(row.subscriptionForm),
    copy: {
      title: row.title,
      words: stored<ProductWords>(row.words),
      plans: row.plans.map(storedPlan),
      apis: row.apis.map(apiOf),
    },
    online: row.apis.filter(({ online }) => online).map(versionedName),
    migrationTarget: migrationTarget && {
      product: versionedName(migrationTarget),
      plans: bySource(stored<PlanMapping[]>(row.migrationPlans)),
    },
    // Of what is past it, or came back, it says nothing any more.
    sunsetAt: hasSunset ? new Date(sunsetAt).toISOString() : null,
    sunsetIfIdleDays: hasSunset ? sunsetIfIdleDays : null,
  };
}

/** Reads the servers in turns. Their documents may be large, so others have a turn in each. */
function* serversOf(rows: OrgRows['graphqlServers']): Generator<undefined, Definitions['GraphQLServer'][]> {
  const servers: Definitions['GraphQLServer'][] = [];
  for (const row of rows) {
    servers.push(yield* serverOf(row));
    yield;
  }
  return servers;
}

function* serverOf({
  name,
  title,
  exposed,
  sources,
  documents,
  policies,
}: OrgRows['graphqlServers'][number]): Generator<undefined, Definitions['GraphQLServer']> {
  const read: Definitions['GraphQLServer']['sources'][number][] = [];
  for (const source of stored<SourceSettings[]>(sources)) {
    const document = documents[source.name];
    const openapi = document === undefined ? undefined : (yield* documentWriting(document)).join('');
    read.push({ ...source, ...(openapi !== undefined && { openapi }) });
  }
  return { name, title, exposed, sources: read, policies: accessPolicies(policies, ['policies']) };
}
