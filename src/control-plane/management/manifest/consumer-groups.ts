import type { Definitions } from '../../../domain/manifest/definition.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { refuseGroupInUse } from '../catalog/audience.ts';
import type { WriteContext } from './write-context.ts';

type Groups = Pick<Definitions['Catalog'], 'consumerGroups'> & { readonly id: string };

/** Writes the groups of a catalog. Who is in them stays. @throws IN_USE for one that an audience names */
export async function writeConsumerGroups(
  { transaction, clock }: WriteContext,
  { id: catalogId, consumerGroups }: Groups,
): Promise<void> {
  const there = await transaction.consumerGroup.findMany({ where: { catalogId }, select: { name: true } });
  const isWanted = (name: string) => consumerGroups.some((group) => group.name === name);
  for (const { name } of there)
    if (!isWanted(name)) {
      await refuseGroupInUse(transaction, { catalogId, name });
      await transaction.consumerGroup.delete({ where: { catalogId_name: { catalogId, name } } });
    }
  const adding = consumerGroups.length - there.filter(({ name }) => isWanted(name)).length;
  if (adding > 0)
    await checkQuota(transaction, { resource: 'CONSUMER_GROUPS', ownerId: catalogId, now: clock(), adding });
  for (const { name, title, mailDomains } of consumerGroups) {
    const data = { title, mailDomains: [...mailDomains] };
    await transaction.consumerGroup.upsert({
      where: { catalogId_name: { catalogId, name } },
      create: { catalogId, name, ...data },
      update: data,
    });
  }
}
