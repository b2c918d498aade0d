import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';

const DELETE_API = graphql(`
  mutation DeleteApiDraft($input: ApiInput!) { deleteApi(input: $input) }
`);
const DELETE_PRODUCT = graphql(`
  mutation DeleteProductDraft($input: ProductInput!) { deleteProduct(input: $input) }
`);

/** Adds the pages that delete the draft of an API, or of a product. */
export function deleteDraft(pages: ConsolePages): void {
  for (const kind of ['api', 'product'] as const) {
    const path = `/${kind}s/:org/:name/:version/delete` as const;
    pages.get(path, (c) => {
      demandChange(c);
      return showForm(c, kind);
    });
    pages.post(path, async (c) => {
      demandChange(c);
      const { refused } = await attempt<unknown>(remove(c, kind));
      if (refused) return showForm(c, kind, refused);
      const done = kind === 'api' ? 'apiDeleted' : 'productDeleted';
      return c.redirect(`/console/apis?org=${c.req.param('org')}&done=${done}`, 303);
    });
  }
}

const draftOf = (c: Context<ConsoleEnv>) => {
  const { org = '', name = '', version = '' } = c.req.param();
  return { org, named: versionedName({ name, version }) };
};

function remove(c: Context<ConsoleEnv>, kind: 'api' | 'product'): Promise<unknown> {
  const { run } = c.var.pageContext.session;
  const { org, named } = draftOf(c);
  return kind === 'api'
    ? run(DELETE_API, { input: { org, api: named } })
    : run(DELETE_PRODUCT, { input: { org, product: named } });
}

function showForm(c: Context<ConsoleEnv>, kind: 'api' | 'product', refused?: PageRefusal): Response {
  const { pageContext } = c.var;
  const { drafts, deleteDraft: words } = pageContext.text.catalogs;
  const { org, named } = draftOf(c);
  const back = `/console/apis?org=${org}`;
  const title = words.title(named);
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={<Crumbs org={org} trail={[{ title: drafts.apis, href: back }]} />}
        title={title}
        lead={kind === 'api' ? words.ofApi : words.ofProduct}
      />
      <RefusedNotice refused={refused} />
      <form method="post" action={c.req.path} class="row">
        <button class="button button-danger" type="submit">
          {words.delete}
        </button>
        <a class="button" href={back} data-cancel>
          {words.keep}
        </a>
      </form>
    </>,
    { title, menu: '/console/apis', org, refused },
  );
}
