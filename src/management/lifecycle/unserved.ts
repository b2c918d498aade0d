import type { Transaction } from '../../database/change.ts';
import type { Catalog, CatalogProduct } from '../../database/generated/prisma/client.ts';
import { stored } from '../../database/json.ts';
import type { LifecycleWarning } from '../../domain/impact.ts';
import type { SecurityDefinition, SecurityRequirement } from '../../domain/security.ts';
import { unservedWarnings } from '../../domain/unserved.ts';

/** What a product in a catalog lacks, without which calls of its APIs cannot be served. */
export async function unserved(
  transaction: Pick<Transaction, 'catalogApi' | 'oAuthProvider'>,
  { id: catalogId, orgId, name: catalog }: Pick<Catalog, 'id' | 'orgId' | 'name'>,
  { id: catalogProductId }: Pick<CatalogProduct, 'id'>,
): Promise<LifecycleWarning[]> {
  const copies = await transaction.catalogApi.findMany({
    where: { catalogProductId },
    orderBy: { position: 'asc' },
    select: {
      ...{ name: true, version: true, kind: true, targetUrl: true },
      ...{ securityDefinitions: true, security: true },
    },
  });
  const inCatalog = { catalogs: { where: { id: catalogId }, select: { id: true } } };
  const providers = await transaction.oAuthProvider.findMany({
    where: { orgId },
    select: {
      ...{ name: true, grantTypes: true },
      userRegistry: { select: { name: true, ...inCatalog } },
      ...inCatalog,
    },
  });
  return unservedWarnings({
    catalog,
    apis: copies.map(({ securityDefinitions, security, ...api }) => ({
      ...api,
      securityDefinitions: stored<SecurityDefinition[]>(securityDefinitions),
      security: stored<SecurityRequirement[]>(security),
    })),
    providers: providers.map(({ name, grantTypes, userRegistry, catalogs }) => ({
      name,
      grantTypes,
      isAssigned: catalogs.length > 0,
      registry: userRegistry && { name: userRegistry.name, isAssigned: userRegistry.catalogs.length > 0 },
    })),
  });
}
