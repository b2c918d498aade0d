import { usernameKey } from '../../domain/people/member.ts';
import type { Database } from '../database/database.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { RegistryIdentity, RegistryPerson } from './registry-type.ts';

export type LocalUsersDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly passwords: Pick<Passwords, 'verify'>;
};

/** The people whom the platform keeps for orgs without a registry of their own. */
export class LocalUsers {
  readonly #deps: LocalUsersDeps;

  constructor(deps: LocalUsersDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the username of the person as it was given; undefined for a wrong password.
   *
   * Somebody unknown or disabled takes as long as a wrong password: all of them are compared with a hash.
   *
   * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many passwords of the org wait
   */
  async authenticate(
    { id: userRegistryId, orgId }: RegistryIdentity,
    { username, password }: RegistryPerson,
  ): Promise<string | undefined> {
    const { database, passwords } = this.#deps;
    const key = usernameKey(username);
    const user = await database.prisma.localUser.findUnique({
      where: { userRegistryId_key: { userRegistryId, key } },
    });
    const isRight = await passwords.verify(password, user?.passwordHash, [orgId, userRegistryId]);
    return isRight && user?.state === 'ENABLED' ? user.username : undefined;
  }
}
