import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';

builder.prismaObjectField('Catalog', 'drafts', (t) =>
  t.prismaField({
    type: ['Product'],
    description: 'The products of its org that are not in it yet, the newest first.',
    args: partArgs,
    select: { id: true, orgId: true },
    resolve: async (query, { id, orgId }, part, { database: { prisma } }) => {
      const { take, skip = 0 } = takeSkipOf(part);
      const found = await prisma.$queryRaw<{ id: string }[]>`
        SELECT product.id FROM "Product" AS product
        WHERE product."orgId" = ${orgId}::uuid AND NOT EXISTS (
          SELECT FROM "CatalogProduct" AS there
          WHERE there."catalogId" = ${id}::uuid AND there.name = product.name AND there.version = product.version
        )
        ORDER BY product.id DESC LIMIT ${take} OFFSET ${skip}`;
      return prisma.product.findMany({
        ...query,
        where: { id: { in: found.map((each) => each.id) } },
        orderBy: { id: 'desc' },
      });
    },
  }),
);
