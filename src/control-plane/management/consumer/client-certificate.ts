import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { addClientCertificate, removeClientCertificate } from '../../consumer/client-certificate.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { applicationNamed } from './application.ts';
import { consumerOrgNamed } from './org.ts';

const ClientCertificateRef = builder.prismaObject('ClientCertificate', {
  description:
    'A client certificate of an application, for APIs with a security definition of type MUTUAL_TLS. Its private key is nowhere here.',
  fields: (t) => ({
    thumbprint: t.exposeString('thumbprint', {
      description: 'Says which: SHA-256 of the certificate in base64url, as `x5t#S256` of RFC 8705.',
    }),
    subject: t.exposeString('subject', {
      description: 'Whom it names, for people: `CN=billing, O=Example`.',
    }),
    notBefore: t.expose('notBefore', { type: 'DateTime', description: 'When it begins to be valid.' }),
    notAfter: t.expose('notAfter', {
      type: 'DateTime',
      description: 'When it ends: it is refused from then on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call was last known by it; null when none was.',
    }),
  }),
});

builder.prismaObjectField('Application', 'clientCertificates', (t) =>
  t.relation('clientCertificates', {
    description: 'Its client certificates, the oldest first; those that have ended are told for a month.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

const AddClientCertificateInput = builder.inputType('AddClientCertificateInput', {
  description: 'One more client certificate for an application.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    certificate: t.string({
      required: true,
      description: 'The certificate as PEM, without its private key and without those of its authorities.',
    }),
  }),
});

const ClientCertificateInput = builder.inputType('ClientCertificateInput', {
  description: 'One client certificate of an application.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    thumbprint: t.string({
      required: true,
      description: 'Which certificate: its SHA-256 in base64url, or in hexadecimal as openssl prints it.',
    }),
  }),
});

type ApplicationAddress = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly application: string;
};

/** @throws NOT_FOUND */
async function ownerOf(transaction: Transaction, address: ApplicationAddress) {
  const { application: name, ...consumer } = address;
  const { catalogId } = await consumerOrgNamed(transaction, consumer);
  const { id: applicationId } = await applicationNamed(transaction, { ...consumer, name });
  return { catalogId, applicationId, path: ['input'] };
}

const subjectOf = ({ catalog, consumerOrg, application }: Omit<ApplicationAddress, 'orgId'>) =>
  `${catalog}/${consumerOrg}/${application}`;

builder.mutationField('addClientCertificate', (t) =>
  t.field({
    type: ClientCertificateRef,
    description:
      'Registers a client certificate with an application: calls that show it are those of the application. In a catalog, a certificate is of one application.',
    args: {
      input: t.arg({ type: AddClientCertificateInput, required: true, description: 'The certificate.' }),
    },
    resolve: async (_root, { input: { org, certificate, ...address } }, context) => {
      const { id: orgId } = await context.org(org);
      const request = { orgId, action: 'addClientCertificate', subject: subjectOf(address) };
      return context.change(request, async (transaction) => {
        const owner = await ownerOf(transaction, { orgId, ...address });
        return addClientCertificate(transaction, { ...owner, certificate, now: context.clock() });
      });
    },
  }),
);

builder.mutationField('removeClientCertificate', (t) =>
  t.boolean({
    description: 'Takes a client certificate from an application: calls with it are refused at once.',
    args: { input: t.arg({ type: ClientCertificateInput, required: true, description: 'Which one.' }) },
    resolve: async (_root, { input: { org, thumbprint, ...address } }, context) => {
      const { id: orgId } = await context.org(org);
      const request = { orgId, action: 'removeClientCertificate', subject: subjectOf(address) };
      await context.change({ ...request, detail: { thumbprint } }, async (transaction) => {
        const owner = await ownerOf(transaction, { orgId, ...address });
        await removeClientCertificate(transaction, { ...owner, thumbprint });
      });
      return true;
    },
  }),
);
