import type { Database } from '../database/database.ts';
import { keyFingerprint } from './key-fingerprint.ts';
import { type RetiredKey, type Secrets, UnsealError } from './secrets.ts';

type FirstSecretKeyDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
};

/**
 * Holds a process to the platform's secret key: the one that it was first started with, until a rotation has put another in
 * its place. It may be the key beside, which is SECRET_KEY_OLD. The first start notes which one that is; of several at the
 * same time one does. What an earlier version, which noted none, has sealed must open under it.
 *
 * What is left of keys before is known from then on.
 *
 * @throws UnsealError when the platform's key is another one, or SECRET_KEY was put out of use
 */
export async function holdToFirstSecretKey({
  database: { prisma },
  secrets,
}: FirstSecretKeyDeps): Promise<void> {
  let row = await prisma.secretKey.findFirst();
  if (!row) {
    const fingerprint = keyFingerprint(await keyOf({ database: { prisma }, secrets }));
    await prisma.secretKey.createMany({ data: { fingerprint }, skipDuplicates: true });
    // Another process may have been faster, with another key.
    row = await prisma.secretKey.findFirstOrThrow();
  }
  if (matchingKey(row, secrets) === 'OTHER') throw new UnsealError('this platform');
  const retired = retiredIn(row, secrets);
  const { pepper } = secrets.retire();
  if (retired.some((key) => key.pepper === pepper)) throw new UnsealError('this platform');
  secrets.admit(retired);
}

type SecretKeyRow = { readonly fingerprint: string; readonly retiredSealed: Uint8Array | null };

/** Which key is the platform's: SECRET_KEY, or SECRET_KEY_OLD until a rotation has ended, or another. */
export function matchingKey({ fingerprint }: SecretKeyRow, secrets: Secrets): 'OWN' | 'BESIDE' | 'OTHER' {
  if (fingerprint === keyFingerprint(secrets)) return 'OWN';
  return secrets.beside && fingerprint === keyFingerprint(secrets.beside) ? 'BESIDE' : 'OTHER';
}

/** To what it is bound as it is sealed. */
export const RETIRED = 'the retired keys of this platform';

/** What is left of the keys before, the newest first. @throws UnsealError */
export const retiredIn = ({ retiredSealed }: SecretKeyRow, secrets: Secrets): RetiredKey[] =>
  retiredSealed === null ? [] : JSON.parse(secrets.unseal(retiredSealed, RETIRED));

/** The key under which an earlier version has sealed. One that opens is enough: what was damaged says nothing of the key. */
async function keyOf({ database: { prisma }, secrets }: FirstSecretKeyDeps): Promise<Secrets> {
  const keys = await prisma.signingKey.findMany();
  const webhooks = await prisma.webhook.findMany();
  const sealed = [
    ...keys.map(({ id, privateJwkSealed }) => [id, privateJwkSealed] as const),
    ...webhooks.map(({ id, secretSealed }) => [id, secretSealed] as const),
  ];
  const opens = (each: Secrets | undefined) => sealed.some(([id, bytes]) => each?.isSealedAnew(bytes, id));
  if (sealed.length === 0 || opens(secrets)) return secrets;
  if (secrets.beside && opens(secrets.beside)) return secrets.beside;
  throw new UnsealError(sealed[0]?.[0] ?? '');
}
