import type { TakeSkip } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { inPast, type Past } from '../../../infrastructure/database/history.ts';
import type { PlanRow } from '../../../infrastructure/database/stored-plan.ts';
import type { ApiSettingsRow } from '../api/api-rows.ts';

type Reader = Pick<Transaction, '$queryRawUnsafe'>;

/** A catalog as it was before a moment. */
type CatalogInPast = { readonly catalogId: string; readonly past: Past };

/** A product in a catalog as it was. */
export type PastProduct = Pick<
  Prisma.CatalogProductGetPayload<object>,
  'id' | 'name' | 'version' | 'title' | 'state' | 'visibility' | 'subscribability' | 'words'
> & {
  readonly deprecatedAt: string | null;
  readonly sunsetAt: string | null;
  readonly sunsetIfIdleDays: number | null;
  /** `name:version` */
  readonly migrationTarget: string | null;
};

/** An API of it, without its document. */
export type PastApi = ApiSettingsRow & { readonly online: boolean };

/** A subscription as it was. */
export type PastSubscription = {
  readonly id: string;
  readonly consumerOrg: string;
  readonly application: string;
  /** `name:version` */
  readonly product: string;
  readonly plan: string;
  readonly state: Prisma.SubscriptionGetPayload<object>['state'];
  readonly ownLimits: Prisma.JsonValue;
};

const PRODUCTS = `
  SELECT json_build_object('id', r."id", 'name', r."name", 'version', r."version", 'title', r."title", 'state', r."state",
    'visibility', r."visibility", 'subscribability', r."subscribability", 'words', r."words",
    'deprecatedAt', r."deprecatedAt", 'sunsetAt', r."sunsetAt", 'sunsetIfIdleDays', r."sunsetIfIdleDays",
    'migrationTarget', t."name" || ':' || t."version") AS "row"
  FROM "CatalogProduct" r LEFT JOIN "CatalogProduct" t ON t."id" = r."migrationTargetId"
  WHERE r."catalogId" = $1::uuid`;

const ofProducts = (table: string, row: string) => `
  SELECT r."catalogProductId"::text AS "product", ${row} AS "row"
  FROM "${table}" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId"
  WHERE p."catalogId" = $1::uuid ORDER BY r."position"`;
const PLANS = ofProducts('CatalogPlan', 'row_to_json(r)');
const APIS = ofProducts(
  'CatalogApi',
  `json_build_object('id', r."id", 'name', r."name", 'title', r."title", 'version', r."version", 'kind', r."kind",
    'basePath', r."basePath", 'targetUrl', r."targetUrl", 'backend', r."backend", 'graphqlUrl', r."graphqlUrl",
    'securityDefinitions', r."securityDefinitions", 'security', r."security",
    'forwardAuthorization', r."forwardAuthorization", 'settings', r."settings", 'words', r."words",
    'online', r."online")`,
);

const COUNTS = `
  SELECT r."catalogProductId"::text AS "product", count(*)::int AS "row"
  FROM "Subscription" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId"
  WHERE p."catalogId" = $1::uuid GROUP BY 1`;
const SUBSCRIPTIONS = `
  SELECT json_build_object('id', r."id", 'consumerOrg', o."name", 'application', a."name",
    'product', p."name" || ':' || p."version", 'plan', l."name", 'state', r."state", 'ownLimits', r."ownLimits") AS "row"
  FROM "Subscription" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId"
    JOIN "CatalogPlan" l ON l."id" = r."catalogPlanId" JOIN "Application" a ON a."id" = r."applicationId"
    JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
  WHERE p."catalogId" = $1::uuid AND ($2::uuid IS NULL OR p."id" = $2::uuid) ORDER BY r."id" LIMIT $3 OFFSET $4`;

type OfProduct<Row> = { readonly product: string; readonly row: Row };

/** A catalog as it was. What its products have is read for all of them at once, when it is first asked for. */
export class PastCatalog {
  readonly #reader: Reader;
  readonly #catalogId: string;
  readonly past: Past;
  #plans: Promise<ReadonlyMap<string, PlanRow[]>> | undefined;
  #apis: Promise<ReadonlyMap<string, PastApi[]>> | undefined;
  #counts: Promise<ReadonlyMap<string, number[]>> | undefined;

  constructor(reader: Reader, { catalogId, past }: CatalogInPast) {
    this.#reader = reader;
    this.#catalogId = catalogId;
    this.past = past;
  }

  async products(): Promise<PastProduct[]> {
    const rows = await this.#read<{ row: PastProduct }>(['CatalogProduct'], PRODUCTS);
    return rows.map(({ row }) => row);
  }

  async plansOf(productId: string): Promise<readonly PlanRow[]> {
    this.#plans ??= this.#ofProducts<PlanRow>(['CatalogProduct', 'CatalogPlan'], PLANS);
    return (await this.#plans).get(productId) ?? [];
  }

  async apisOf(productId: string): Promise<readonly PastApi[]> {
    this.#apis ??= this.#ofProducts<PastApi>(['CatalogProduct', 'CatalogApi'], APIS);
    return (await this.#apis).get(productId) ?? [];
  }

  /** Counts the subscriptions of a product, or of all. */
  async subscriptionCount(productId?: string): Promise<number> {
    this.#counts ??= this.#ofProducts<number>(['CatalogProduct', 'Subscription'], COUNTS);
    const counts = await this.#counts;
    const counted = productId === undefined ? [...counts.values()].flat() : (counts.get(productId) ?? []);
    return counted.reduce((sum, count) => sum + count, 0);
  }

  /** Reads a part of the subscriptions of a product, or of all, the oldest first. */
  async subscriptions({ take, skip = 0 }: TakeSkip, productId?: string): Promise<PastSubscription[]> {
    const tables = ['Subscription', 'CatalogProduct', 'CatalogPlan', 'Application', 'ConsumerOrg'];
    const rows = await this.#read<{ row: PastSubscription }>(
      tables,
      SUBSCRIPTIONS,
      productId ?? null,
      take,
      skip,
    );
    return rows.map(({ row }) => row);
  }

  async #ofProducts<Row>(tables: readonly string[], statement: string): Promise<Map<string, Row[]>> {
    const rows = await this.#read<OfProduct<Row>>(tables, statement);
    const byProduct = new Map<string, Row[]>();
    for (const { product, row } of rows) byProduct.set(product, [...(byProduct.get(product) ?? []), row]);
    return byProduct;
  }

  #read<Row>(tables: readonly string[], statement: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#reader.$queryRawUnsafe<Row[]>(
      inPast(this.past, tables, statement),
      this.#catalogId,
      ...values,
    );
  }
}
