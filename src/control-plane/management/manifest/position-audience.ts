import { type Audience, NOBODY } from '../../../domain/consumer/audience.ts';
import type { CatalogProductDefinition } from '../../../domain/manifest/definition.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { keysOfNames } from '../catalog/audience-keys.ts';

type AudiencePosition = {
  readonly id: string;
  readonly catalogId: string;
  readonly after: CatalogProductDefinition;
};

/** Writes for whom a product in a catalog and its plans are. @throws NOT_FOUND for a consumer org or a group */
export async function writeAudiences(
  transaction: Transaction,
  { id, catalogId, after }: AudiencePosition,
): Promise<void> {
  const keysOf = (input: Audience, member: string) =>
    keysOfNames(transaction, { catalogId, input, path: ['input', member] });
  await transaction.catalogProduct.update({
    where: { id },
    data: {
      visibleTo: await keysOf(after.visibleTo, 'visibleTo'),
      subscribableBy: await keysOf(after.subscribableBy, 'subscribableBy'),
    },
  });
  await transaction.catalogPlan.updateMany({
    where: { catalogProductId: id },
    data: { visibleTo: [], subscribableBy: [] },
  });
  // Consumers that are gone let nobody else in.
  const ofPlan = async (audience: Audience | null) => {
    if (!audience) return [];
    const keys = await keysOf(audience, 'planAudiences');
    return keys.length > 0 ? keys : [NOBODY];
  };
  for (const { plan, visibleTo, subscribableBy } of after.planAudiences)
    await transaction.catalogPlan.updateMany({
      where: { catalogProductId: id, name: plan },
      data: { visibleTo: await ofPlan(visibleTo), subscribableBy: await ofPlan(subscribableBy) },
    });
}
