import type { Context } from 'hono';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { named, productUrl } from './product-name.ts';

const RETIRED = graphql(`
  query RetiredProduct($product: VersionedName!) {
    retiredProduct(product: $product) { title version retiredAt instead { name title version } }
  }
`);

/** Shows a retired product, with what took its place. Others are told that there is no such page. */
export async function showRetired(c: Context<PortalEnv>, product: string): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text } = pageContext;
  const { retiredProduct: retired } = await pageContext.run(RETIRED, { product });
  if (!retired) return showNotFound(c);
  const { instead } = retired;
  return show(
    c,
    <>
      <Crumb href={`${base}/`}>{text.catalogue.title}</Crumb>
      <h1 class="title">{text.problem.gone}</h1>
      <p class="lead">{text.problem.goneText(named(retired), retired.retiredAt)}</p>
      {instead && (
        <p class="text">
          {text.problem.goneInstead}{' '}
          <a class="link" href={productUrl(pageContext, instead)}>
            {named(instead)}
          </a>
        </p>
      )}
      <p>
        <a class="link" href={`${base}/`}>
          {text.problem.back}
        </a>
      </p>
    </>,
    // (RFC 9110 §15.5.11)
    { title: text.problem.gone, menu: 'products', status: 410 },
  );
}
