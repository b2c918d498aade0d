import { HOME_PATH, type PortalPage, pageAudiences } from '../../../domain/branding/portal-page.ts';
import { searchBounds } from '../../../foundation/text/search-words.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from './builder.ts';
import type { PortalContext } from './context.ts';
import { foundPages } from './page-search.ts';
import { type NamedVersion, newestVisible } from './product/newest-visible.ts';

const audienceDescriptions = { EVERYBODY: 'Everybody.', SIGNED_IN: 'Who is signed in.' };

const PortalPageAudience = builder.enumType('PortalPageAudience', {
  description: 'Who reads a page.',
  values: describedValues(pageAudiences, (name) => audienceDescriptions[name]),
});

const PageProduct = builder.objectRef<NamedVersion>('PortalPageProduct').implement({
  description: 'The newest version that the viewer may see of the product that a page is about.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    version: t.exposeString('version', { description: 'Its version.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
  }),
});

/** A page with the version that it leads to. */
type VisiblePage = Omit<PortalPage, 'product'> & { readonly product: NamedVersion | null };

const PortalPageRef = builder.objectRef<VisiblePage>('PortalPage').implement({
  description: 'A page that the provider writes.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Its path below `/pages/`; `/` is the part of the home page above the products.',
    }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    markdown: t.exposeString('markdown', { description: 'Its text in Markdown.' }),
    audience: t.field({
      type: PortalPageAudience,
      description: 'Who reads it.',
      resolve: ({ audience }) => audience,
    }),
    product: t.field({
      type: PageProduct,
      nullable: true,
      description: 'The product that it is about; null where it is about none.',
      resolve: ({ product }) => product,
    }),
  }),
});

type Pages = {
  /** All pages of the catalog. */
  readonly all: readonly PortalPage[];
  /** Pages that the viewer may read, in their order. */
  readonly visible: readonly VisiblePage[];
};

/** Pages of a request, which are read once for all who ask. */
const pagesOf = new WeakMap<PortalContext, Promise<Pages>>();

function pagesFor(context: PortalContext): Promise<Pages> {
  const known = pagesOf.get(context) ?? readPages(context);
  pagesOf.set(context, known);
  return known;
}

async function readPages(context: PortalContext): Promise<Pages> {
  const { database, catalog, viewer } = context;
  const row = await database.prisma.catalog.findUniqueOrThrow({
    where: { id: catalog.id },
    select: { pages: true },
  });
  const all = stored<PortalPage[]>(row.pages);
  const versions = await newestVisible(
    context,
    all.flatMap(({ product }) => product ?? []),
  );
  const visible = all.flatMap(({ product: name, ...page }) => {
    const product = name === undefined ? null : versions.get(name);
    const isRead = page.audience === 'EVERYBODY' || viewer !== null;
    return isRead && product !== undefined ? [{ ...page, product }] : [];
  });
  return { all, visible };
}

builder.queryField('pages', (t) =>
  t.field({
    type: [PortalPageRef],
    skipTypeScopes: true,
    description:
      'The pages that the viewer may read, in their order, but for the home page; at most 50. With a search those that are found, the best first.',
    args: {
      search: t.arg.string({
        description: `Words that must all be in a page, in any case and with a typing error or two: in its title, path or text; ${searchBounds}.`,
      }),
    },
    resolve: async (_root, { search }, context) => {
      const pages = await pagesFor(context);
      const visible = pages.visible.filter(({ path }) => path !== HOME_PATH);
      const text = search?.trim() ?? '';
      return text === '' ? visible : foundPages(context, text, { all: pages.all, visible });
    },
  }),
);

builder.queryField('page', (t) =>
  t.field({
    type: PortalPageRef,
    nullable: true,
    skipTypeScopes: true,
    description: 'One page; null where the viewer may read none at that path.',
    args: { path: t.arg.string({ required: true, description: 'Its path; `/` is the home page.' }) },
    resolve: async (_root, { path }, context) =>
      (await pagesFor(context)).visible.find((page) => page.path === path) ?? null,
  }),
);
