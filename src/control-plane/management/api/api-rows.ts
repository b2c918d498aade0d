import DataLoader from 'dataloader';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';

/**
 * Columns that an `Api` is made from. Documents are not among them: they can be large, and are read when they are
 * requested.
 */
export const apiColumns = {
  id: true,
  name: true,
  title: true,
  version: true,
  kind: true,
  basePath: true,
  targetUrl: true,
  backend: true,
  graphqlUrl: true,
  securityDefinitions: true,
  security: true,
  forwardAuthorization: true,
  settings: true,
  words: true,
} as const satisfies Prisma.ApiSelect & Prisma.CatalogApiSelect;

export type ApiSettingsRow = Prisma.ApiGetPayload<{ select: typeof apiColumns }>;

/** The row of a draft. */
type DraftRow = ApiSettingsRow & { readonly orgId: string };

export type DraftRows = Pick<DataLoader<string, DraftRow | undefined>, 'loadMany'>;

/**
 * Loads drafts of APIs by id; undefined where there is none. The lists of one answer share a loader, so that their
 * drafts are read together.
 */
export function draftRows({ prisma }: Database): DraftRows {
  return new DataLoader(
    async (ids: readonly string[]) => {
      const rows = await prisma.api.findMany({
        where: { id: { in: [...ids] } },
        select: { ...apiColumns, orgId: true },
      });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
    { cache: false },
  );
}
