import type { OAuthProviderSettings } from '../../../domain/oauth/oauth-provider.ts';
import {
  checkRotation,
  type KeyWithState,
  keysWithState,
  PUBLISHED_SECONDS,
} from '../../../domain/oauth/signing-key.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma, SigningKey } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { createSigningKey } from '../../../infrastructure/tokens/keys.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementDeps } from '../context.ts';
import { oauthProviderNamed } from './provider.ts';
import { SigningAlgorithmType } from './signing-algorithm.ts';

export type KeyDeps = Pick<ManagementDeps, 'secrets' | 'clock'>;
type KeySettings = Pick<OAuthProviderSettings, 'signingAlgorithm' | 'accessTokenSeconds'>;
type NewKey = Prisma.SigningKeyCreateWithoutOauthProviderInput;
type Provider = KeySettings & { readonly id: string };

/** Makes a key of a provider, stored sealed. It signs from now on. */
export async function newSigningKey(settings: KeySettings, { secrets, clock }: KeyDeps): Promise<NewKey> {
  const { kid, algorithm, publicJwk, privateJwk } = await createSigningKey(settings.signingAlgorithm);
  const now = clock();
  return {
    id: kid,
    algorithm,
    publicJwk: toStore(publicJwk),
    privateJwkSealed: new Uint8Array(secrets.seal(JSON.stringify(privateJwk), kid)),
    createdAt: now,
    signsFrom: now,
    tokenSecondsMax: settings.accessTokenSeconds,
  };
}

/**
 * Keeps a provider's keys in step with settings that are about to be stored. Another algorithm needs another key. Old
 * keys stay as long as the tokens that they may have signed.
 */
export async function followSettings(
  transaction: Transaction,
  { before, after }: { before: Provider; after: KeySettings },
  deps: KeyDeps,
): Promise<void> {
  await transaction.signingKey.updateMany({
    where: { oauthProviderId: before.id, tokenSecondsMax: { lt: after.accessTokenSeconds } },
    data: { tokenSecondsMax: after.accessTokenSeconds },
  });
  if (after.signingAlgorithm === before.signingAlgorithm) return;
  const [newest] = keysWithState(await keysOf(transaction, before), deps.clock());
  // It has signed nothing: its place is taken.
  if (newest?.state === 'PUBLISHED') await transaction.signingKey.delete({ where: { id: newest.key.id } });
  await publishKey(transaction, { id: before.id, ...after }, deps);
}

/** The keys of a provider, the newest first. */
function keysOf(transaction: Transaction, { id: oauthProviderId }: Pick<Provider, 'id'>) {
  return transaction.signingKey.findMany({ where: { oauthProviderId }, orderBy: { signsFrom: 'desc' } });
}

/** Decision: publishing a key refuses no call; the key signs when every gateway knows it. */
async function publishKey(transaction: Transaction, provider: Provider, deps: KeyDeps): Promise<void> {
  const key = await newSigningKey(provider, deps);
  const signsFrom = new Date(deps.clock().getTime() + PUBLISHED_SECONDS * 1000);
  await transaction.signingKey.create({ data: { ...key, signsFrom, oauthProviderId: provider.id } });
}

/** Replaces all keys at once, when tokens that they signed can be trusted no more. */
async function replaceKeys(transaction: Transaction, provider: Provider, deps: KeyDeps): Promise<void> {
  await transaction.signingKey.deleteMany({ where: { oauthProviderId: provider.id } });
  const key = await newSigningKey(provider, deps);
  await transaction.signingKey.create({ data: { ...key, oauthProviderId: provider.id } });
}

const SigningKeyStateType = builder.enumType('SigningKeyState', {
  description: 'What a signing key is used for.',
  values: {
    PUBLISHED: { description: 'Everybody gets to know it; it signs nothing yet.' },
    SIGNING: { description: 'It signs the tokens that are issued now.' },
    RETIRED: { description: 'It signs no more, and verifies until the last token that it signed has ended.' },
  } as const,
});

const SigningKeyRef = builder.objectRef<KeyWithState<SigningKey>>('SigningKey').implement({
  description: 'A key that signs access tokens. Its private part is never told.',
  fields: (t) => ({
    kid: t.string({
      description: 'What tokens and the published key set call it (RFC 7638).',
      resolve: ({ key }) => key.id,
    }),
    algorithm: t.field({
      type: SigningAlgorithmType,
      description: 'What it signs with.',
      resolve: ({ key }) => key.algorithm,
    }),
    state: t.expose('state', { type: SigningKeyStateType, description: 'What it is used for now.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made and published.',
      resolve: ({ key }) => key.createdAt,
    }),
    signsFrom: t.field({
      type: 'DateTime',
      description: 'When it signs, or began to sign.',
      resolve: ({ key }) => key.signsFrom,
    }),
    retiresAt: t.expose('retiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is removed, its last token having ended; null as long as none comes after it.',
    }),
  }),
});

builder.prismaObjectField('OAuthProvider', 'signingKeys', (t) =>
  t.field({
    type: [SigningKeyRef],
    description: 'The keys that verify its tokens, the newest first.',
    args: partArgs,
    select: { signingKeys: { orderBy: { signsFrom: 'desc' } } },
    resolve: ({ signingKeys }, part, { clock }) => cut(keysWithState(signingKeys, clock()), part),
  }),
);

const RotateSigningKeyInput = builder.inputType('RotateSigningKeyInput', {
  description: 'Which provider gets another signing key.',
  fields: (t) => ({
    org: t.string(inOrg),
    oauthProvider: t.string({ required: true, description: 'The provider, by name.' }),
    compromised: t.boolean({
      description:
        'May somebody else have a key? Then every key is withdrawn at once, with all tokens that are out, and the new one signs at once. No, unless given.',
    }),
  }),
});

builder.mutationField('rotateSigningKey', (t) =>
  t.prismaField({
    type: 'OAuthProvider',
    description:
      'Makes a new signing key for an OAuth provider. It is published at once, and signs when every gateway and every cache of the key set knows it; the old one goes when the last token that it signed has ended. No call is refused for it.',
    args: {
      input: t.arg({ type: RotateSigningKeyInput, required: true, description: 'Whose key.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { oauthProvider: name, compromised } = input;
      const change = { orgId, action: 'rotateSigningKey', subject: name };
      return context.change(
        { ...change, detail: { compromised: compromised === true } },
        async (transaction) => {
          const path = ['input', 'oauthProvider'];
          const provider = await oauthProviderNamed(transaction, { orgId, name, path });
          if (compromised) await replaceKeys(transaction, provider, context);
          else {
            checkRotation(await keysOf(transaction, provider), context.clock());
            await publishKey(transaction, provider, context);
          }
          return transaction.oAuthProvider.findUniqueOrThrow({ ...query, where: { id: provider.id } });
        },
      );
    },
  }),
);
