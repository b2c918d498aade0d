import { apiPairs, type PhrasedBreak } from '../../../../domain/api/api-break.ts';
import { type SecurityAlternative, securityAlternativesOf } from '../../../../domain/api/security.ts';
import { securityInWords } from '../../../../domain/api/security-words.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { comparedApis } from '../../../../graphql/breaks/contract-breaks.ts';
import { publishedBreaks } from '../../../../graphql/breaks/contract-comparison.ts';
import { type ApiDocuments, withDocuments } from '../../../../infrastructure/database/documents.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { storedSecurity } from '../../../../infrastructure/database/stored-security.ts';
import type { PortalContext } from '../context.ts';
import { hiddenFrom, plansForViewer, shownSdl } from './shown-schema.ts';

/** Changes that an application meets when it goes from one product to another. */
export type ProductChanges = {
  /** Security of the APIs in both products, before and after. */
  readonly security: readonly {
    readonly api: string;
    readonly before: readonly SecurityAlternative[];
    readonly after: readonly SecurityAlternative[];
  }[];
  readonly breaking: readonly (PhrasedBreak & { readonly api: string })[];
  readonly addedApis: readonly { readonly id: string }[];
  readonly removedApis: readonly { readonly id: string; readonly name: string }[];
};

/** Two products of a catalog by their ids, at a revision of their org. */
export type ProductPair = { readonly before: string; readonly after: string; readonly revision: number };

const CACHE = { bytesMax: 32 * 1024 * 1024, bytesMaxOfOrg: 4 * 1024 * 1024 };
const MESSAGE_LENGTH_MAX = 300;

/**
 * Comparisons of products, kept until something of the org changes. Documents can be large, and many look at the same
 * two products. (A copy stays as it is until its product is published again, which only the revision shows.) Ids are
 * unique everywhere, so one cache serves all portals of this process.
 */
const compared = new FairCache<ProductChanges>(CACHE, (changes) => JSON.stringify(changes).length);

type ComparedProducts = {
  readonly context: PortalContext;
  readonly pair: ProductPair;
  /** Parts of the old product's schemas that are hidden from the viewer. They are left out. */
  readonly hidden: readonly string[];
};

/** Compares two products for the viewer. */
export async function productChanges(context: PortalContext, pair: ProductPair): Promise<ProductChanges> {
  const products = context.database.prisma;
  const { plans } = await products.catalogProduct.findUniqueOrThrow({
    where: { id: pair.before },
    select: { plans: plansForViewer(context) },
  });
  const hidden = hiddenFrom(plans);
  const key = [pair.before, pair.after, pair.revision, ...hidden].join(' ');
  return compared.get(context.catalog.orgId, key, () => compare({ context, pair, hidden }));
}

const apiTree = { apis: comparedApis } as const satisfies Prisma.CatalogProductSelect;

type ApiRow = Prisma.CatalogProductGetPayload<{ select: typeof apiTree }>['apis'][number] & ApiDocuments;

async function compare({ context, pair, hidden }: ComparedProducts): Promise<ProductChanges> {
  const products = context.database.prisma;
  const [old, successor] = await Promise.all(
    [pair.before, pair.after].map((id) =>
      products.catalogProduct.findUniqueOrThrow({ where: { id }, select: apiTree }),
    ),
  );
  const visibleSdl = (api: ApiRow) => api.sdl && shownSdl(api.sdl, hidden, context);
  const [was = [], is = []] = await Promise.all(
    [old, successor].map(async ({ apis } = { apis: [] }) =>
      Promise.all(
        (await withDocuments(products, apis)).map(async (api) => ({ ...api, sdl: await visibleSdl(api) })),
      ),
    ),
  );
  const pairs = apiPairs(was, is);
  const both = pairs.flatMap((pair) => (pair.after ? { before: pair.before, after: pair.after } : []));
  const breaking: ProductChanges['breaking'][number][] = [];
  for (const each of both) breaking.push(...(await breakingChanges(each, context.catalog.orgId)));
  return {
    security: both.flatMap(securityChange),
    breaking,
    addedApis: is.filter((api) => !both.some((pair) => pair.after === api)).map(({ id }) => ({ id })),
    removedApis: pairs.filter((pair) => !pair.after).map(({ before: { id, name } }) => ({ id, name })),
  };
}

type ApiRows = { readonly before: ApiRow; readonly after: ApiRow };

function securityChange(pair: ApiRows): ProductChanges['security'] {
  const [before, after] = [pair.before, pair.after].map((api) => ({
    name: api.name,
    version: api.version,
    ...storedSecurity(api),
  }));
  if (!before || !after || securityInWords(before) === securityInWords(after)) return [];
  return [{ api: after.name, before: securityAlternativesOf(before), after: securityAlternativesOf(after) }];
}

async function breakingChanges(
  { before, after }: ApiRows,
  orgId: string,
): Promise<ProductChanges['breaking']> {
  const breaks = await publishedBreaks(before, after, orgId);
  return breaks.map(({ message, ...each }) => ({
    ...each,
    api: after.name,
    message: short(message, MESSAGE_LENGTH_MAX),
  }));
}
