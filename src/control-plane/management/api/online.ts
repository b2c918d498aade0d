import { servingStates } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { publishApiOnItsOwn } from '../product/publication.ts';
import { ApiRef, type ApiShape, apiOfCopy, apiOfDraft, draftKey, draftNamed } from './api.ts';
import { SetApiOnlineInput } from './input.ts';

export type OnlineSwitch = {
  readonly orgId: string;
  /** `name:version` */
  readonly api: string;
  readonly online: boolean;
  /** The catalog, and the path of its name in the input. */
  readonly catalog: { readonly name: string; readonly path: InputPath };
};

/** The copies of an API that answer calls in a catalog. */
const servedCopies = (catalogId: string, api: string): Prisma.CatalogApiWhereInput => ({
  ...readVersionedName(api),
  catalogProduct: { catalogId, state: { in: [...servingStates] } },
});

/**
 * Switches an API on or off in a catalog, in all products that hold it. Online publishes it by itself, in a product of
 * its own, where no product holds it yet. (spec.md, API online state)
 *
 * @throws NOT_FOUND when there is no such catalog or API, or nothing to switch off
 */
export async function setOnline(
  transaction: Transaction,
  { orgId, api, online, catalog }: OnlineSwitch,
): Promise<void> {
  const { id: catalogId, name } = await catalogNamed(transaction, { orgId, ...catalog });
  const { count } = await transaction.catalogApi.updateMany({
    where: servedCopies(catalogId, api),
    data: { online },
  });
  if (count > 0) return;
  const { id: apiId } = await draftNamed(transaction, { orgId, api, path: ['input', 'api'] });
  if (!online)
    refuse('NOT_FOUND', {
      detail: `No published product of the catalog ${name} holds ${api}: there is nothing to take offline.`,
      path: ['input', 'api'],
    });
  await publishApiOnItsOwn(transaction, { orgId, catalogId, apiId });
}

/** Switches APIs of one product in a catalog on or off. */
export async function setCopiesOnline(
  transaction: Transaction,
  catalogProductId: string,
  { apis, online }: { apis: readonly string[]; online: boolean },
): Promise<void> {
  await transaction.catalogApi.updateMany({
    where: { catalogProductId, online: !online, OR: apis.map(readVersionedName) },
    data: { online },
  });
}

builder.mutationField('setApiOnline', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Switches an API on or off in a catalog. Online publishes the API by itself, in a product of its own, where no published product holds it yet.',
    args: { input: t.arg({ type: SetApiOnlineInput, required: true, description: 'Which, and where.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { api, online } = input;
      const catalog = { name: input.catalog ?? 'sandbox', path: ['input', 'catalog'] };
      const target = { orgId, api, online, catalog };
      if (!(await isSo(context, target)))
        await context.change(
          { orgId, action: 'setApiOnline', subject: api, detail: { online, catalog: catalog.name } },
          (transaction) => setOnline(transaction, target),
        );
      return shapeOf(context, target);
    },
  }),
);

/** Tells whether the API has this state already. Then nothing changes, and the revision stays. */
async function isSo(
  { database: { prisma } }: ManagementContext,
  { orgId, api, online, catalog }: OnlineSwitch,
): Promise<boolean> {
  const { id } = await catalogNamed(prisma, { orgId, ...catalog });
  const where = servedCopies(id, api);
  const copies = await prisma.catalogApi.findMany({ where, select: { online: true } });
  return copies.length > 0 && copies.every((copy) => copy.online === online);
}

/** Reads the draft of an API. Where it was deleted since, its copy in the catalog is read. */
async function shapeOf(
  { database: { prisma } }: ManagementContext,
  { orgId, api, catalog }: OnlineSwitch,
): Promise<ApiShape> {
  const draft = await prisma.api.findUnique({ where: draftKey(orgId, api) });
  if (draft) return apiOfDraft(draft);
  const { id } = await catalogNamed(prisma, { orgId, ...catalog });
  return apiOfCopy(await prisma.catalogApi.findFirstOrThrow({ where: servedCopies(id, api) }), orgId);
}
