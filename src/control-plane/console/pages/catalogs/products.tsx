import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { actionLinks, onlineLink } from '../actions/action-links.ts';
import { nextWhere } from '../parts/action.tsx';
import { type CatalogAddress, productPath } from '../parts/console-paths.ts';
import { Links } from '../parts/links.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { SecurityWarnings } from './security-warnings.tsx';

export const CATALOG_PRODUCT = graphql(`
  fragment CatalogProduct on CatalogProduct {
    name title version state allowedActions subscriptionCount sunsetAt
    apis { name version onlineState securityWarnings }
  }
`);

type Product = ResultOf<typeof CATALOG_PRODUCT>;
type ProductsProps = {
  readonly address: CatalogAddress;
  readonly catalog: { readonly title: string; readonly products: readonly Product[] };
  readonly mayChange: boolean;
};

/** Products of a catalog, with what can be done with each. */
export function Products({ address, catalog: { title, products }, mayChange }: ProductsProps) {
  const { text } = useTexts();
  const words = text.catalogs.products;
  return (
    <Table
      caption={words.caption(title)}
      rows={products}
      columns={[
        {
          heading: words.product,
          cell: (product) => (
            <a class="link" href={productPath({ org: address.org, product: versionedName(product) })}>
              {product.title} {product.version}
            </a>
          ),
        },
        { heading: words.state, cell: (product) => <ProductState product={product} /> },
        { heading: words.subscriptions, cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
        {
          heading: words.apis,
          cell: ({ apis }) => <Apis address={address} apis={apis} mayChange={mayChange} />,
        },
        ...nextWhere(mayChange, (product: Product) => (
          <Links of={versionedName(product)} links={actionLinks(text, address, product)} />
        )),
      ]}
    />
  );
}

function ProductState({ product: { state, sunsetAt } }: { product: Product }) {
  const { products: words } = useTexts().text.catalogs;
  return (
    <>
      <State state={state} />
      {sunsetAt && <span class="small">{words.until(sunsetAt)}</span>}
    </>
  );
}

type ApisProps = Pick<ProductsProps, 'address' | 'mayChange'> & { readonly apis: Product['apis'] };

/** APIs of a product, each with the switch of its online state. */
function Apis({ address, apis, mayChange }: ApisProps) {
  const { text } = useTexts();
  return (
    <ul class="plain-list">
      {apis.map(({ name, version, onlineState, securityWarnings }) => {
        const isOnline = onlineState === 'ONLINE';
        const api = `${name}:${version}`;
        return (
          <li>
            {api} · {text.label(onlineState)}{' '}
            {mayChange && <Links of={api} links={[onlineLink(text, address, { name, version, isOnline })]} />}
            <SecurityWarnings of={api} warnings={securityWarnings} />
          </li>
        );
      })}
    </ul>
  );
}
