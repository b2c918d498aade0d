import { builder } from '../builder.ts';
import { LifecycleWarningType } from './warning.ts';

builder.prismaObjectField('CatalogProduct', 'warnings', (t) =>
  t.field({
    type: [LifecycleWarningType],
    description:
      'What its APIs lack to be served, as the catalog stands now: a back-end, a way to the access token that they ask for, an access policy of the GraphQL server, or to be online. Empty where nothing.',
    select: { id: true, catalog: { select: { id: true, orgId: true, name: true } } },
    resolve: (product, _args, { productWarnings }) => productWarnings.load(product),
  }),
);
