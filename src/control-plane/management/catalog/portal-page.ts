import {
  PAGE_LENGTH_MAX,
  PAGE_PATH_MAX,
  PAGE_TITLE_MAX,
  PAGES_MAX,
  type PortalPage,
  pageAudiences,
  portalPageFrom,
  withPage,
} from '../../../domain/branding/portal-page.ts';
import { refuse } from '../../../foundation/errors.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from './catalog.ts';

const audienceDescriptions = {
  EVERYBODY: 'Whoever comes to the portal.',
  SIGNED_IN: 'Who is signed in to the portal.',
};

const PageAudienceRef = builder.enumType('PageAudience', {
  description: 'Who reads a page of a portal.',
  values: describedValues(pageAudiences, (name) => audienceDescriptions[name]),
});

const descriptions = {
  path: `Its path below \`/pages/\` of the portal, for example \`guides/errors\`, at most ${PAGE_PATH_MAX} characters; \`/\` is the part of the home page above the products.`,
  title: `What it is called in the list of pages, at most ${PAGE_TITLE_MAX} characters.`,
  markdown: `Its text in Markdown, without HTML and images, at most ${PAGE_LENGTH_MAX} characters. Links to other pages are relative.`,
  audience: 'Who reads it.',
  order: 'Pages are listed by it, then by path: 0 to 10000.',
  product:
    'The name of the product that it is about, if any. It is listed on the page of each of its versions, and read by those who may see one of them.',
} as const;

const PortalPageRef = builder.objectRef<PortalPage>('PortalPage').implement({
  description: 'A page of a portal that the provider writes.',
  fields: (t) => ({
    path: t.exposeString('path', { description: descriptions.path }),
    title: t.exposeString('title', { description: descriptions.title }),
    markdown: t.exposeString('markdown', { description: descriptions.markdown }),
    audience: t.field({
      type: PageAudienceRef,
      description: descriptions.audience,
      resolve: ({ audience }) => audience,
    }),
    order: t.exposeInt('order', { description: descriptions.order }),
    product: t.string({
      nullable: true,
      description: descriptions.product,
      resolve: ({ product }) => product ?? null,
    }),
  }),
});

builder.prismaObjectField('Catalog', 'pages', (t) =>
  t.field({
    type: [PortalPageRef],
    description: `The pages of its portal, in their order, at most ${PAGES_MAX}.`,
    select: { pages: true },
    resolve: ({ pages }) => stored<PortalPage[]>(pages),
  }),
);

const SetPageInput = builder.inputType('SetPageInput', {
  description: 'A page of the portal of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    path: t.string({ required: true, description: descriptions.path }),
    title: t.string({ required: true, description: descriptions.title }),
    markdown: t.string({ required: true, description: descriptions.markdown }),
    audience: t.field({
      type: PageAudienceRef,
      defaultValue: 'EVERYBODY',
      description: descriptions.audience,
    }),
    order: t.int({ defaultValue: 0, description: descriptions.order }),
    product: t.string({ description: descriptions.product }),
  }),
});

const PageInput = builder.inputType('PageInput', {
  description: 'One page of the portal of a catalog.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    path: t.string({ required: true, description: 'Which page.' }),
  }),
});

builder.mutationField('setPage', (t) =>
  t.field({
    type: PortalPageRef,
    description: 'Writes a page of a portal, a new one or another text of one that is there.',
    args: { input: t.arg({ type: SetPageInput, required: true, description: 'The page.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, org: _org, ...draft } = input;
      const page = portalPageFrom(draft, ['input']);
      const request = { orgId, action: 'setPage', subject: `${catalog}/${page.path}` };
      await context.change(request, async (transaction) => {
        const where = { orgId, name: catalog, path: ['input', 'catalog'] };
        const { id, pages } = await catalogNamed(transaction, where);
        const next = withPage(stored<PortalPage[]>(pages), page, ['input', 'path']);
        await transaction.catalog.update({ where: { id }, data: { pages: toStore(next) } });
      });
      return page;
    },
  }),
);

builder.mutationField('deletePage', (t) =>
  t.boolean({
    description: 'Deletes a page of a portal.',
    args: { input: t.arg({ type: PageInput, required: true, description: 'Which page.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, path } = input;
      await context.change(
        { orgId, action: 'deletePage', subject: `${catalog}/${path}` },
        async (transaction) => {
          const where = { orgId, name: catalog, path: ['input', 'catalog'] };
          const { id, pages } = await catalogNamed(transaction, where);
          const known = stored<PortalPage[]>(pages);
          const left = known.filter((page) => page.path !== path);
          if (left.length === known.length)
            refuse('NOT_FOUND', {
              detail: `There is no page ${path} in the catalog ${catalog}.`,
              path: ['input', 'path'],
            });
          await transaction.catalog.update({ where: { id }, data: { pages: toStore(left) } });
        },
      );
      return true;
    },
  }),
);
