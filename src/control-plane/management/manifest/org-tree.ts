import type { ConsumerGroupDefinition } from '../../../domain/manifest/definition.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma as Models } from '../../../infrastructure/database/generated/prisma/client.ts';
import { inPast, type Past } from '../../../infrastructure/database/history.ts';

/** The org to read, in the present or in a past. */
export type OrgReader = {
  readonly transaction: Transaction;
  readonly orgId: string;
  readonly past: Past | undefined;
};

type UserRegistry = Models.UserRegistryGetPayload<object>;
type Provider = Models.OAuthProviderGetPayload<object>;
type Catalog = Models.CatalogGetPayload<object>;
type Webhook = Models.WebhookGetPayload<object>;
type Server = Models.GraphQLServerGetPayload<object>;

const registryColumns = ['name', 'title', 'displayName', 'type', 'url', 'ldap', 'openId', 'saml'] as const;
const providerColumns = [
  'name',
  'title',
  'grantTypes',
  'clientTypes',
  'authorizePath',
  'tokenPath',
  'scopes',
  'accessTokenSeconds',
  'refreshTokens',
  'refreshTokenSeconds',
  'signingAlgorithm',
  'certificateBinding',
  'issuer',
] as const;
/** The settings of a catalog. */
export const catalogSettingColumns = [
  'title',
  'selfServiceSignUp',
  'branding',
  'pages',
  'credentialPolicy',
  'usageAlerts',
  'mail',
  'changePolicy',
  'lintPolicy',
  'signIn',
] as const;
const catalogColumns = ['id', 'name', ...catalogSettingColumns] as const;
const webhookColumns = ['name', 'url', 'types', 'active', 'format'] as const;
const serverColumns = ['id', 'name', 'title', 'exposed', 'sources', 'policies'] as const;

/** An org without what comes in thousands, which is read by statements of its own. */
export type OrgRow = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly userRegistries: readonly Pick<UserRegistry, (typeof registryColumns)[number]>[];
  readonly oauthProviders: readonly (Pick<Provider, (typeof providerColumns)[number]> & {
    readonly userRegistry: string | null;
  })[];
  readonly backends: readonly { readonly name: string; readonly title: string }[];
  readonly ruleSets: readonly { readonly name: string; readonly title: string; readonly rules: string }[];
  readonly catalogs: readonly (Pick<Catalog, (typeof catalogColumns)[number]> & {
    readonly userRegistries: readonly string[];
    readonly oauthProviders: readonly string[];
    readonly consumerGroups: readonly ConsumerGroupDefinition[];
    readonly webhooks: readonly Pick<Webhook, (typeof webhookColumns)[number]>[];
    readonly secrets: readonly string[];
    readonly backends: readonly { readonly name: string; readonly settings: Models.JsonValue }[];
  })[];
  readonly graphqlServers: readonly Pick<Server, (typeof serverColumns)[number]>[];
};

const TABLES = [
  'Org',
  'UserRegistry',
  'OAuthProvider',
  'Backend',
  'RuleSet',
  'Catalog',
  '_CatalogToUserRegistry',
  '_CatalogToOAuthProvider',
  'ConsumerGroup',
  'Webhook',
  'Secret',
  'CatalogBackend',
  'GraphQLServer',
];

const members = (columns: readonly string[]) => columns.map((name) => `'${name}', r."${name}"`).join(', ');
/** An expression for the rows of a table as a JSON list, in an order. */
const list = (each: string, rows: string, order = 'r."id"') =>
  `(SELECT coalesce(json_agg(${each} ORDER BY ${order}), '[]') FROM ${rows})`;
const object = (columns: readonly string[], more = '') => `json_build_object(${members(columns)}${more})`;

const CATALOG = object(
  catalogColumns,
  `, 'userRegistries', ${list('u."name"', '"_CatalogToUserRegistry" a JOIN "UserRegistry" u ON u."id" = a."B" WHERE a."A" = r."id"', 'u."name"')},
  'oauthProviders', ${list('p."name"', '"_CatalogToOAuthProvider" a JOIN "OAuthProvider" p ON p."id" = a."B" WHERE a."A" = r."id"', 'p."name"')},
  'consumerGroups', ${list(`json_build_object('name', g."name", 'title', g."title", 'mailDomains', g."mailDomains")`, '"ConsumerGroup" g WHERE g."catalogId" = r."id"', 'g."name"')},
  'webhooks', ${list(object(webhookColumns).replaceAll('r.', 'w.'), '"Webhook" w WHERE w."catalogId" = r."id" AND w."consumerOrgId" IS NULL', 'w."name"')},
  'secrets', ${list('s."name"', '"Secret" s WHERE s."catalogId" = r."id"', 's."name"')},
  'backends', ${list(`json_build_object('name', b."name", 'settings', k."settings")`, '"CatalogBackend" k JOIN "Backend" b ON b."id" = k."backendId" WHERE k."catalogId" = r."id"', 'b."name"')}`,
);
const PROVIDER = object(
  providerColumns,
  `, 'userRegistry', (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId")`,
);
const ofOrg = (table: string) => `"${table}" r WHERE r."orgId" = o."id"`;

const TREE = `
  SELECT json_build_object('id', o."id", 'name', o."name", 'title', o."title",
    'userRegistries', ${list(object(registryColumns), ofOrg('UserRegistry'))},
    'oauthProviders', ${list(PROVIDER, ofOrg('OAuthProvider'))},
    'backends', ${list(object(['name', 'title']), ofOrg('Backend'))},
    'ruleSets', ${list(object(['name', 'title', 'rules']), ofOrg('RuleSet'))},
    'catalogs', ${list(CATALOG, ofOrg('Catalog'))},
    'graphqlServers', ${list(object(serverColumns), ofOrg('GraphQLServer'))}) AS "org"
  FROM "Org" o WHERE o."id" = $1::uuid`;

type TreeReader = Omit<OrgReader, 'transaction'> & {
  readonly transaction: Pick<Transaction, '$queryRawUnsafe'>;
};

/** Reads an org with its lists in the order of creation. Undefined where there is none. */
export async function orgTree({ transaction, orgId, past }: TreeReader): Promise<OrgRow | undefined> {
  const statement = inPast(past, TABLES, TREE);
  const [row] = await transaction.$queryRawUnsafe<{ org: OrgRow }[]>(statement, orgId);
  return row?.org;
}
