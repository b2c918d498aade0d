import { type Transaction, transact } from '../database/change.ts';
import type { Database } from '../database/database.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { tokenPrefix } from './access-token.ts';

const NAME = 'administrator';
/** Of several processes that start at the same time one makes the token. */
const LOCK = 72_707_370;

export type FirstAdministrator = {
  readonly database: Pick<Database, 'prisma'>;
  readonly secrets: Secrets;
  /** ADMIN_TOKEN: the value that its token must have. */
  readonly token?: string | undefined;
};

/**
 * Makes sure that somebody can begin: the platform's administrator, whose token reaches every org.
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
    const where = { orgId: null, name: NAME };
    const administrator = await transaction.accessToken.findFirst({ where });
    if (token === undefined && administrator) return undefined;
    const value = token ?? secrets.issue(tokenPrefix);
    await keep(transaction, { id: administrator?.id, tokenHash: secrets.hash(value) });
    return token === undefined ? value : undefined;
  });
}

type Keep = { readonly id: string | undefined; readonly tokenHash: string };

async function keep({ accessToken }: Transaction, { id, tokenHash }: Keep): Promise<void> {
  const role = 'ADMINISTRATOR';
  if (id === undefined) await accessToken.create({ data: { name: NAME, role, tokenHash } });
  else await accessToken.update({ where: { id }, data: { role, tokenHash, expiresAt: null } });
}
