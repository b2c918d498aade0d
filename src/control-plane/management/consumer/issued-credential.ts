import { clientKeyInShort } from '../../../domain/consumer/client-key.ts';
import { includesRole } from '../../../domain/people/roles.ts';
import type { IssuedCredential } from '../../consumer/credential.ts';
import { builder } from '../builder.ts';

const CredentialRef = builder.prismaObject('Credential', {
  description: 'A client key of an application. Its secret is stored hashed and cannot be read again.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What people call it.' }),
    clientKey: t.string({
      description:
        'Says which client calls. Whoever has the role VIEWER alone sees how it begins: `ck_qAEh…`, for APIs may admit whoever sends it.',
      select: { clientKey: true },
      resolve: ({ clientKey }, _args, { caller }) =>
        includesRole(caller.role, 'DEVELOPER') ? clientKey : clientKeyInShort(clientKey),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    secretExpiresAt: t.expose('secretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its secret is taken no more; null is never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last seen; null when it never was.',
    }),
  }),
});

export const IssuedCredentialRef = builder.objectRef<IssuedCredential>('IssuedCredential');

IssuedCredentialRef.implement({
  description: 'A client key with its secret. This is the one time that the secret can be read.',
  fields: (t) => ({
    application: t.prismaField({
      type: 'Application',
      description: 'The application that it is of.',
      resolve: (query, { credential }, _args, { database }) =>
        database.prisma.application.findUniqueOrThrow({ ...query, where: { id: credential.applicationId } }),
    }),
    credential: t.field({
      type: CredentialRef,
      description: 'The credential as it can be read from now on.',
      resolve: ({ credential }) => credential,
    }),
    clientKey: t.exposeString('clientKey', { description: 'Says which client calls; no secret.' }),
    clientSecret: t.string({
      description: 'Proves it. It cannot be read again. Empty for a public client, which has none.',
      resolve: ({ clientSecret }) => clientSecret ?? '',
    }),
  }),
});
