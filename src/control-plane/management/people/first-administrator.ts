import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { AccessToken } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { tokenPrefix } from '../caller.ts';

/** The platform's administrator among the access tokens. */
export const administrator = { orgId: null, name: 'administrator' } as const;
/** Lock for several processes that start at the same time: one makes the token. */
const LOCK = 72_707_370;

type FirstAdministrator = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  /** ADMIN_TOKEN: the value that its token must have. */
  readonly token?: string | undefined;
};

/**
 * Ensures the platform's first administrator, whose token reaches every org.
 *
 * @returns the token when it was made just now, to be printed once; undefined when it was given or there already
 */
export function ensureAdministrator({
  database,
  secrets,
  token,
}: FirstAdministrator): Promise<string | undefined> {
  return transact(database, async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
    const row = await transaction.accessToken.findFirst({ where: administrator });
    if (token === undefined && row) return undefined;
    const value = token ?? secrets.issue(tokenPrefix);
    await keep(transaction, row, secrets.hashes(value));
    return token === undefined ? value : undefined;
  });
}

/** Stores the administrator's token. A new value ends the sessions and temporary tokens of the old one. */
async function keep(
  { accessToken, consoleSession }: Transaction,
  row: AccessToken | null,
  hashes: readonly string[],
): Promise<void> {
  const [tokenHash = ''] = hashes;
  const columns = { role: 'ADMINISTRATOR', tokenHash } as const;
  if (!row) {
    await accessToken.create({ data: { ...administrator, ...columns } });
    return;
  }
  if (!hashes.includes(row.tokenHash)) {
    await consoleSession.deleteMany({ where: { accessTokenId: row.id } });
    await accessToken.deleteMany({ where: { issuerId: row.id } });
  }
  await accessToken.update({ where: { id: row.id }, data: { ...columns, expiresAt: null } });
}
