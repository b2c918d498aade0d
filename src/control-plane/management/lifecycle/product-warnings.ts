import { builder } from '../builder.ts';
import { LifecycleWarningType } from './payload.ts';
import { missingPrerequisitesOf } from './product-prerequisites.ts';

builder.prismaObjectField('CatalogProduct', 'warnings', (t) =>
  t.field({
    type: [LifecycleWarningType],
    description:
      'What its APIs lack to be served, as the catalog stands now: a back-end, or a way to the access token that they ask for. Empty where nothing.',
    select: { id: true, catalog: { select: { id: true, orgId: true, name: true } } },
    resolve: ({ id, catalog }, _args, { database }) =>
      missingPrerequisitesOf(database.prisma, catalog, { id }),
  }),
);
