import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { createApiKey, type IssuedApiKey, replaceApiKey, revokeApiKey } from '../../../consumer/api-key.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { ownApiKey, ownApplication } from './own.ts';

const PortalApiKey = builder.prismaObject('ApiKey', {
  name: 'PortalApiKey',
  description:
    'A key that is all that a call needs, where an API takes API keys. Its text is not kept, and cannot be shown again.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Says which; it opens nothing.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    prefix: t.exposeString('prefix', { description: 'How it begins, for example `gk_1a2b3c4d`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is taken no more; null is never.',
    }),
    noticedDays: t.exposeInt('noticedDays', {
      nullable: true,
      description:
        'How many days before its end it was told last that it ends; 0 that it has ended, null nothing yet.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; null if never.',
    }),
  }),
});

builder.prismaObjectField('Application', 'apiKeys', (t) =>
  t.relation('apiKeys', {
    description: 'Its API keys, the oldest first; those that have ended are told for a month.',
    args: partArgs,
    query: (part) => ({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], ...takeSkipOf(part) }),
  }),
);

const PortalIssuedApiKey = builder.objectRef<IssuedApiKey>('PortalIssuedApiKey').implement({
  description: 'The one time that an API key can be read.',
  fields: (t) => ({
    apiKey: t.field({
      type: PortalApiKey,
      description: 'The key as it can be read of from now on.',
      resolve: ({ apiKey }) => apiKey,
    }),
    key: t.exposeString('key', { description: 'What you send; keep it now, it is not shown again.' }),
  }),
});

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: PortalIssuedApiKey,
    description: 'Makes an API key for an application, which is shown this once.',
    args: {
      application: t.arg.string({ required: true, description: 'Which: its name.' }),
      title: t.arg.string({ required: true, description: 'What people call the key.' }),
      expiresAt: t.arg({
        type: 'DateTime',
        description: "When it is taken no more; by the catalog's policy unless given, or never without one.",
      }),
    },
    resolve: (_root, { application: name, title, expiresAt }, context) => {
      const viewer = demandViewer(context);
      const { username, consumerOrg } = viewer;
      const request = { action: 'createApiKey', subject: `${consumerOrg.name}/${name}`, username };
      return context.change(request, async (transaction) => {
        const { id } = await ownApplication(transaction, viewer, { name, argument: 'application' });
        const made = { applicationId: id, title, expiresAt: expiresAt ?? null, path: [] };
        return createApiKey(transaction, made, context);
      });
    },
  }),
);

builder.mutationField('replaceApiKey', (t) =>
  t.field({
    type: PortalIssuedApiKey,
    description: 'Makes an API key in place of another, with its title.',
    args: {
      id: t.arg.id({ required: true, description: 'Which.' }),
      overlapSeconds: t.arg.int({
        defaultValue: 0,
        description: 'How long the old key is taken beside the new one, in seconds: at most 30 days.',
      }),
      expiresAt: t.arg({
        type: 'DateTime',
        description:
          "When the new key is taken no more; by the catalog's policy unless given, or when the old one ends without a policy.",
      }),
    },
    resolve: (_root, { id, overlapSeconds, expiresAt = null }, context) => {
      const viewer = demandViewer(context);
      const request = { action: 'replaceApiKey', subject: id, username: viewer.username };
      return context.change(request, async (transaction) => {
        const apiKey = await ownApiKey(transaction, viewer, id);
        const replacement = { apiKey, overlapSeconds: overlapSeconds ?? 0, expiresAt, path: [] };
        return replaceApiKey(transaction, replacement, context);
      });
    },
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.boolean({
    description: 'Ends an API key at once and for good.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_root, { id }, context) => {
      const viewer = demandViewer(context);
      const request = { action: 'revokeApiKey', subject: id, username: viewer.username };
      return context.change(request, async (transaction) => {
        await revokeApiKey(transaction, await ownApiKey(transaction, viewer, id));
        return true;
      });
    },
  }),
);
