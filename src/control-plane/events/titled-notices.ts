import { type Notice, noticeOf } from '../../domain/events/notices.ts';
import { type OwnLimits, ownLimitsInEffect } from '../../domain/plan/own-limits.ts';
import type { PlanLimit } from '../../domain/plan/plan-limit.ts';
import { isolated } from '../../foundation/text/text.ts';
import { isUuid } from '../../foundation/text/uuid.ts';
import { parseVersionedName, type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Notice as NoticeRow } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';

/** Columns that a notice is worded from. */
export const wordedColumns = {
  kind: true,
  subject: true,
  detail: true,
  at: true,
  catalogId: true,
  consumerOrgId: true,
} as const;

export type WordedRow = Pick<NoticeRow, keyof typeof wordedColumns>;

type Titled = VersionedName & { readonly title: string };
type TitledProduct = Titled & {
  readonly catalogId: string;
  readonly apis: readonly Titled[];
  readonly plans: readonly { readonly name: string; readonly title: string }[];
};
type LimitedSubscription = {
  readonly id: string;
  /** The name of its plan. */
  readonly plan: string;
  readonly own: OwnLimits | null;
  readonly limits: readonly PlanLimit[];
};
type TitledApplication = Readonly<Record<'consumerOrgId' | 'name' | 'title', string>>;

/**
 * Reads notices with the titles of what they name: `Customer API 2.0.0`, and not `customer:2.0.0`. A limit comes with
 * what it counts. What is gone keeps its name.
 */
export async function titledNotices(
  { prisma }: Pick<Database, 'prisma'>,
  rows: readonly WordedRow[],
): Promise<Notice[]> {
  const notices = rows.map(noticeOf);
  const named = notices.flatMap(namesIn).map(parseVersionedName);
  const versions = named.filter((each) => each !== undefined);
  const names = versions.map(({ name }) => name);
  const titled = { name: true, version: true, title: true } as const;
  const [products, applications, subscriptions] = await Promise.all([
    versions.length === 0
      ? []
      : prisma.catalogProduct.findMany({
          where: { catalogId: { in: rows.map(({ catalogId }) => catalogId) }, OR: versions },
          select: {
            ...titled,
            catalogId: true,
            apis: { where: { name: { in: names } }, select: titled },
            plans: { where: { name: { in: notices.flatMap(planIn) } }, select: { name: true, title: true } },
          },
        }),
    prisma.application.findMany({
      where: {
        consumerOrgId: { in: rows.map(({ consumerOrgId }) => consumerOrgId) },
        name: { in: notices.map(({ about }) => about) },
      },
      select: { consumerOrgId: true, name: true, title: true },
    }),
    alertedSubscriptions(prisma, notices),
  ]);
  return rows.map((row) => titledNotice(row, { products, applications, subscriptions }));
}

/** Reads the limits of subscriptions that have used a share of one. */
async function alertedSubscriptions(
  prisma: Database['prisma'],
  notices: readonly Notice[],
): Promise<readonly LimitedSubscription[]> {
  const ids = notices.flatMap((notice) =>
    notice.kind === 'LIMIT_ALERT' ? textsOf(detailOf(notice)['id']) : [],
  );
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows = await prisma.subscription.findMany({
    where: { id: { in: known } },
    select: { id: true, ownLimits: true, catalogPlan: { select: { name: true, limits: true } } },
  });
  return rows.map(({ id, ownLimits, catalogPlan: { name, limits } }) => ({
    id,
    plan: name,
    own: stored<OwnLimits | null>(ownLimits),
    limits: stored<readonly PlanLimit[]>(limits),
  }));
}

/** Returns the limit that an alert tells of, with the limits that held then. */
function countedLimit({ detail, at }: WordedRow, { subscriptions }: Found): PlanLimit | undefined {
  const { id, limit, plan } = detail as Readonly<Record<string, unknown>>;
  const found = subscriptions.find((each) => each.id === id && each.plan === plan);
  if (!found) return undefined;
  const limits = ownLimitsInEffect(found.own, found.plan, at)?.limits ?? found.limits;
  return limits.find(({ name }) => name === limit);
}

const detailOf = ({ detail }: Notice) => detail as Readonly<Record<string, unknown>>;
const textsOf = (...values: readonly unknown[]) => values.filter((each) => typeof each === 'string');

/** Products and APIs that a notice names. */
const namesIn = (notice: Notice) => {
  const { product, successor } = detailOf(notice);
  return textsOf(notice.about, product, successor);
};

const planIn = (notice: Notice) => textsOf(detailOf(notice)['plan']);

type Found = {
  readonly products: readonly TitledProduct[];
  readonly applications: readonly TitledApplication[];
  readonly subscriptions: readonly LimitedSubscription[];
};

function titledNotice(row: WordedRow, found: Found): Notice {
  const { kind, about, detail } = noticeOf(row);
  const products = found.products.filter(({ catalogId }) => catalogId === row.catalogId);
  const named = (name: string, among: readonly Titled[] = products) => {
    const one = among.find((each) => versionedName(each) === name);
    return one ? `${isolated(one.title)} ${one.version}` : name;
  };
  const { product, plan, successor } = detail as Readonly<Record<string, unknown>>;
  const of = products.find((each) => versionedName(each) === product);
  const application = found.applications.find(
    ({ consumerOrgId, name }) => consumerOrgId === row.consumerOrgId && name === about,
  );
  const title = kind === 'API_CHANGED' ? named(about, of?.apis ?? []) : (application?.title ?? named(about));
  return {
    kind,
    // Of a webhook it is a host, which an application may be called like.
    about: kind === 'WEBHOOK_DISABLED' ? about : title,
    detail: {
      ...detail,
      ...(kind === 'LIMIT_ALERT' && { counted: countedLimit(row, found) }),
      ...(typeof product === 'string' && { product: named(product) }),
      ...(typeof successor === 'string' && { successor: named(successor) }),
      ...(typeof plan === 'string' && { plan: of?.plans.find(({ name }) => name === plan)?.title ?? plan }),
    },
  } as Notice;
}
