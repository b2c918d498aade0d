import type { Database } from '../../src/infrastructure/database/database.ts';
import { pastAt } from '../../src/infrastructure/database/history.ts';

/** The columns that history leaves out. They are derived, change by themselves, or are secret. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  Org: ['revision', 'lettersSince', 'letters', 'messageMailsSince', 'messageMails'],
  UserRegistry: ['bindPasswordSealed'],
  OAuthProvider: [],
  Backend: [],
  RuleSet: [],
  Api: ['sortKey'],
  Product: [],
  ProductApi: [],
  Plan: [],
  GraphQLServer: [
    'state',
    'failure',
    'sdl',
    'revision',
    'built',
    'builtRevision',
    'report',
    'standingPolicies',
    'openUntil',
  ],
  Catalog: [],
  _CatalogToOAuthProvider: [],
  _CatalogToUserRegistry: [],
  CatalogBackend: [],
  Secret: ['valueSealed'],
  Webhook: ['failures', 'failingSince', 'restsUntil', 'secretSealed', 'previousSecretSealed'],
  CatalogProduct: ['sortKey', 'searchText'],
  CatalogApi: ['searchText'],
  CatalogPlan: [],
  ConsumerOrg: ['applicationsEndedAt'],
  Application: [],
  Subscription: [],
  ConsumerGroup: [],
  _ConsumerGroupToConsumerOrg: [],
};

/** Documents, which `rowsAt` leaves as they are now. */
const DOCUMENTS = ['openapi', 'sdl', 'documents'];

/** All rows of the only org in the tables of history, as JSON by table. */
export async function rowsNow({ query }: Pick<Database, 'query'>): Promise<Record<string, unknown>> {
  return rowsOf(query, (table) => `"${table}"`);
}

/** The same rows as history has them at an instant. */
export async function rowsThen(
  { prisma, query }: Pick<Database, 'query' | 'prisma'>,
  orgId: string,
  instant: Date,
): Promise<Record<string, unknown>> {
  const { moment } = await pastAt(prisma, { orgId, instant, path: [] });
  return rowsOf(query, (table) => `"rowsAt"(NULL::"${table}", '${orgId}', ${moment})`);
}

async function rowsOf(query: Database['query'], from: (table: string) => string) {
  const tables = Object.entries(leftOut).map(async ([table, columns]) => {
    const without = [...columns, ...DOCUMENTS].map((column) => `'${column}'`).join(', ');
    const [row] = await query<{ rows: unknown }>(
      `SELECT coalesce(json_agg(v ORDER BY v::text), '[]') AS rows
       FROM (SELECT to_jsonb(r) - ARRAY[${without}]::text[] AS v FROM ${from(table)} r) s`,
    );
    return [table, row?.rows] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
