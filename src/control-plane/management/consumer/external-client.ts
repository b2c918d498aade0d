import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import {
  addExternalClient,
  type ExternalClientChange,
  removeExternalClient,
} from '../../consumer/external-client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { applicationNamed } from './application.ts';
import { consumerOrgNamed } from './org.ts';

const ExternalClientIdRef = builder.prismaObject('ExternalClient', {
  name: 'ExternalClientId',
  description: 'A client id of an application at an external issuer: tokens of that client are its own.',
  fields: (t) => ({
    oauthProvider: t.relation('oauthProvider', { description: 'The external issuer.' }),
    clientId: t.exposeString('clientId', { description: 'The client id there.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered here.' }),
  }),
});

builder.prismaObjectField('Application', 'externalClientIds', (t) =>
  t.relation('externalClients', {
    description: 'Its client ids at external issuers, the oldest first.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

const ExternalClientIdInput = builder.inputType('ExternalClientIdInput', {
  description: 'A client id of an application at an external issuer.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    oauthProvider: t.string({
      required: true,
      description: 'The external issuer: an OAuth provider of the catalog, by name.',
    }),
    clientId: t.string({ required: true, description: 'The client id there.' }),
  }),
});

type ClientAddress = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly application: string;
  readonly oauthProvider: string;
  readonly clientId: string;
};

/** @throws NOT_FOUND */
async function changeOf(
  transaction: Transaction,
  { orgId, catalog, consumerOrg, application: name, oauthProvider, clientId }: ClientAddress,
): Promise<ExternalClientChange> {
  const { catalogId } = await consumerOrgNamed(transaction, { orgId, catalog, consumerOrg });
  const { id: applicationId } = await applicationNamed(transaction, { orgId, catalog, consumerOrg, name });
  return { orgId, catalogId, applicationId, oauthProvider, clientId, path: ['input'] };
}

const subjectOf = ({ catalog, consumerOrg, application }: Omit<ClientAddress, 'orgId'>) =>
  `${catalog}/${consumerOrg}/${application}`;

builder.mutationField('addExternalClientId', (t) =>
  t.field({
    type: ExternalClientIdRef,
    description:
      'Makes an application of a client of an external issuer: the calls with its tokens are those of the application. In a catalog, a client is one application.',
    args: { input: t.arg({ type: ExternalClientIdInput, required: true, description: 'The client id.' }) },
    resolve: async (_root, { input: { org, ...address } }, context) => {
      const { id: orgId } = await context.org(org);
      const { oauthProvider, clientId } = address;
      const detail = { oauthProvider, clientId };
      const request = { orgId, action: 'addExternalClientId', subject: subjectOf(address), detail };
      return context.change(request, async (transaction) =>
        addExternalClient(transaction, await changeOf(transaction, { orgId, ...address })),
      );
    },
  }),
);

builder.mutationField('removeExternalClientId', (t) =>
  t.boolean({
    description:
      'Takes a client id at an external issuer from an application: tokens of it are refused at once.',
    args: { input: t.arg({ type: ExternalClientIdInput, required: true, description: 'The client id.' }) },
    resolve: async (_root, { input: { org, ...address } }, context) => {
      const { id: orgId } = await context.org(org);
      const { oauthProvider, clientId } = address;
      const detail = { oauthProvider, clientId };
      const request = { orgId, action: 'removeExternalClientId', subject: subjectOf(address), detail };
      await context.change(request, async (transaction) =>
        removeExternalClient(transaction, await changeOf(transaction, { orgId, ...address })),
      );
      return true;
    },
  }),
);
