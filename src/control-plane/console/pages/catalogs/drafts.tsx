import type { Child } from 'hono/jsx';
import { nextBreakingVersion, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { ActionLink } from '../actions/action-links.ts';
import { nextWhere } from '../parts/action.tsx';
import { actionPath, apiPath, catalogPath, productPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { operationCountInWords, requirementsInWords } from '../parts/security-words.ts';
import { State } from '../parts/state.tsx';
import type { Drafts } from './drafts-query.ts';

type DraftsProps = {
  readonly org: string;
  readonly drafts: Drafts;
  readonly mayChange: boolean;
  /** The search text. Where it finds nothing, there may still be drafts. */
  readonly search: string;
  /** Links to the other pages. */
  readonly children?: Child;
};

type Api = Drafts['apis'][number];
type Product = Drafts['products'][number];

export function ApiDrafts({ org, drafts: { apis, apiCount }, mayChange, search, children }: DraftsProps) {
  return (
    <section class="section stack">
      <h2 class="heading">APIs: {format.number(apiCount)}</h2>
      {apis.length === 0 ? (
        <p class="text">{search ? 'None is found.' : 'There is none yet.'}</p>
      ) : (
        <Table
          caption="APIs"
          rows={apis}
          columns={[
            {
              heading: 'API',
              cell: (api) => <Named of={api} href={apiPath({ org, api: versionedName(api) })} />,
            },
            { heading: 'Kind', cell: ({ kind }) => <Badge>{kind === 'REST' ? 'REST' : 'GraphQL'}</Badge> },
            { heading: 'Path', cell: ({ basePath }) => <code class="code when">{basePath}</code> },
            { heading: 'Back-end', cell: (api) => <BackEnd api={api} /> },
            { heading: 'Security', cell: (api) => <Security api={api} /> },
            ...nextWhere(mayChange, (api: Api) => (
              <Links of={versionedName(api)} links={apiLinks(org, api)} />
            )),
          ]}
        />
      )}
      {children}
    </section>
  );
}

function Named({ of: { title, name, version }, href }: { of: Api | Product; href: string }) {
  return (
    <>
      <a class="link" href={href}>
        {title} {version}
      </a>
      <br />
      <code class="code when">{versionedName({ name, version })}</code>
    </>
  );
}

function BackEnd({ api: { targetUrl, backend, graphqlUrl } }: { api: Api }) {
  if (backend) return <>{backend.name}, as each catalog has it</>;
  const url = targetUrl ?? graphqlUrl;
  if (url === null) return <Badge tone="bad">None: calls lead nowhere</Badge>;
  return <span class="address">{url}</span>;
}

function Security({ api: { security, operationSecurity, securityWarnings } }: { api: Api }) {
  const ofOperations = operationCountInWords(operationSecurity);
  return (
    <>
      {requirementsInWords(security)}
      {ofOperations && <p class="small quiet">{ofOperations}</p>}
      {securityWarnings.map((warning) => (
        <p class="small quiet">{warning}</p>
      ))}
    </>
  );
}

function apiLinks(
  org: string,
  { name, version, title, basePath, targetUrl, backend, graphqlUrl, kind }: Api,
): ActionLink[] {
  const api = versionedName({ name, version });
  const address = kind === 'REST' ? { targetUrl } : { graphqlUrl };
  const backEnd = backend ? { backend: backend.name } : address;
  const plans = [{ title: 'Default Plan', rateLimit: 100, rateLimitUnit: 'HOUR' }];
  return [
    { name: 'New product', href: linkTo('createProduct', { org, title, version, apis: [api], plans }) },
    {
      name: 'New version',
      href: linkTo('saveApiAsNewVersion', { org, api, version: nextBreakingVersion(version) }),
    },
    { name: 'Update', href: linkTo('updateApi', { org, api, title, basePath, ...backEnd }) },
    { name: 'Delete', href: linkTo('deleteApi', { org, api }) },
  ];
}

export function ProductDrafts({ org, drafts, mayChange, search, children }: DraftsProps) {
  const { products, productCount, catalogs } = drafts;
  return (
    <section class="section stack">
      <h2 class="heading">Products: {format.number(productCount)}</h2>
      {products.length === 0 ? (
        <p class="text">
          {search ? 'None is found.' : 'There is none yet: an API goes into one by its New product.'}
        </p>
      ) : (
        <Table
          caption="Products"
          rows={products}
          columns={[
            {
              heading: 'Product',
              cell: (product) => (
                <Named of={product} href={productPath({ org, product: versionedName(product) })} />
              ),
            },
            { heading: 'APIs', cell: ({ apis }) => <Lines lines={apis.map(versionedName)} /> },
            { heading: 'Plans', cell: ({ plans }) => plans.map(({ title }) => title).join(', ') },
            { heading: 'Where', cell: (product) => <Where org={org} product={product} /> },
            ...nextWhere(mayChange, (product: Product) => (
              <Links of={versionedName(product)} links={productLinks(org, product, catalogs)} />
            )),
          ]}
        />
      )}
      {children}
    </section>
  );
}

function Lines({ lines }: { lines: readonly Child[] }) {
  return (
    <ul class="plain-list">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}

function Where({ org, product: { name, catalogProducts } }: { org: string; product: Product }) {
  if (catalogProducts.length === 0) return <>In no catalog</>;
  return (
    <Lines
      lines={catalogProducts.map(({ state, catalog }) => (
        <>
          <a class="link" href={`${catalogPath({ org, catalog: catalog.name })}?search=${name}`}>
            {catalog.title}
          </a>{' '}
          <State state={state} />
        </>
      ))}
    />
  );
}

/** Links of a product. Where it is in a catalog already, its row there has the actions. */
function productLinks(
  org: string,
  { name, version, ...draft }: Product,
  catalogs: Drafts['catalogs'],
): ActionLink[] {
  const product = versionedName({ name, version });
  const isIn = new Set(draft.catalogProducts.map(({ catalog }) => catalog.name));
  const next = catalogs.find((catalog) => !isIn.has(catalog.name));
  const address = (catalog: { readonly name: string }) => ({ org, catalog: catalog.name });
  const update = { org, product, title: draft.title, apis: draft.apis.map(versionedName) };
  return [
    ...(next
      ? [
          {
            name: `Stage in ${next.title}`,
            href: actionPath({ ...address(next), name, version }, 'stage'),
            isPanel: true,
          },
          {
            name: `Publish to ${next.title}`,
            href: actionPath({ ...address(next), name, version }, 'publish'),
            isPanel: true,
          },
        ]
      : []),
    {
      name: 'New version',
      href: linkTo('saveProductAsNewVersion', { org, product, version: nextBreakingVersion(version) }),
    },
    { name: 'Update', href: linkTo('updateProduct', update) },
    { name: 'Delete', href: linkTo('deleteProduct', { org, product }) },
  ];
}
