import { builder } from './builder.ts';

builder.prismaObject('Catalog', {
  name: 'PortalCatalog',
  description: 'The catalog that this portal belongs to.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `sandbox`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    gatewayUrl: t.field({
      type: 'URL',
      description: 'Where its APIs are called: {base_url}/<org>/<catalog>.',
      resolve: (_catalog, _args, { gatewayUrl }) => gatewayUrl,
    }),
    selfServiceSignUp: t.exposeBoolean('selfServiceSignUp', {
      description: 'May people create their own consumer organization here, with `signUp`?',
    }),
  }),
});

builder.queryField('catalog', (t) =>
  t.prismaField({
    type: 'Catalog',
    skipTypeScopes: true,
    description: 'The catalog that this portal belongs to. Needs no sign-in.',
    resolve: (_query, _root, _args, { catalog }) => catalog,
  }),
);
