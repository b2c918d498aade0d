import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { named, productUrl } from '../products/product-name.ts';

const PAGE = graphql(`
  query Page($path: String!) {
    page(path: $path) { title markdown product { name version title } }
    pages { path title product { name } }
  }
`);

type ListedPage = { readonly path: string; readonly title: string };

/** Adds the pages that the provider writes. */
export function portalPage(pages: PortalPages): void {
  pages.get('/pages/:path{.+}', async (c) => {
    const { pageContext } = c.var;
    const { base, text } = pageContext;
    const path = c.req.param('path');
    const found = await pageContext.run(PAGE, { path });
    if (!found.page || path === '/') return showNotFound(c);
    const { title, markdown, product } = found.page;
    const beside = found.pages.filter((other) => other.product?.name === product?.name);
    return show(
      c,
      <>
        {product ? (
          <Crumb href={productUrl(pageContext, product)}>{named(product)}</Crumb>
        ) : (
          <Crumb href={`${base}/`}>{text.catalogue.title}</Crumb>
        )}
        <h1 class="title">{title}</h1>
        <Prose markdown={markdown} headingLevel={2} />
        <PageList pageContext={pageContext} pages={beside} current={path} />
      </>,
      { title },
    );
  });
}

/** Pages of the provider, as links. */
function PageList({
  pageContext: { base, text },
  pages,
  current,
}: {
  readonly pageContext: PortalPageContext;
  readonly pages: readonly ListedPage[];
  /** The path of the page that is shown. */
  readonly current?: string;
}) {
  if (pages.length === 0) return null;
  return (
    <nav aria-label={text.pages.title} class="section">
      <p class="small quiet">{text.pages.title}</p>
      <ul class="tags page-list">
        {pages.map(({ path, title }) => (
          <li>
            <a
              class="link"
              href={`${base}/pages/${path}`}
              aria-current={path === current ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
