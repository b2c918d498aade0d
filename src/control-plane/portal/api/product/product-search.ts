import type { ApiWords } from '../../../../domain/api/api-words.ts';
import { searchWords } from '../../../../foundation/text/search-words.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import type { PortalContext } from '../context.ts';
import { fieldNames } from './field-names.ts';
import { hiddenFrom, plansForViewer, shownSdl } from './shown-schema.ts';

type Products = Prisma.CatalogProductWhereInput;

function searchedBy(context: PortalContext) {
  return {
    id: true,
    searchText: true,
    plans: plansForViewer(context),
    apis: { select: { name: true, title: true, words: true, sdl: true, searchText: true } },
  } as const satisfies Prisma.CatalogProductSelect;
}

type SearchedProduct = Prisma.CatalogProductGetPayload<{ select: ReturnType<typeof searchedBy> }>;

/**
 * Finds the products of a catalog too large for an index. PostgreSQL finds each word as it is written.
 * Hidden parts are not searched.
 * Where a product has a schema it finds too many, so those are read.
 *
 * @throws BAD_USER_INPUT for a search of too many words
 */
export async function matching(
  context: PortalContext,
  products: Products,
  search: string,
): Promise<Products> {
  const words = searchWords(search);
  const found = { AND: [products, ...words.map(holding)] } satisfies Products;
  const withSchema = await context.database.prisma.catalogProduct.findMany({
    where: { ...found, apis: { some: { sdl: { not: null } } } },
    select: searchedBy(context),
  });
  const without: string[] = [];
  for (const product of withSchema) {
    const text = (await textsOf(product, context)).join('\n').toLowerCase();
    if (!words.every((word) => text.includes(word))) without.push(product.id);
  }
  return { ...found, id: { notIn: without } };
}

function holding(word: string): Products {
  const contains = word.replace(/[\\%_]/g, '\\$&');
  const apis = { some: { searchText: { contains } } };
  return { OR: [{ searchText: { contains } }, { apis }] };
}

async function textsOf(
  { searchText, apis, plans }: SearchedProduct,
  context: PortalContext,
): Promise<string[]> {
  const hidden = hiddenFrom(plans);
  const texts = [searchText];
  for (const { sdl, words, ...api } of apis) {
    if (sdl === null) texts.push(api.searchText);
    else {
      const { tags, summary = '', description = '' } = stored<ApiWords>(words);
      const fields = await fieldNames(await shownSdl(sdl, hidden, context));
      texts.push(api.name, api.title, ...tags, summary, description, ...fields);
    }
  }
  return texts;
}
