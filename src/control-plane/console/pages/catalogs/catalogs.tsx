import type { FragmentOf } from 'gql.tada';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { Overview } from '../overview/overview-query.ts';
import {
  backendsPath,
  type CatalogAddress,
  catalogPath,
  consumersPath,
  quotasPath,
  undoPath,
  webhooksPath,
} from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { State } from '../parts/state.tsx';
import { actionLinks, type OtherVersion } from './product-actions.ts';

export const CATALOG_PRODUCT = graphql(`
  fragment CatalogProduct on CatalogProduct {
    name title version state allowedActions subscriptionCount sunsetAt
    plans { name }
    apis { name version onlineState securityWarnings }
  }
`);

type Product = FragmentOf<typeof CATALOG_PRODUCT>;
export type CatalogWithProducts = NonNullable<Overview['org']>['catalogs'][number] & {
  /** The first of them. */
  readonly products: readonly Product[];
};

type CatalogsProps = {
  readonly org: string;
  readonly catalogs: readonly CatalogWithProducts[];
  /** Versions of the products in the catalog of this name. */
  readonly versionsIn: (catalog: string) => readonly OtherVersion[];
};

/** The catalogs of an org with their first products. */
export function Catalogs({ org, catalogs, versionsIn }: CatalogsProps) {
  if (catalogs.length === 0) return <NoCatalog org={org} />;
  return (
    <>
      {catalogs.map((catalog) => (
        <OneCatalog org={org} catalog={catalog} versions={versionsIn(catalog.name)} />
      ))}
    </>
  );
}

type OneCatalogProps = {
  readonly org: string;
  readonly catalog: CatalogsProps['catalogs'][number];
  readonly versions: readonly OtherVersion[];
};

function OneCatalog({ org, catalog, versions }: OneCatalogProps) {
  const address = { org, catalog: catalog.name };
  return (
    <section class="section">
      <div class="head">
        <h2 class="heading">Catalog {catalog.title}</h2>
        <span class="row">
          <CatalogLinks address={address} title={catalog.title} />
          <a class="link" href={catalog.portalUrl}>
            Portal<span class="visually-hidden"> of {catalog.title}</span>
          </a>
          <Links
            of={catalog.title}
            links={[
              {
                name: 'Update',
                href: linkTo('updateCatalog', { org, name: catalog.name, title: catalog.title }),
              },
            ]}
          />
        </span>
      </div>
      <p class="text">
        Gateway <code class="code">{catalog.gatewayUrl}</code>
      </p>
      {catalog.products.length === 0 ? (
        <p class="text">
          No product is in it: publish one of{' '}
          <a class="link" href={`/console/apis?org=${org}`}>
            your drafts
          </a>
          .
        </p>
      ) : (
        <Products address={address} catalog={catalog} versions={versions} />
      )}
      {catalog.productCount > catalog.products.length && (
        <p class="text">
          <a class="link" href={catalogPath(address)}>
            All {catalog.productCount} products of {catalog.title}
          </a>
        </p>
      )}
    </section>
  );
}

/** The other pages of a catalog. */
export function CatalogLinks({ address, title }: { address: CatalogAddress; title: string }) {
  const links = [
    { name: 'Picture', href: `${catalogPath(address)}/picture` },
    { name: 'Consumers', href: consumersPath(address) },
    { name: 'Back-ends', href: backendsPath(address) },
    { name: 'Webhooks', href: webhooksPath(address) },
    { name: 'Quotas', href: quotasPath(address) },
    { name: 'Undo', href: undoPath(address) },
  ];
  return <Links of={`of ${title}`} links={links} />;
}

function NoCatalog({ org }: { org: string }) {
  const create = { name: 'Create a catalog', href: linkTo('createCatalog', { org, title: 'Sandbox' }) };
  return (
    <section class="section">
      <h2 class="heading">Catalogs</h2>
      <p class="text">There is none yet: products are published to a catalog, and its portal shows them.</p>
      <Links of={`in ${org}`} links={[create]} />
    </section>
  );
}

type ProductsProps = {
  readonly address: CatalogAddress;
  readonly catalog: { readonly title: string; readonly products: readonly Product[] };
  readonly versions: readonly OtherVersion[];
};

/** Products of a catalog, with what can be done with each. */
export function Products({ address, catalog: { title, products }, versions }: ProductsProps) {
  return (
    <Table
      caption={`Products in ${title}`}
      rows={products}
      columns={[
        { heading: 'Product', cell: (product) => `${product.title} ${product.version}` },
        { heading: 'State', cell: (product) => <ProductState product={product} /> },
        { heading: 'Subscriptions', cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
        { heading: 'APIs', cell: ({ apis }) => <Apis address={address} apis={apis} /> },
        {
          heading: 'Next',
          cell: (product) => (
            <Links of={versionedName(product)} links={actionLinks(address, product, versions)} />
          ),
        },
      ]}
    />
  );
}

function ProductState({ product: { state, sunsetAt } }: { product: Product }) {
  return (
    <>
      <State state={state} />
      {sunsetAt && <span class="small"> until {format.dateTime(sunsetAt)}</span>}
    </>
  );
}

type ApisProps = { readonly address: CatalogAddress; readonly apis: Product['apis'] };

/** APIs of a product, each with the switch of its online state. */
function Apis({ address, apis }: ApisProps) {
  return (
    <ul class="plain-list">
      {apis.map(({ name, version, onlineState, securityWarnings }) => {
        const isOnline = onlineState === 'ONLINE';
        const api = `${name}:${version}`;
        const href = linkTo('setApiOnline', { ...address, api, online: !isOnline });
        return (
          <li>
            {api} · {isOnline ? 'Online' : 'Offline'}{' '}
            <Links of={api} links={[{ name: isOnline ? 'Take offline' : 'Take online', href }]} />
            <SecurityWarnings of={api} warnings={securityWarnings} />
          </li>
        );
      })}
    </ul>
  );
}

/** The security warnings of an API, folded. Nearly every API of a catalog may have one. */
function SecurityWarnings({ of, warnings }: { of: string; warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <details class="small details-apart">
      <summary class="details-summary">
        Security warning<span class="visually-hidden"> of {of}</span>
      </summary>
      {warnings.map((warning) => (
        <p class="small quiet">{warning}</p>
      ))}
    </details>
  );
}
