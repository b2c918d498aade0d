import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, orgScopeIn, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { importPath, newProductPath } from '../parts/console-paths.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { CreateApi, formIn, inputOf, type RefusedApiForm } from './create-api.tsx';
import { ApiDrafts, ProductDrafts } from './drafts.tsx';
import { DRAFTS } from './drafts-query.ts';

const CREATE = graphql(`
  mutation CreateApi($input: CreateApiInput!) { createApi(input: $input) { name version } }
`);

const PATH = '/console/apis';
const ROWS = 12;

/** Adds the page of an org's drafts: APIs, their products, and the catalogs of these. */
export function apis(pages: ConsolePages): void {
  pages.get('/apis', async (c) => {
    const org = (await currentOrgScope(c))?.org;
    const { pageContext } = c.var;
    const title = pageContext.text.catalogs.drafts.apis;
    return org === undefined ? show(pageContext, <NoOrg />, { title }) : showDrafts(c, org);
  });

  pages.post('/apis', async (c) => {
    const org = orgScopeIn(c)?.org ?? '';
    const form = await formIn(c);
    const { refused } = await attempt(c.var.pageContext.session.run(CREATE, { input: inputOf(org, form) }));
    if (refused) return showDrafts(c, org, { form, refused });
    return c.redirect(`${PATH}${queryOf({ org })}&done=api`, 303);
  });
}

async function showDrafts(c: Context<ConsoleEnv>, org: string, sent?: RefusedApiForm): Promise<Response> {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const words = text.catalogs.drafts;
  const search = c.req.query('search')?.trim() ?? '';
  const [apiPage, productPage] = [pageIn(c, 'apis'), pageIn(c, 'products')];
  const offsets = { apiOffset: offsetOf(apiPage), productOffset: offsetOf(productPage) };
  const { viewer, org: found } = await pageContext.session.run(DRAFTS, {
    org,
    search,
    first: ROWS,
    ...offsets,
  });
  const title = words.title(titleOf({ org }, viewer.orgs));
  const mayChange = allowsChange(pageContext.session);
  const pager = (rows: 'apis' | 'products', page: PageOfList, total = 0) => (
    <Pager
      page={page}
      total={total}
      href={(number) => `${PATH}?${new URLSearchParams({ org, search, [rows]: `${number}` })}`}
      text={text.pager(words.pagerRows[rows])}
    />
  );
  return show(
    pageContext,
    <>
      <PageHeader title={title} lead={words.lead}>
        {mayChange && <Begin org={org} hasApi={found?.apiCount !== 0} />}
      </PageHeader>
      <Done done={c.req.query('done')} />
      <Search action={PATH} value={search} label={words.search} submit={words.submit}>
        <input type="hidden" name="org" value={org} />
      </Search>
      {found && (
        <>
          <ApiDrafts org={org} drafts={found} mayChange={mayChange} search={search}>
            {pager('apis', apiPage, found.apiCount)}
          </ApiDrafts>
          {(search !== '' || found.apiCount + found.productCount > 0) && (
            <ProductDrafts org={org} drafts={found} mayChange={mayChange} search={search}>
              {pager('products', productPage, found.productCount)}
            </ProductDrafts>
          )}
        </>
      )}
      {mayChange ? (
        <CreateApi action={PATH + queryOf({ org })} sent={sent} />
      ) : (
        <RefusedNotice refused={sent?.refused} />
      )}
    </>,
    { title, menu: PATH, org, refused: sent?.refused },
  );
}

/** The buttons that begin something new. A product comes after its APIs. */
function Begin({ org, hasApi }: { readonly org: string; readonly hasApi: boolean }) {
  const { drafts } = useTexts().text.catalogs;
  return (
    <>
      {hasApi && (
        <a class="button" href={newProductPath(org)} data-panel>
          {drafts.newProduct}
        </a>
      )}
      <a class="button button-primary" href={importPath(org)}>
        {drafts.import}
      </a>
    </>
  );
}

const pageIn = (c: Context, list: 'apis' | 'products') => pageOfList(c.req.query(list), ROWS);
