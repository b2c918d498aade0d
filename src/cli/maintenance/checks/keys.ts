import { Prisma } from '../../../../bundles/prisma.js';
import type { SigningKey } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { matchingKey } from '../../../infrastructure/secrets/first-secret-key.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { importSigningKey } from '../../../infrastructure/tokens/keys.ts';
import { secretsOf } from '../platform-database.ts';
import type { Check, Finding } from './check.ts';

const check = 'keys';

/** Checks that the secret key opens sealed values and every OAuth provider can sign. */
export const keys: Check = async ({ current, config }) => {
  if (!current) return [];
  const secrets = secretsOf(config);
  const { prisma } = current;
  const [first, signing, webhooks, catalogSecrets, registries, clients, providers] = await Promise.all([
    prisma.secretKey.findFirst(),
    prisma.signingKey.findMany(),
    prisma.webhook.findMany({ select: { id: true, secretSealed: true, previousSecretSealed: true } }),
    prisma.secret.findMany({ select: { id: true, valueSealed: true } }),
    prisma.userRegistry.findMany({ select: { id: true, secretSealed: true } }),
    prisma.clientRegistration.findMany({ select: { id: true, managementSealed: true } }),
    prisma.oAuthProvider.findMany({
      where: { signingKeys: { none: {} }, issuer: { equals: Prisma.DbNull } },
      select: { name: true },
    }),
  ]);
  const sealed = [
    ...signing.map((key) => () => openSigningKey(key, secrets)),
    ...webhooks.flatMap(({ id, secretSealed, previousSecretSealed: previous }) => [
      () => secrets.unseal(secretSealed, id),
      ...(previous ? [() => secrets.unseal(previous, id)] : []),
    ]),
    ...catalogSecrets.map((secret) => () => secrets.unseal(secret.valueSealed, secret.id)),
    ...registries.flatMap(({ id, secretSealed: sealed }) =>
      sealed ? [() => secrets.unseal(sealed, id)] : [],
    ),
    ...clients.flatMap(({ id, managementSealed: sealed }) =>
      sealed ? [() => secrets.unseal(sealed, id)] : [],
    ),
  ];
  const owner = first ? matchingKey(first, secrets) : 'OWN';
  const finding = keyFinding(owner, { all: sealed.length, broken: sealed.filter(throws).length });
  return [...providers.map(unsigning), finding];
};

function openSigningKey(key: SigningKey, secrets: Secrets): unknown {
  const privateJwk = JSON.parse(secrets.unseal(key.privateJwkSealed, key.id));
  const { id: kid, algorithm } = key;
  return importSigningKey({ kid, algorithm, publicJwk: stored(key.publicJwk), privateJwk }, key.signsFrom);
}

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

const unsigning = ({ name }: { readonly name: string }): Finding => ({
  check,
  state: 'fail',
  message: `the OAuth provider ${name} has no signing key`,
  remedy: 'Rotate its keys: the mutation rotateSigningKey.',
});

type SealedKeys = { readonly all: number; readonly broken: number };

function keyFinding(owner: ReturnType<typeof matchingKey>, { all, broken }: SealedKeys): Finding {
  if (owner === 'BESIDE' && broken === 0)
    return {
      check,
      state: 'warn',
      message: 'SECRET_KEY_OLD is still the key of this platform',
      remedy: 'Run gatehouse rotate-secret when all processes have both keys; then leave SECRET_KEY_OLD out.',
    };
  if (owner === 'OTHER')
    return {
      check,
      state: 'fail',
      message: 'SECRET_KEY is another one than that which this platform was first started with',
      remedy: `Give the first SECRET_KEY (or the file secret.key in DATA_DIR): no process starts with another, and what is stored can be neither opened nor compared under it (${broken} of ${all} sealed keys do not open).`,
    };
  if (broken === 0)
    return { check, state: 'ok', message: `SECRET_KEY opens all ${all} keys that are stored` };
  return {
    check,
    state: 'fail',
    message: `SECRET_KEY does not open ${broken} of ${all} keys that are stored`,
    remedy: 'Give the SECRET_KEY (or the file secret.key in DATA_DIR) that they were sealed with.',
  };
}
