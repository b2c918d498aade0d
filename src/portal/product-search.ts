import { Kind, parse, visit } from 'graphql';
import type { Prisma } from '../database/generated/prisma/client.ts';
import type { PortalContext } from './context.ts';
import { hiddenFrom, plansForViewer, shownSdl } from './shown-schema.ts';

function searchedBy(context: PortalContext) {
  return {
    id: true,
    name: true,
    title: true,
    plans: plansForViewer(context),
    apis: { select: { name: true, title: true, openapi: true, sdl: true } },
  } as const satisfies Prisma.CatalogProductSelect;
}

type Searched = Prisma.CatalogProductGetPayload<{ select: ReturnType<typeof searchedBy> }>;

/** The ids of the products in which each word of the search is found; what is hidden from the viewer is not. */
export async function matchingProducts(
  context: PortalContext,
  where: Prisma.CatalogProductWhereInput,
  search: string,
): Promise<string[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const products = await context.database.prisma.catalogProduct.findMany({
    where,
    select: searchedBy(context),
  });
  return products
    .filter((product) => {
      const text = textsOf(product).join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}

function textsOf({ name, title, apis, plans }: Searched): string[] {
  const hidden = hiddenFrom(plans);
  const ofApis = apis.flatMap((api) => [
    api.name,
    api.title,
    ...operationTexts(api.openapi),
    ...(api.sdl === null ? [] : fieldNames(shownSdl(api.sdl, hidden))),
  ]);
  return [name, title, ...ofApis];
}

/** Paths, and the summaries of their operations. */
function operationTexts(openapi: Prisma.JsonValue): string[] {
  return Object.entries(membersOf(membersOf(openapi)['paths'])).flatMap(([path, item]) => [
    path,
    ...Object.values(membersOf(item))
      .flatMap((operation) => membersOf(operation)['summary'] ?? [])
      .map(String),
  ]);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function fieldNames(sdl: string): string[] {
  const names: string[] = [];
  visit(parse(sdl, { noLocation: true }), {
    [Kind.FIELD_DEFINITION]: ({ name }) => {
      names.push(name.value);
      return false;
    },
  });
  return names;
}
