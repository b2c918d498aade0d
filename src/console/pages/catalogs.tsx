import { versionedName } from '../../domain/version.ts';
import { Table } from '../../ui/table.tsx';
import { format } from '../format.ts';
import { linkTo } from '../prefilled.ts';
import { actionLinks } from '../product-actions.ts';
import { Links } from './links.tsx';
import type { Overview } from './overview.tsx';
import { State } from './state.tsx';

type Catalog = NonNullable<Overview['org']>['catalogs'][number];
type Product = Catalog['products'][number];

/** The catalogs of an org with their products. */
export function Catalogs({ org, catalogs }: { org: string; catalogs: readonly Catalog[] }) {
  return (
    <>
      {catalogs.map((catalog) => (
        <section class="section">
          <div class="head">
            <h2 class="heading">Catalog {catalog.title}</h2>
            <span class="row">
              <a class="link" href={`/console/catalogs/${org}/${catalog.name}/picture`}>
                Picture<span class="visually-hidden"> of {catalog.title}</span>
              </a>
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
            <p class="text">No product is in it.</p>
          ) : (
            <Products org={org} catalog={catalog} />
          )}
        </section>
      ))}
    </>
  );
}

function Products({ org, catalog: { name: catalog, title, products } }: { org: string; catalog: Catalog }) {
  const place = { org, catalog };
  return (
    <Table
      caption={`Products in ${title}`}
      rows={products}
      columns={[
        { heading: 'Product', cell: (product) => `${product.title} ${product.version}` },
        { heading: 'State', cell: (product) => <ProductState product={product} /> },
        { heading: 'Subscriptions', cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
        { heading: 'APIs', cell: ({ apis }) => <Apis org={org} catalog={catalog} apis={apis} /> },
        {
          heading: 'Next',
          cell: (product) => (
            <Links of={versionedName(product)} links={actionLinks(place, product, products)} />
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

type ApisProps = { readonly org: string; readonly catalog: string; readonly apis: Product['apis'] };

/** Each with the switch of its online state. */
function Apis({ org, catalog, apis }: ApisProps) {
  return (
    <ul class="plain-list">
      {apis.map(({ name, version, onlineState }) => {
        const isOnline = onlineState === 'ONLINE';
        const api = `${name}:${version}`;
        const href = linkTo('setApiOnline', { org, catalog, api, online: !isOnline });
        return (
          <li>
            {api} · {isOnline ? 'Online' : 'Offline'}{' '}
            <Links of={api} links={[{ name: isOnline ? 'Take offline' : 'Take online', href }]} />
          </li>
        );
      })}
    </ul>
  );
}
