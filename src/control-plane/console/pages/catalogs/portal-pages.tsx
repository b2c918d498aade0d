import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { PAGE_TITLE_MAX, pageAudiences } from '../../../../domain/branding/portal-page.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type CatalogAddress, portalPagesPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const PAGES = graphql(`
  query PagesOfPortal($org: String!, $catalog: String!) {
    catalog(org: $org, name: $catalog) {
      title portalUrl
      pages { path title markdown audience order product }
    }
  }
`);

const SET = graphql(`
  mutation SetPage($input: SetPageInput!) { setPage(input: $input) { path } }
`);

const DELETE = graphql(`
  mutation DeletePage($input: PageInput!) { deletePage(input: $input) }
`);

type Page = NonNullable<ResultOf<typeof PAGES>['catalog']>['pages'][number];

/** The form as it was sent: refused, or to be previewed. */
type Sent = { readonly refused?: PageRefusal | undefined; readonly preview?: string };

const NEW: Page = { path: '', title: '', markdown: '', audience: 'EVERYBODY', order: 0, product: null };
const FIELDS = ['path', 'title', 'product', 'audience', 'order', 'markdown'] as const;

/** Adds the page on which a provider writes pages of the portal. */
export function portalPages(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/pages', (c) => showPages(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/pages', async (c) => {
    const { session } = c.var.pageContext;
    const { org, catalog } = c.req.param();
    const { action, ...form } = await readForm(c, 'action', ...FIELDS);
    const markdown = form.markdown.replaceAll('\r\n', '\n');
    const { path } = form;
    if (action === 'preview') return showPages(c, { org, catalog }, { preview: markdown });
    const input = { org, catalog, path };
    const audience = form.audience === 'SIGNED_IN' ? ('SIGNED_IN' as const) : ('EVERYBODY' as const);
    const about = { title: form.title, product: form.product.trim() || null };
    const page = { ...input, ...about, markdown, audience, order: Number(form.order) || 0 };
    const { refused } =
      action === 'delete'
        ? await attempt(session.run(DELETE, { input }))
        : await attempt(session.run(SET, { input: page }));
    if (refused) return showPages(c, { org, catalog }, { refused });
    const to = action === 'delete' ? '' : `?${new URLSearchParams({ path })}`;
    return c.redirect(`${portalPagesPath({ org, catalog })}${to}`, 303);
  });
}

async function showPages(c: Context<ConsoleEnv>, address: CatalogAddress, sent?: Sent): Promise<Response> {
  const { pageContext } = c.var;
  const { session, text } = pageContext;
  const { catalog } = await session.run(PAGES, address);
  if (!catalog) return showNotFound(c);
  const { portalPages: words } = text;
  const chosen = catalog.pages.find(({ path }) => path === c.req.query('path'));
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={address.org} />} title={`${catalog.title}: ${words.title}`} />
      <p class="lead">{words.lead}</p>
      <PageTable address={address} pages={catalog.pages} />
      {allowsChange(session) && (
        <TypedFormContext.Provider value={sent && (await readTypedForm(c))}>
          <PageForm address={address} page={chosen ?? NEW} sent={sent} />
        </TypedFormContext.Provider>
      )}
      {sent?.preview !== undefined && (
        <Section id="preview-heading" title={words.previewOf}>
          <Prose markdown={sent.preview} isCard />
        </Section>
      )}
    </>,
    { title: words.title, org: address.org, refused: sent?.refused },
  );
}

function PageTable({
  address,
  pages,
}: {
  readonly address: CatalogAddress;
  readonly pages: readonly Page[];
}) {
  const { portalPages: words } = useTexts().text;
  if (pages.length === 0) return <p class="text">{words.none}</p>;
  return (
    <Table
      caption={words.title}
      columns={[
        {
          heading: words.path,
          cell: ({ path }) => (
            <a class="link" href={`${portalPagesPath(address)}?${new URLSearchParams({ path })}`}>
              {path}
            </a>
          ),
        },
        { heading: words.name, cell: ({ title }) => title },
        { heading: words.product, cell: ({ product }) => product ?? '' },
        { heading: words.audience, cell: ({ audience }) => words.audiences[audience] },
        { heading: words.order, cell: ({ order }) => order, isNumber: true },
      ]}
      rows={pages}
    />
  );
}

type PageFormProps = {
  readonly address: CatalogAddress;
  readonly page: Page;
  readonly sent: Sent | undefined;
};

function PageForm({ address, page, sent }: PageFormProps) {
  const { portalPages: words } = useTexts().text;
  const refused = sent?.refused;
  return (
    <Section id="page-heading" title={page === NEW ? words.write : words.edit(page.path)}>
      <form method="post" action={portalPagesPath(address)} class="card form">
        <RefusedNotice refused={refused} beside={FIELDS} />
        <PageFields page={page} refused={refused} />
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="save">
            {words.save}
          </button>
          <button class="button" type="submit" name="action" value="preview">
            {words.preview}
          </button>
          {page !== NEW && (
            <button class="button" type="submit" name="action" value="delete">
              {words.remove}
            </button>
          )}
          {page !== NEW && (
            <a class="link" href={portalPagesPath(address)}>
              {words.another}
            </a>
          )}
        </p>
        <AsGraphQL document={SET} variables={{ input: { ...address, ...page } }} />
      </form>
    </Section>
  );
}

function PageFields({ page, refused }: { readonly page: Page; readonly refused: PageRefusal | undefined }) {
  const { portalPages: words } = useTexts().text;
  return (
    <>
      <Field
        name="path"
        label={words.path}
        hint={words.pathHint}
        value={page.path}
        required
        refused={refused}
      />
      <Field
        name="title"
        label={words.name}
        value={page.title}
        maxlength={PAGE_TITLE_MAX}
        required
        refused={refused}
      />
      <Field
        name="product"
        label={words.product}
        hint={words.productHint}
        value={page.product ?? ''}
        refused={refused}
      />
      <SelectField
        name="audience"
        label={words.audience}
        value={page.audience}
        options={pageAudiences.map((value) => ({ value, label: words.audiences[value] }))}
        refused={refused}
      />
      <Field
        name="order"
        type="number"
        label={words.order}
        hint={words.orderHint}
        value={String(page.order)}
        refused={refused}
      />
      <LinesField
        name="markdown"
        label={words.markdown}
        hint={words.markdownHint}
        value={page.markdown}
        rows={18}
        refused={refused}
      />
    </>
  );
}
