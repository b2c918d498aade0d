import { serves } from '../../../../domain/product/lifecycle.ts';
import { readVersionedName } from '../../../../foundation/text/version.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import type {
  Application,
  CatalogProduct,
  Prisma,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { PortalProduct } from '../product/product.ts';
import { visibleProducts } from '../product/visibility.ts';

/**
 * Decision: ended subscriptions are listed as long as lifecycle actions can be undone. A consumer that calls less
 * often finds the reason by its request id.
 */
const TOLD_DAYS = 30;
const TOLD_MS = TOLD_DAYS * 86_400_000;
const TOLD_MAX = 50;

const ENDED: Prisma.EventWhereInput = {
  type: 'SUBSCRIPTION',
  detail: { path: ['change'], equals: 'ENDED' },
};

type EndedSubscription = {
  readonly id: string;
  readonly application: Application;
  /** `name:version` */
  readonly product: string;
  /** The product as it is now; undefined where it has left the catalog. */
  readonly present: CatalogProduct | undefined;
  readonly endedAt: Date;
};

type NamedApplication = Pick<Application, 'name' | 'createdAt'> & {
  readonly consumerOrg: { readonly id: string; readonly name: string };
};

/** Lists the ids that recently ended subscriptions of an application had, the newest first. Its usage goes on with them. */
export async function endedIdsOf(
  { database: { prisma }, clock }: Pick<PortalContext, 'database' | 'clock'>,
  { name, createdAt, consumerOrg }: NamedApplication,
): Promise<string[]> {
  const events = await prisma.event.findMany({
    where: {
      ...ENDED,
      consumerOrgId: consumerOrg.id,
      subject: `${consumerOrg.name}/${name}`,
      // An application of the same name may have been deleted before.
      at: { gt: new Date(Math.max(clock().getTime() - TOLD_MS, createdAt.getTime())) },
    },
    orderBy: { id: 'desc' },
    take: TOLD_MAX,
    select: { detail: true },
  });
  return events.map(({ detail }) => stored<{ id: string }>(detail).id);
}

/** Matches published products that the viewer may see and subscribe to. */
function subscribable(
  context: PortalContext,
  which: Prisma.CatalogProductWhereInput,
): Prisma.CatalogProductWhereInput {
  const { audience } = demandViewer(context);
  const toViewer: Prisma.CatalogProductWhereInput = {
    OR: [
      { subscribability: 'AUTHENTICATED' },
      { subscribability: 'CUSTOM', subscribableBy: { hasSome: [...audience] } },
    ],
  };
  return { AND: [visibleProducts(context), which, toViewer], state: 'PUBLISHED' };
}

const PortalEndedSubscription = builder.objectRef<EndedSubscription>('PortalEndedSubscription').implement({
  description: 'A subscription that is over, whoever ended it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id that it had.' }),
    application: t.prismaField({
      type: 'Application',
      description: 'The application that was subscribed.',
      resolve: (query, { application: { id } }, _args, { database }) =>
        database.prisma.application.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    product: t.expose('product', {
      type: 'VersionedName',
      description: 'The product that it was subscribed to.',
    }),
    title: t.string({
      description: 'What people call the product; its name where it has left the catalog.',
      resolve: ({ product, present }) => present?.title ?? readVersionedName(product).name,
    }),
    serves: t.boolean({
      description: 'Does the product still answer its subscribers? It does not once it was retired.',
      resolve: ({ present }) => present !== undefined && serves(present.state),
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When it ended.' }),
    instead: t.prismaField({
      type: PortalProduct,
      nullable: true,
      description:
        'What to subscribe to: the product that took its place when it was retired, else its newest version that takes subscriptions; null where there is none.',
      resolve: async (query, { product, present }, _args, context) => {
        const { prisma } = context.database;
        const { name } = readVersionedName(product);
        const id = present?.successorId;
        const successor =
          id == null
            ? null
            : await prisma.catalogProduct.findFirst({ ...query, where: subscribable(context, { id }) });
        if (successor) return successor;
        const where = subscribable(context, { name });
        return prisma.catalogProduct.findFirst({ ...query, where, orderBy: { sortKey: 'asc' } });
      },
    }),
  }),
});

/**
 * Lists recently ended subscriptions of a consumer org or an application, the newest first. Those that were
 * subscribed again, or that an undo brought back, are left out.
 */
async function endedOf(
  { database: { prisma }, clock }: PortalContext,
  org: { readonly id: string; readonly name: string },
  application?: string,
): Promise<EndedSubscription[]> {
  const events = await prisma.event.findMany({
    where: {
      ...ENDED,
      consumerOrgId: org.id,
      at: { gt: new Date(clock().getTime() - TOLD_MS) },
      ...(application !== undefined && { subject: `${org.name}/${application}` }),
    },
    orderBy: { id: 'desc' },
    take: TOLD_MAX,
  });
  const applications = await prisma.application.findMany({
    where: {
      consumerOrgId: org.id,
      name: { in: events.map(({ subject }) => subject.slice(org.name.length + 1)) },
    },
    include: { subscriptions: { select: { catalogProductId: true } } },
  });
  const products = await prisma.catalogProduct.findMany({
    where: { id: { in: events.flatMap(({ productId }) => productId ?? []) } },
  });
  const seen = new Set<string>();
  return events.flatMap(({ subject, productId, detail, at: endedAt }) => {
    const of = applications.find(({ name }) => `${org.name}/${name}` === subject);
    const { id, product } = stored<{ id: string; product: string | null }>(detail);
    // An application of the same name may have been deleted before.
    if (!of || !product || endedAt < of.createdAt) return [];
    const key = `${of.id} ${productId}`;
    if (seen.has(key) || of.subscriptions.some((each) => each.catalogProductId === productId)) return [];
    seen.add(key);
    return { id, application: of, product, endedAt, present: products.find((each) => each.id === productId) };
  });
}

builder.prismaObjectField('Application', 'endedSubscriptions', (t) =>
  t.field({
    type: [PortalEndedSubscription],
    description: `Its subscriptions that ended within ${TOLD_DAYS} days, the newest first: also those whose product was retired.`,
    select: { name: true, consumerOrg: { select: { id: true, name: true } } },
    args: partArgs,
    resolve: async ({ name, consumerOrg }, part, context) =>
      cut(await endedOf(context, consumerOrg, name), part),
  }),
);

builder.prismaObjectField('ConsumerOrg', 'endedSubscriptions', (t) =>
  t.field({
    type: [PortalEndedSubscription],
    description: `The subscriptions of its applications that ended within ${TOLD_DAYS} days, the newest first: also those whose product was retired.`,
    select: { id: true, name: true },
    args: partArgs,
    resolve: async (org, part, context) => cut(await endedOf(context, org), part),
  }),
);
