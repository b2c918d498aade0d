import { Prisma } from '../../../../bundles/prisma.js';
import type { Definitions } from '../../../domain/manifest/definition.ts';
import type { StepOf } from '../../../domain/manifest/plan-manifest.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { refuseCalled } from '../backend/set-backend.ts';
import { catalogNamed, deleteCatalog } from '../catalog/catalog.ts';
import { refuseClosing } from '../lifecycle/product-prerequisites.ts';
import type { NamedInput } from '../name-input.ts';
import { writeBackends, writeSecrets } from './catalog-backends.ts';
import { writeConsumerGroups } from './consumer-groups.ts';
import { writeWebhooks } from './webhooks.ts';
import type { WriteContext } from './write-context.ts';

/** Writes a catalog, and after it what its lists hold. */
export async function writeCatalog(
  context: WriteContext,
  { consumerGroups, webhooks, secrets, backends, ...catalog }: Definitions['Catalog'],
  before: unknown,
) {
  const { id } = await writeCatalogItself(context, catalog, before);
  const { name } = catalog;
  await writeConsumerGroups(context, { id, consumerGroups });
  await writeWebhooks(context, { id, name, webhooks });
  await writeSecrets(context, { id, name, secrets, backends });
  await writeBackends(context, { id, name, secrets, backends });
}

/** A catalog without the lists that are written by themselves. */
type CatalogItself = Omit<Definitions['Catalog'], 'consumerGroups' | 'webhooks' | 'secrets' | 'backends'>;

async function writeCatalogItself(
  { transaction, orgId }: WriteContext,
  {
    name,
    userRegistries,
    oauthProviders,
    branding,
    pages,
    credentialPolicy,
    usageAlerts,
    mail,
    changePolicy,
    lintPolicy,
    signIn,
    ...ownSettings
  }: CatalogItself,
  before: unknown,
) {
  const named = (names: readonly string[]) => names.map((each) => ({ orgId_name: { orgId, name: each } }));
  const [registries, providers] = [named(userRegistries), named(oauthProviders)];
  const settings = {
    ...ownSettings,
    branding: toStore(branding),
    pages: toStore(pages),
    credentialPolicy: credentialPolicy ? toStore(credentialPolicy) : Prisma.DbNull,
    usageAlerts: usageAlerts ? toStore(usageAlerts) : Prisma.DbNull,
    mail: mail ? toStore(mail) : Prisma.DbNull,
    changePolicy: changePolicy ? toStore(changePolicy) : Prisma.DbNull,
    lintPolicy: lintPolicy ? toStore(lintPolicy) : Prisma.DbNull,
    signIn: signIn ? toStore(signIn) : Prisma.DbNull,
  };
  if (before)
    return transaction.catalog.update({
      where: { orgId_name: { orgId, name } },
      data: { ...settings, userRegistries: { set: registries }, oauthProviders: { set: providers } },
    });
  return transaction.catalog.create({
    data: {
      ...settings,
      orgId,
      name,
      userRegistries: { connect: registries },
      oauthProviders: { connect: providers },
    },
  });
}

/** @throws IN_USE as the mutations that take an assignment away */
export async function checkAssignments(
  { transaction, orgId }: WriteContext,
  { before, after }: StepOf<'Catalog'>,
): Promise<void> {
  if (!before || !after) return;
  const lost = {
    oauthProviders: before.oauthProviders.filter((name) => !after.oauthProviders.includes(name)),
    userRegistries: before.userRegistries.filter((name) => !after.userRegistries.includes(name)),
  };
  const catalog = await catalogNamed(transaction, { orgId, name: after.name, path: ['input', 'name'] });
  await refuseClosing(transaction, catalog, { lost, path: ['input'] });
  for (const { name: backend } of before.backends)
    if (!after.backends.some(({ name }) => name === backend))
      await refuseCalled(transaction, {
        catalogId: catalog.id,
        catalog: catalog.name,
        backend,
        path: ['input', 'backends'],
      });
}

/** Deletes a catalog without consumer orgs. They are no part of a manifest, so leaving them out deletes none. */
export async function pruneCatalog(transaction: Transaction, where: NamedInput): Promise<void> {
  const { orgId, name } = where;
  const consumerOrg = await transaction.consumerOrg.findFirst({ where: { catalog: { orgId, name } } });
  if (consumerOrg)
    refuse('IN_USE', {
      detail: `The catalog ${name} has consumer orgs, for example ${consumerOrg.name}: name it in the manifest, or delete them first.`,
      path: where.path,
    });
  await deleteCatalog(transaction, where);
}
