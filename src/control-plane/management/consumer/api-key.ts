import { refuse } from '../../../foundation/errors.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { ApiKey } from '../../../infrastructure/database/generated/prisma/client.ts';
import {
  createApiKey,
  type IssuedApiKey,
  isApiKeyId,
  replaceApiKey,
  revokeApiKey,
} from '../../consumer/api-key.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { applicationNamed } from './application.ts';

const ApiKeyRef = builder.prismaObject('ApiKey', {
  description:
    'A key that is all that a call needs, where an API has a security definition of kind KEY. Its text is stored hashed.',
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
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; null when it never was.',
    }),
  }),
});

builder.prismaObjectField('Application', 'apiKeys', (t) =>
  t.relation('apiKeys', {
    description: 'Its API keys, the oldest first; those that have ended are told for a month.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
  }),
);

const IssuedApiKeyRef = builder.objectRef<IssuedApiKey>('IssuedApiKey').implement({
  description: 'An API key in clear. This is the one time that it can be read.',
  fields: (t) => ({
    apiKey: t.field({
      type: ApiKeyRef,
      description: 'The key as it can be read of from now on.',
      resolve: ({ apiKey }) => apiKey,
    }),
    key: t.exposeString('key', { description: 'What callers send. It cannot be read again.' }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'One more API key for an application.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    title: t.string({ required: true, description: 'What people call the key.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        "When it is taken no more; by the catalog's credential policy unless given, or never without one.",
    }),
  }),
});

const ApiKeyInput = builder.inputType('ApiKeyInput', {
  description: 'One API key of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    id: t.id({ required: true, description: 'Which API key.' }),
  }),
});

const ReplaceApiKeyInput = builder.inputType('ReplaceApiKeyInput', {
  description: 'Which API key gets another in its place, and for how long it is taken beside it.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    id: t.id({ required: true, description: 'Which API key.' }),
    overlapSeconds: t.int({
      defaultValue: 0,
      description: 'How many seconds the old key is taken beside the new one, 0 to 2592000 (30 days).',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        "When the new key is taken no more; by the catalog's credential policy unless given, or when the old one ends without a policy.",
    }),
  }),
});

type ApiKeyOfInput = { readonly orgId: string; readonly catalog: string; readonly id: string };

/** @throws NOT_FOUND when there is no such catalog, or no such API key in it */
async function apiKeyOf(transaction: Transaction, { orgId, catalog, id }: ApiKeyOfInput): Promise<ApiKey> {
  const { id: catalogId } = await catalogNamed(transaction, {
    orgId,
    name: catalog,
    path: ['input', 'catalog'],
  });
  const apiKey = isApiKeyId(id)
    ? await transaction.apiKey.findFirst({ where: { id, application: { consumerOrg: { catalogId } } } })
    : null;
  return (
    apiKey ??
    refuse('NOT_FOUND', {
      detail: `There is no such API key in the catalog ${catalog}.`,
      path: ['input', 'id'],
    })
  );
}

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: IssuedApiKeyRef,
    description: 'Gives an application one more API key, which is told this once.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, consumerOrg, application: name, title, expiresAt = null } = input;
      const subject = `${catalog}/${consumerOrg}/${name}`;
      const detail = { title, expiresAt: expiresAt?.toISOString() ?? null };
      return context.change({ orgId, action: 'createApiKey', subject, detail }, async (transaction) => {
        const application = await applicationNamed(transaction, { orgId, catalog, consumerOrg, name });
        const made = { applicationId: application.id, title, expiresAt, path: ['input'] };
        return createApiKey(transaction, made, context);
      });
    },
  }),
);

builder.mutationField('replaceApiKey', (t) =>
  t.field({
    type: IssuedApiKeyRef,
    description:
      'Makes an API key in place of another, with its title; the old one is taken for `overlapSeconds` yet.',
    args: { input: t.arg({ type: ReplaceApiKeyInput, required: true, description: 'Which API key.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, id, expiresAt = null } = input;
      const overlapSeconds = input.overlapSeconds ?? 0;
      const request = { orgId, action: 'replaceApiKey', subject: `${catalog}/${id}` };
      return context.change({ ...request, detail: { overlapSeconds } }, async (transaction) => {
        const apiKey = await apiKeyOf(transaction, { orgId, catalog, id });
        return replaceApiKey(transaction, { apiKey, overlapSeconds, expiresAt, path: ['input'] }, context);
      });
    },
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.boolean({
    description: 'Ends an API key at once and for good; the application and its subscriptions stay.',
    args: { input: t.arg({ type: ApiKeyInput, required: true, description: 'Which API key.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, id } = input;
      const request = { orgId, action: 'revokeApiKey', subject: `${catalog}/${id}` };
      await context.change(request, async (transaction) =>
        revokeApiKey(transaction, await apiKeyOf(transaction, { orgId, catalog, id })),
      );
      return true;
    },
  }),
);
