import { usernameKey } from '../../domain/people/member.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { change } from '../database/change.ts';
import type { Database } from '../database/database.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { endSignIns } from './local-sign-ins.ts';
import type { RegistryIdentity, RegistryPerson } from './registry-type.ts';

export type LocalUsersDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly passwords: Pick<Passwords, 'verify' | 'hash'>;
  readonly clock: Clock;
};

/** The new password of a person who has proved to know the old one. */
type NewPassword = {
  readonly registry: RegistryIdentity & { readonly name: string };
  readonly username: string;
  readonly password: string;
  /** The last change of the password before the old one was proved. */
  readonly changedAt: Date | undefined;
  /** The address that the request came from, for the audit. */
  readonly address: string;
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
    const { localUser } = database.prisma;
    const user = await localUser.findUnique({ where: { userRegistryId_key: { userRegistryId, key } } });
    const isRight = await passwords.verify(password, user?.passwordHash, [orgId, userRegistryId]);
    if (!isRight || user?.state !== 'ENABLED') return undefined;
    // It may have waited for its turn for seconds.
    const { id, passwordHash, state, username: kept } = user;
    return (await localUser.count({ where: { id, passwordHash, state } })) > 0 ? kept : undefined;
  }

  /** Returns the last change of a person's password; undefined for nobody. */
  async passwordChangedAt({ id }: RegistryIdentity, username: string): Promise<Date | undefined> {
    const where = { userRegistryId_key: { userRegistryId: id, key: usernameKey(username) } };
    const { localUser } = this.#deps.database.prisma;
    return (await localUser.findUnique({ where, select: { passwordChangedAt: true } }))?.passwordChangedAt;
  }

  /**
   * Changes the password of a person who has proved to know the old one. Ends what they signed in for.
   *
   * @throws GRANT_INVALID where an administrator has changed the password, suspended or removed the person since;
   *   TEMPORARILY_UNAVAILABLE with Retry-After when too many passwords of the org wait
   */
  async changePassword({ registry, username, password, changedAt, address }: NewPassword): Promise<void> {
    const { database, passwords, clock } = this.#deps;
    const { id: userRegistryId, orgId, name } = registry;
    const passwordHash = await passwords.hash(password, [orgId, userRegistryId]);
    const request = {
      orgId,
      actor: `person:${username}`,
      action: 'changeLocalUserPassword',
      subject: `${name}/${username}`,
      address,
    };
    await change(database, request, async (transaction) => {
      const where = { userRegistryId_key: { userRegistryId, key: usernameKey(username) } };
      const user = await transaction.localUser.findUnique({ where });
      const isSame = user?.passwordChangedAt.getTime() === changedAt?.getTime();
      if (!user || !isSame || user.state !== 'ENABLED') return refuse('GRANT_INVALID');
      const now = clock();
      await endSignIns(transaction, user, now);
      await transaction.localUser.update({
        where: { id: user.id },
        data: { passwordHash, passwordChangedAt: now },
      });
    });
  }
}
