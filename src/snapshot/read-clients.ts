import type { Transaction } from '../database/change.ts';
import type { PackedClient } from './client-page.ts';

export type ReadClient = readonly [catalogId: string, clientKey: string, packed: PackedClient];

/** Reading a page costs calls under way a few milliseconds. */
const PAGE = 500;

/** Many clients make one row: a row for each costs several times as much. The order of the members is that of `Fields`. */
const clientsWhere = (condition: string) => `
  SELECT coalesce(json_agg(json_build_array("catalogId", "clientKey", packed::text) ORDER BY "clientKey"), '[]')::text AS clients
  FROM (
    SELECT o."catalogId", c."clientKey", json_build_array(
      c."clientKey", c."id", c."secretHash", c."previousSecretHash",
      floor(extract(epoch FROM c."previousSecretExpiresAt") * 1000), a."clientType", a."redirectUris",
      a."id", a."name", a."title", a."state" = 'SUSPENDED', o."name", o."title",
      (SELECT coalesce(json_agg(json_build_array(s."id", s."catalogPlanId", s."state")), '[]')
        FROM "Subscription" s WHERE s."applicationId" = a."id")) AS packed
    FROM "Credential" c JOIN "Application" a ON a."id" = c."applicationId"
      JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    WHERE ${condition} ORDER BY c."clientKey" LIMIT ${PAGE}
  ) AS page`;
const AFTER = clientsWhere('c."clientKey" > $1');
const NAMED = clientsWhere('c."clientKey" = ANY ($1)');

async function page(transaction: Transaction, sql: string, value: unknown): Promise<ReadClient[]> {
  const [row] = await transaction.$queryRawUnsafe<{ clients: string }[]>(sql, value);
  return JSON.parse(row?.clients ?? '[]');
}

/** Reads the clients of all catalogs, page by page. */
export async function* readAllClients(transaction: Transaction): AsyncGenerator<ReadClient[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const clients: ReadClient[] = await page(transaction, AFTER, after);
    yield clients;
    after = clients.at(-1)?.[1];
  }
}

/** Reads those of the keys that there are, page by page. */
export async function* readClients(
  transaction: Transaction,
  clientKeys: readonly string[],
): AsyncGenerator<ReadClient[]> {
  for (let at = 0; at < clientKeys.length; at += PAGE)
    yield await page(transaction, NAMED, clientKeys.slice(at, at + PAGE));
}
