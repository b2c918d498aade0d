import { hashPassword } from '../../src/infrastructure/secrets/argon2.ts';
import { SIGN_IN } from './provider-browser.ts';
import type { StoredOAuth } from './stored-oauth.ts';

/** Makes the provider's user registry one of type LOCAL, which the platform keeps. */
export async function keepUsers({ userRegistryId: id, change }: StoredOAuth): Promise<void> {
  const data = { type: 'LOCAL', url: 'local://users' } as const;
  await change((prisma) => prisma.userRegistry.update({ where: { id }, data }));
}

/** Leaves Alice alone in that registry, with the password of `SIGN_IN`. */
export async function keepAlice({ database, userRegistryId }: StoredOAuth): Promise<void> {
  const { localUser } = database.prisma;
  await localUser.deleteMany();
  const passwordHash = hashPassword({ text: SIGN_IN.password });
  await localUser.create({ data: { userRegistryId, username: 'Alice', key: 'alice', passwordHash } });
}
