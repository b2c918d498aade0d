import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { type IssuedClient, registerApplication } from '../../../consumer/client-registration.ts';
import { registeringIssuers } from '../../../consumer/external-client.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { ownApplication } from './own.ts';

const PortalRegisteredClient = builder.objectRef<IssuedClient>('PortalRegisteredClient').implement({
  description:
    'A client that an identity provider has registered. This is the one time that its secret can be read.',
  fields: (t) => ({
    oauthProvider: t.exposeString('oauthProvider', {
      description: 'The identity provider, by its name here.',
    }),
    clientId: t.exposeString('clientId', { description: 'The client id there.' }),
    clientSecret: t.exposeString('clientSecret', {
      nullable: true,
      description: 'Its secret there, which is not kept here; null for a public application.',
    }),
    secretExpiresAt: t.expose('secretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the identity provider takes the secret no more; null where it does not end.',
    }),
  }),
});

builder.prismaObjectField('Catalog', 'registeringIssuers', (t) =>
  t.stringList({
    description: 'Those of the `externalIssuers` at which applications can be registered from here, by name.',
    args: partArgs,
    async resolve({ id }, part, { database }) {
      return registeringIssuers(database.prisma, id, takeSkipOf(part));
    },
  }),
);

builder.mutationField('registerExternalClient', (t) =>
  t.field({
    type: PortalRegisteredClient,
    description:
      'Registers an application as a client of an identity provider, with its redirect URIs, and adds the client id to the application. The client is deleted there when it is the application no more, where the identity provider allows it.',
    args: {
      application: t.arg.string({ required: true, description: 'Which application: its name.' }),
      oauthProvider: t.arg.string({
        required: true,
        description: 'The identity provider: one of `catalog { registeringIssuers }`.',
      }),
    },
    resolve: async (_root, { application: name, oauthProvider }, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      const { orgId, id: catalogId } = context.catalog;
      const { prisma } = context.database;
      const application = await ownApplication(prisma, viewer, { name, argument: 'application' });
      const subject = `${consumerOrg.name}/${name}`;
      const request = { action: 'registerExternalClient', subject, username };
      const deps = {
        ...context,
        save: (
          detail: { oauthProvider: string; clientId: string },
          work: (transaction: Transaction) => Promise<unknown>,
        ) => context.change({ ...request, detail }, work),
      };
      return registerApplication(deps, { orgId, catalogId, application, oauthProvider, path: [] });
    },
  }),
);
