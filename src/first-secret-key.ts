import type { Database } from './database/database.ts';
import { keyFingerprint } from './secrets/key-fingerprint.ts';
import { type Secrets, UnsealError } from './secrets/secrets.ts';

type Deps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Pick<Secrets, 'hash' | 'unseal'>;
};

/**
 * Holds a process to the secret key that the platform was first started with. The first start notes which one that is; of
 * several at the same time one does. What an earlier version, which noted none, has sealed must open under it.
 *
 * @throws UnsealError when the secret key is another one
 */
export async function holdToFirstSecretKey({ database: { prisma }, secrets }: Deps): Promise<void> {
  const fingerprint = keyFingerprint(secrets);
  let first = await prisma.secretKey.findFirst();
  if (!first) {
    await openOne({ database: { prisma }, secrets });
    await prisma.secretKey.createMany({ data: { fingerprint }, skipDuplicates: true });
    // Another process may have been faster, with another key.
    first = await prisma.secretKey.findFirstOrThrow();
  }
  if (first.fingerprint !== fingerprint) throw new UnsealError('this platform');
}

/** One that opens is enough: under another key none does, and one that was damaged says nothing of the key. */
async function openOne({ database: { prisma }, secrets }: Deps): Promise<void> {
  const keys = await prisma.signingKey.findMany();
  const webhooks = await prisma.webhook.findMany();
  const sealed = [
    ...keys.map(({ id, privateJwkSealed }) => [id, privateJwkSealed] as const),
    ...webhooks.map(({ id, secretSealed }) => [id, secretSealed] as const),
  ];
  let failure: unknown;
  for (const [id, bytes] of sealed)
    try {
      return void secrets.unseal(bytes, id);
    } catch (error) {
      failure = error;
    }
  if (failure !== undefined) throw failure;
}
