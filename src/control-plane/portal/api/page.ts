import { HOME_PATH, type PortalPage, pageAudiences } from '../../../domain/branding/portal-page.ts';
import { searchBounds } from '../../../foundation/text/search-words.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from './builder.ts';
import type { PortalContext } from './context.ts';
import { foundPages } from './page-search.ts';

const audienceDescriptions = { EVERYBODY: 'Everybody.', SIGNED_IN: 'Who is signed in.' };

const PortalPageAudience = builder.enumType('PortalPageAudience', {
  description: 'Who reads a page.',
  values: describedValues(pageAudiences, (name) => audienceDescriptions[name]),
});

const PortalPageRef = builder.objectRef<PortalPage>('PortalPage').implement({
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
  }),
});

/** Pages of a request, which are read once for all who ask. */
const pagesOf = new WeakMap<PortalContext, Promise<readonly PortalPage[]>>();

/** Reads the pages that the viewer may read, in their order. */
async function visiblePages(context: PortalContext): Promise<readonly PortalPage[]> {
  const { viewer } = context;
  return (await allPages(context)).filter(({ audience }) => audience === 'EVERYBODY' || viewer !== null);
}

function allPages(context: PortalContext): Promise<readonly PortalPage[]> {
  const known = pagesOf.get(context) ?? readPages(context);
  pagesOf.set(context, known);
  return known;
}

async function readPages({ database, catalog }: PortalContext): Promise<readonly PortalPage[]> {
  const { pages } = await database.prisma.catalog.findUniqueOrThrow({
    where: { id: catalog.id },
    select: { pages: true },
  });
  return stored<PortalPage[]>(pages);
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
      const visible = (await visiblePages(context)).filter(({ path }) => path !== HOME_PATH);
      const text = search?.trim() ?? '';
      return text === '' ? visible : foundPages(context, text, { all: await allPages(context), visible });
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
      (await visiblePages(context)).find((page) => page.path === path) ?? null,
  }),
);
