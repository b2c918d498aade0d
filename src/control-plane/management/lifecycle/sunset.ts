import { firstDayOf } from '../../../domain/call/usage-days.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { change } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { productCallers } from '../../../infrastructure/usage/api-callers.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { type AuditSnapshotDiff, auditRows, beginAuditSnapshot } from './audit-snapshot.ts';
import { imageOf } from './product-image.ts';
import { retire } from './retirement.ts';

/** A product whose sunset has passed, and that applications are still subscribed to. */
export type OverdueProduct = {
  readonly id: string;
  readonly org: string;
  readonly catalog: string;
  /** `name:version` */
  readonly product: string;
  readonly sunsetAt: Date | null;
  /** Number of its active subscriptions. */
  readonly subscriptions: number;
};

/** Result of retiring the products whose sunset has passed. */
type SunsetReport = {
  /** Products retired in this run, by `name:version`. */
  readonly retired: readonly string[];
  readonly overdue: readonly OverdueProduct[];
  /** Faults that prevented retirement; the next run tries again. */
  readonly faults: readonly unknown[];
};

export type SunsetDeps = { readonly database: Pick<Database, 'prisma'>; readonly clock: Clock };

const sunsetPassed = (now: Date) =>
  ({ state: 'DEPRECATED', sunsetAt: { lte: now } }) as const satisfies Prisma.CatalogProductWhereInput;

const withHolders = {
  catalog: { include: { org: true } },
  _count: { select: { subscriptions: { where: { state: 'ACTIVE' } } } },
} as const satisfies Prisma.CatalogProductInclude;

type Sunset = Prisma.CatalogProductGetPayload<{ include: typeof withHolders }>;

/** Description of the input field. */
export const SUNSET_IF_IDLE =
  'At its sunset, retire it although applications are subscribed to it, once nobody has called it in so many days, 1 to 400. Needs `sunsetAt`.';

type SunsetInput = {
  readonly sunsetAt?: Date | null | undefined;
  readonly sunsetIfIdleDays?: number | null | undefined;
};

/** Returns what the audit tells of a sunset. */
export const sunsetDetail = ({ sunsetAt, sunsetIfIdleDays }: SunsetInput) => ({
  ...(sunsetAt != null && { sunsetAt: sunsetAt.toISOString() }),
  ...(sunsetIfIdleDays != null && { sunsetIfIdleDays }),
});

/**
 * Retires the deprecated products past their sunset that nothing holds any more. spec.md has no time rules for retirement.
 *
 * Decision: a sunset is a date, not a switch. No call fails because a day has come: an active subscription holds the
 * product, which goes on serving and is reported until its owner moves or ends the subscription. A subscription that
 * waits for approval or was rejected admits no call, so it holds nothing and ends with the product. Who deprecates a
 * product may say that subscriptions without calls of late hold it no more.
 *
 * Each product is retired in a transaction of its own, which checks again once it has the lock of the org. Of several
 * processes one does it; a run that is interrupted is made up for by the next.
 */
export async function retireSunset(deps: SunsetDeps): Promise<SunsetReport> {
  const passed = await deps.database.prisma.catalogProduct.findMany({
    where: sunsetPassed(deps.clock()),
    include: withHolders,
    orderBy: { id: 'asc' },
  });
  const [retired, faults]: [string[], unknown[]] = [[], []];
  const overdue: OverdueProduct[] = [];
  for (const product of passed)
    try {
      if (await isHeld(deps.database.prisma, product, deps.clock())) overdue.push(inReport(product));
      else if (await retireOne(deps, product)) retired.push(versionedName(product));
    } catch (error) {
      faults.push(error);
    }
  return { retired, overdue, faults };
}

/** Tells whether subscriptions hold a product. Under a rule of idleness, only calls of late do. */
async function isHeld(
  prisma: Pick<Database['prisma'], '$queryRaw'>,
  { catalog, _count, sunsetIfIdleDays: days, ...named }: Sunset,
  now: Date,
): Promise<boolean> {
  if (_count.subscriptions === 0) return false;
  if (days === null) return true;
  const from = firstDayOf({ days, path: ['sunsetIfIdleDays'] }, now);
  const request = { orgId: catalog.orgId, catalog: catalog.name, product: versionedName(named), from };
  return (await productCallers(prisma, request, 1)).length > 0;
}

function inReport({ catalog, _count, ...product }: Sunset): OverdueProduct {
  return {
    id: product.id,
    org: catalog.org.name,
    catalog: catalog.name,
    product: versionedName(product),
    sunsetAt: product.sunsetAt,
    subscriptions: _count.subscriptions,
  };
}

/** @returns whether it was retired here: another process may have done it, or somebody may have subscribed */
async function retireOne(
  { database, clock }: SunsetDeps,
  { id, catalog, ...named }: Sunset,
): Promise<boolean> {
  const retired = await change<AuditSnapshotDiff | undefined>(
    database,
    {
      orgId: catalog.orgId,
      actor: 'platform',
      action: 'retireProduct',
      subject: versionedName(named),
      detailOf: (standings) => toStore({ catalog: catalog.name, ...standings }),
      isChange: (standings) => standings !== undefined,
    },
    async (transaction) => {
      const product = await transaction.catalogProduct.findFirst({
        where: { id, ...sunsetPassed(clock()) },
        include: withHolders,
      });
      if (!product || (await isHeld(transaction, product, clock()))) return undefined;
      const rows = async () =>
        auditRows(await imageOf(transaction, { products: { id }, subscriptions: false }));
      const changedStates = await beginAuditSnapshot(transaction, {
        before: await rows(),
        movesSubscriptions: true,
      });
      await retire(transaction, product, clock());
      return changedStates(await rows());
    },
  );
  return retired !== undefined;
}

builder.queryField('overdueSunsets', (t) =>
  t.prismaField({
    type: ['CatalogProduct'],
    description:
      'The deprecated products of an org whose sunset has passed while applications are still subscribed to them, the longest overdue first. They go on serving; the platform retires them when their last active subscription has moved or ended, or has not called for `sunsetIfIdleDays`.',
    args: {
      org: t.arg.string(inOrg),
      ...partArgs,
    },
    resolve: async (query, _root, { org, ...part }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.catalogProduct.findMany({
        ...query,
        ...takeSkipOf(part),
        where: {
          ...sunsetPassed(context.clock()),
          catalog: { orgId },
          subscriptions: { some: { state: 'ACTIVE' } },
        },
        orderBy: [{ sunsetAt: 'asc' }, { id: 'asc' }],
      });
    },
  }),
);
