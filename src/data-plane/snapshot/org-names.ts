import { growingCache } from '../../foundation/growing-cache.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { Snapshot } from './snapshot.ts';

const KNOWN_MAX = 10_000;

type OrgNamesDeps = {
  readonly database: Pick<Database, 'prisma'>;
  /** The held snapshot, if any. A gateway without its database knows the orgs that it serves. */
  readonly snapshot: () => Snapshot | undefined;
};

/** Finds the name of an org by the id of its row; undefined without one. No org changes its name. */
export function createOrgNames({ database, snapshot }: OrgNamesDeps) {
  const known = growingCache<string>(KNOWN_MAX);
  return async (orgId: string): Promise<string | undefined> => {
    const name = known.get(orgId) ?? published(snapshot(), orgId) ?? (await stored(database, orgId));
    if (name !== undefined) known.set(orgId, name);
    return name;
  };
}

function published(snapshot: Snapshot | undefined, orgId: string): string | undefined {
  for (const catalog of snapshot?.catalogs.values() ?? [])
    if (catalog.orgId === orgId) return catalog.path.split('/')[1];
  return undefined;
}

async function stored({ prisma }: OrgNamesDeps['database'], id: string): Promise<string | undefined> {
  return (await prisma.org.findUnique({ where: { id }, select: { name: true } }))?.name;
}
