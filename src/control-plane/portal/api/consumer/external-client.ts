import { Prisma } from '../../../../../bundles/prisma.js';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';

import {
  addExternalClient,
  type ExternalClientChange,
  removeExternalClient,
} from '../../../consumer/external-client.ts';
import { builder, partArgs } from '../builder.ts';
import { type CatalogOfPortal, demandViewer, type Viewer } from '../context.ts';
import { proveClient } from './client-proof.ts';
import { ownApplication } from './own.ts';

const PortalExternalClientId = builder.prismaObject('ExternalClient', {
  name: 'PortalExternalClientId',
  description: 'A client id of an application at an identity provider outside of this platform.',
  fields: (t) => ({
    oauthProvider: t.string({
      description: 'The identity provider, by its name here.',
      select: { oauthProvider: { select: { name: true } } },
      resolve: ({ oauthProvider }) => oauthProvider.name,
    }),
    clientId: t.exposeString('clientId', { description: 'The client id there.' }),
  }),
});

builder.prismaObjectField('Application', 'externalClientIds', (t) =>
  t.relation('externalClients', {
    description: 'Its client ids at identity providers outside of this platform, the oldest first.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

builder.prismaObjectField('Catalog', 'externalIssuers', (t) =>
  t.stringList({
    description:
      'The identity providers outside of this platform whose tokens APIs here can take, by name: applications can register their client ids there.',
    args: partArgs,
    async resolve({ id }, part, { database }) {
      const providers = await database.prisma.oAuthProvider.findMany({
        where: { catalogs: { some: { id } }, issuer: { not: Prisma.DbNull } },
        select: { name: true },
        orderBy: { name: 'asc' },
        ...takeSkipOf(part),
      });
      return providers.map(({ name }) => name);
    },
  }),
);

const clientIdArgs = builder.args((t) => ({
  application: t.string({ required: true, description: 'Which application: its name.' }),
  oauthProvider: t.string({
    required: true,
    description: 'The identity provider: one of `catalog { externalIssuers }`.',
  }),
  clientId: t.string({ required: true, description: 'The client id there.' }),
}));

type ClientIdArgs = {
  readonly application: string;
  readonly oauthProvider: string;
  readonly clientId: string;
};

const detailOf = ({ oauthProvider, clientId }: ClientIdArgs) => ({ oauthProvider, clientId });

/** The change of an application of the viewer's. @throws NOT_FOUND */
async function changeOf(
  transaction: Transaction,
  { application: name, ...client }: ClientIdArgs,
  {
    catalog: { orgId, id: catalogId },
    viewer,
  }: { readonly catalog: CatalogOfPortal; readonly viewer: Viewer },
): Promise<ExternalClientChange> {
  const { id: applicationId } = await ownApplication(transaction, viewer, { name, argument: 'application' });
  return { orgId, catalogId, applicationId, ...client, path: [] };
}

builder.mutationField('addExternalClientId', (t) =>
  t.field({
    type: PortalExternalClientId,
    description:
      'Makes an application of a client at an identity provider: the calls with its tokens are those of the application. An access token of the client proves that it is yours.',
    args: {
      ...clientIdArgs,
      token: t.arg.string({
        required: true,
        description:
          'An access token that the identity provider issued to the client itself, by client credentials. It is not kept.',
      }),
    },
    resolve: async (_root, { token, ...args }, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      await ownApplication(context.database.prisma, viewer, {
        name: args.application,
        argument: 'application',
      });
      await proveClient(context, { ...args, token, viewer });
      const subject = `${consumerOrg.name}/${args.application}`;
      const request = { action: 'addExternalClientId', subject, username, detail: detailOf(args) };
      return context.change(request, async (transaction) =>
        addExternalClient(transaction, await changeOf(transaction, args, { ...context, viewer })),
      );
    },
  }),
);

builder.mutationField('removeExternalClientId', (t) =>
  t.boolean({
    description:
      'Takes a client id at an identity provider from an application: its tokens are refused at once.',
    args: clientIdArgs,
    resolve: (_root, args, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      const subject = `${consumerOrg.name}/${args.application}`;
      const request = { action: 'removeExternalClientId', subject, username, detail: detailOf(args) };
      return context.change(request, async (transaction) => {
        await removeExternalClient(transaction, await changeOf(transaction, args, { ...context, viewer }));
        return true;
      });
    },
  }),
);
