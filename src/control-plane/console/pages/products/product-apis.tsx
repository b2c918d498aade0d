import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readTexts } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { ApiChoice } from './api-choice.tsx';
import { UPDATE_PRODUCT } from './product-query.ts';

const HELD = graphql(`
  query ApisOfProduct($org: String!, $product: VersionedName!) {
    product(org: $org, product: $product) { name version title apis(first: 200) { name version } }
    org(name: $org) { apis(first: 200) { name version title basePath } }
  }
`);

type SentApis = { readonly refused: PageRefusal; readonly typed: TypedForm };

/** Adds the page that adds APIs to a product, and takes APIs out of it. */
export function productApis(pages: ConsolePages): void {
  const path = '/products/:org/:name/:version/apis';
  pages.get(path, (c) => {
    demandChange(c);
    return showForm(c);
  });
  pages.post(path, async (c) => {
    demandChange(c);
    const { run } = c.var.pageContext.session;
    const address = addressIn(c);
    const { product } = await run(HELD, address);
    if (!product) return showNotFound(c);
    const apis = inOrder(await readTexts(c, 'apis'), product.apis.map(versionedName));
    const { refused } = await attempt(run(UPDATE_PRODUCT, { input: { ...address, apis } }));
    if (refused) return showForm(c, { refused, typed: await readTypedForm(c) });
    return c.redirect(`${productPath(address)}?done=productSaved`, 303);
  });
}

const addressIn = ({ req }: Context) => ({
  org: req.param('org') ?? '',
  product: `${req.param('name')}:${req.param('version')}`,
});

/** Keeps the held ones in their order, and the added ones behind them. */
const inOrder = (ticked: readonly string[], held: readonly string[]): string[] => [
  ...held.filter((api) => ticked.includes(api)),
  ...ticked.filter((api) => !held.includes(api)),
];

async function showForm(c: Context<ConsoleEnv>, sent?: SentApis): Promise<Response> {
  const { pageContext } = c.var;
  const { page, productApis: words } = pageContext.text.products;
  const address = addressIn(c);
  const { product, org: found } = await pageContext.session.run(HELD, address);
  if (!product) return showNotFound(c);
  const name = `${product.title} ${product.version}`;
  const title = words.titleOf(name);
  const trail = [
    { title: page.drafts, href: `/console/apis?org=${address.org}` },
    { title: name, href: productPath(address) },
  ];
  const held = product.apis.map(versionedName);
  const refused = sent?.refused;
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={address.org} trail={trail} />} title={title} lead={words.lead} />
      <RefusedNotice refused={refused} beside={['apis']} />
      <form method="post" action={c.req.path} class="stack">
        <TypedFormContext.Provider value={sent?.typed}>
          <ApiChoice apis={found?.apis ?? []} chosen={held} refused={refused} />
        </TypedFormContext.Provider>
        <p class="row">
          <button class="button button-primary" type="submit">
            {words.save}
          </button>
          <a class="button" href={productPath(address)} data-cancel>
            {words.cancel}
          </a>
        </p>
        <AsGraphQL document={UPDATE_PRODUCT} variables={{ input: { ...address, apis: held } }} />
      </form>
    </>,
    { title, menu: '/console/apis', org: address.org, refused },
  );
}
