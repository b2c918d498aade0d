import type { Transaction } from '../../../infrastructure/database/change.ts';
import {
  type IssuedClient,
  type RegistrationRequest,
  registerApplication,
} from '../../consumer/client-registration.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { applicationNamed } from './application.ts';
import { consumerOrgNamed } from './org.ts';

const RegisteredClientRef = builder.objectRef<IssuedClient>('RegisteredClient').implement({
  description:
    'A client that an external issuer has registered. This is the one time that its secret can be read.',
  fields: (t) => ({
    oauthProvider: t.exposeString('oauthProvider', { description: 'The external issuer, by name.' }),
    clientId: t.exposeString('clientId', { description: 'The client id there.' }),
    clientSecret: t.exposeString('clientSecret', {
      nullable: true,
      description: 'Its secret there, which is not kept here; null for a public application.',
    }),
    secretExpiresAt: t.expose('secretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the issuer takes the secret no more; null where it does not end.',
    }),
  }),
});

const RegisterExternalClientInput = builder.inputType('RegisterExternalClientInput', {
  description: 'An application that becomes a client of an external issuer.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    oauthProvider: t.string({
      required: true,
      description: 'The external issuer: an OAuth provider of the catalog with a `registration`, by name.',
    }),
  }),
});

type ClientAddress = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly application: string;
  readonly oauthProvider: string;
};

builder.mutationField('registerExternalClient', (t) =>
  t.field({
    type: RegisteredClientRef,
    description:
      'Registers an application as a client of an external issuer (RFC 7591), and adds the client id to the application. The client is deleted there when it is the application no more, where the issuer allows it.',
    args: {
      input: t.arg({ type: RegisterExternalClientInput, required: true, description: 'The application.' }),
    },
    resolve: async (_root, { input: { org, ...address } }, context) => {
      const { id: orgId } = await context.org(org);
      const { catalog, consumerOrg, application } = address;
      const subject = `${catalog}/${consumerOrg}/${application}`;
      const request = { orgId, action: 'registerExternalClient', subject };
      const deps = {
        ...context,
        save: (
          detail: { oauthProvider: string; clientId: string },
          work: (transaction: Transaction) => Promise<unknown>,
        ) => context.change({ ...request, detail }, work),
      };
      return registerApplication(deps, await requestOf(context, { orgId, ...address }));
    },
  }),
);

/** @throws NOT_FOUND */
async function requestOf(
  { database: { prisma } }: ManagementContext,
  { orgId, catalog, consumerOrg, application: name, oauthProvider }: ClientAddress,
): Promise<RegistrationRequest> {
  const { catalogId } = await consumerOrgNamed(prisma, { orgId, catalog, consumerOrg });
  const application = await applicationNamed(prisma, { orgId, catalog, consumerOrg, name });
  return { orgId, catalogId, application, oauthProvider, path: ['input'] };
}
