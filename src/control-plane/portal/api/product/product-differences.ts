import { FairCache } from '../../../../foundation/fair-cache.ts';
import { comparedApis } from '../../../../graphql/breaks/contract-breaks.ts';
import { withDocuments } from '../../../../infrastructure/database/documents.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import {
  bytesOfChanges,
  type ComparedApi,
  DIFFERENCES_KEPT,
  type KeptChanges,
  type VersionDifference,
  versionDifferences,
} from '../../../consumer/version-differences.ts';
import type { PortalContext } from '../context.ts';
import { shownSdl } from './shown-schema.ts';

/** Two versions of a product by their ids. Parts of their schemas are hidden from the viewer. */
type VersionPair = {
  readonly before: string;
  readonly after: string;
  readonly hidden: readonly string[];
};

/** Differences of products at a revision. */
const ofProducts = new FairCache<KeptChanges<VersionDifference>>(DIFFERENCES_KEPT, bytesOfChanges);

/**
 * Lists the differences between two versions of a product for the viewer, at most 500. Hidden parts are
 * left out.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are compared at this moment
 */
export async function productDifferences(
  context: PortalContext,
  { before, after, hidden }: VersionPair,
): Promise<readonly VersionDifference[]> {
  const key = [before, after, await context.revision(), ...hidden].join(' ');
  const { changes } = await ofProducts.get(context.catalog.orgId, key, async () => ({
    changes: await compare(context, { before, after, hidden }),
  }));
  return changes;
}

const apiTree = { apis: comparedApis } as const satisfies Prisma.CatalogProductSelect;

async function compare(
  context: PortalContext,
  { before, after, hidden }: VersionPair,
): Promise<VersionDifference[]> {
  const shownApis = async (id: string): Promise<ComparedApi[]> => {
    const { prisma } = context.database;
    const { apis } = await prisma.catalogProduct.findUniqueOrThrow({ where: { id }, select: apiTree });
    const rows = await withDocuments(prisma, apis);
    return Promise.all(
      rows.map(async (api) => ({ ...api, sdl: api.sdl && (await shownSdl(api.sdl, hidden, context)) })),
    );
  };
  const [was, is] = [await shownApis(before), await shownApis(after)];
  return versionDifferences({ was, is }, context.catalog.orgId);
}
