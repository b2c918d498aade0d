import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { addClientCertificate, removeClientCertificate } from '../../../consumer/client-certificate.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { ownApplication } from './own.ts';

const PortalClientCertificate = builder.prismaObject('ClientCertificate', {
  name: 'PortalClientCertificate',
  description: 'A client certificate of an application. Its private key stays with you.',
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
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call was last known by it; null if none was.',
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

builder.mutationField('addClientCertificate', (t) =>
  t.field({
    type: PortalClientCertificate,
    description:
      'Registers a client certificate with an application: calls that show it are those of the application.',
    args: {
      application: t.arg.string({ required: true, description: 'Which: its name.' }),
      certificate: t.arg.string({
        required: true,
        description: 'The certificate as PEM, without its private key and without those of its authorities.',
      }),
    },
    resolve: (_root, { application: name, certificate }, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      const request = { action: 'addClientCertificate', subject: `${consumerOrg.name}/${name}`, username };
      return context.change(request, async (transaction) => {
        const { id: applicationId } = await ownApplication(transaction, viewer, {
          name,
          argument: 'application',
        });
        const catalogId = context.catalog.id;
        const now = context.clock();
        return addClientCertificate(transaction, { catalogId, applicationId, certificate, now, path: [] });
      });
    },
  }),
);

builder.mutationField('removeClientCertificate', (t) =>
  t.boolean({
    description: 'Takes a client certificate from an application: calls with it are refused at once.',
    args: {
      application: t.arg.string({ required: true, description: 'Which: its name.' }),
      thumbprint: t.arg.string({
        required: true,
        description: 'Which certificate: its SHA-256 in base64url, or in hexadecimal as openssl prints it.',
      }),
    },
    resolve: (_root, { application: name, thumbprint }, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      const subject = `${consumerOrg.name}/${name}`;
      const request = { action: 'removeClientCertificate', subject, username, detail: { thumbprint } };
      return context.change(request, async (transaction) => {
        const { id: applicationId } = await ownApplication(transaction, viewer, {
          name,
          argument: 'application',
        });
        const catalogId = context.catalog.id;
        await removeClientCertificate(transaction, { catalogId, applicationId, thumbprint, path: [] });
        return true;
      });
    },
  }),
);
