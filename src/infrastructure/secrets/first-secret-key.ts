import type { Database } from '../database/database.ts';
import { keyFingerprint } from './key-fingerprint.ts';
import { type RetiredKey, type Secrets, UnsealError } from './secrets.ts';

type FirstSecretKeyDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
};

/**
 * Checks that a process has the platform's secret key. It is the key of the first start, until a rotation replaces it.
 * SECRET_KEY_OLD may be that key. The first start records the key; of several at the same time, one does. An earlier
 * version recorded none, so its sealed data must open.
 *
 * It also admits the retired keys.
 *
 * @throws UnsealError when the platform's key is another one, or SECRET_KEY is retired
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

/** Tells which key is the platform's. It is SECRET_KEY, SECRET_KEY_OLD until a rotation has ended, or another. */
export function matchingKey({ fingerprint }: SecretKeyRow, secrets: Secrets): 'OWN' | 'BESIDE' | 'OTHER' {
  if (fingerprint === keyFingerprint(secrets)) return 'OWN';
  return secrets.beside && fingerprint === keyFingerprint(secrets.beside) ? 'BESIDE' : 'OTHER';
}

/** The binding of the sealed retired keys. */
export const RETIRED = 'the retired keys of this platform';

/**
 * Opens the retired keys, the newest first.
 * @throws UnsealError
 */
export const retiredIn = ({ retiredSealed }: SecretKeyRow, secrets: Secrets): RetiredKey[] =>
  retiredSealed === null ? [] : JSON.parse(secrets.unseal(retiredSealed, RETIRED));

/**
 * Finds the key that an earlier version has sealed with. One value that opens is enough, because damaged data proves
 * nothing about the key.
 */
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
