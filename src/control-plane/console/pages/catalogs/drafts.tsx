import type { Child } from 'hono/jsx';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { ActionLink } from '../actions/action-links.ts';
import type { Messages } from '../messages.ts';
import { nextWhere } from '../parts/action.tsx';
import {
  actionPath,
  apiPath,
  catalogPath,
  importPath,
  newProductPath,
  productPath,
} from '../parts/console-paths.ts';
import { Links } from '../parts/links.tsx';
import { operationCountInWords, requirementsInWords } from '../parts/security-words.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import type { Drafts } from './drafts-query.ts';
import { SecurityWarnings } from './security-warnings.tsx';

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
  const { catalogs: words } = useTexts().text;
  const { apiDrafts } = words;
  return (
    <section class="section stack">
      <h2 class="heading">{apiDrafts.title(apiCount)}</h2>
      {apis.length === 0 ? (
        <NoApi org={org} mayChange={mayChange} isSearched={search !== ''} />
      ) : (
        <Table
          caption={apiDrafts.caption}
          rows={apis}
          columns={[
            {
              heading: apiDrafts.api,
              cell: (api) => <Named of={api} href={apiPath({ org, api: versionedName(api) })} />,
            },
            {
              heading: apiDrafts.kind,
              cell: ({ kind }) => <Badge>{kind === 'REST' ? 'REST' : 'GraphQL'}</Badge>,
            },
            { heading: apiDrafts.path, cell: ({ basePath }) => <code class="code when">{basePath}</code> },
            { heading: apiDrafts.backend, cell: (api) => <BackEnd api={api} /> },
            { heading: apiDrafts.security, cell: (api) => <Security api={api} /> },
            ...nextWhere(mayChange, (api: Api) => (
              <Links of={versionedName(api)} links={apiLinks(words, org, api)} />
            )),
          ]}
        />
      )}
      {children}
    </section>
  );
}

type NoneProps = { readonly org: string; readonly mayChange: boolean; readonly isSearched: boolean };

/** The way to the first API. */
function NoApi({ org, mayChange, isSearched }: NoneProps) {
  const { drafts, apiDrafts } = useTexts().text.catalogs;
  if (isSearched) return <p class="text">{drafts.notFound}</p>;
  return (
    <EmptyState icon="plug" title={apiDrafts.none} text={apiDrafts.noneText}>
      {mayChange && (
        <a class="button button-primary" href={importPath(org)}>
          {drafts.import}
        </a>
      )}
    </EmptyState>
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
  const { apiDrafts } = useTexts().text.catalogs;
  if (backend) return <>{apiDrafts.asInCatalog(backend.name)}</>;
  const url = targetUrl ?? graphqlUrl;
  if (url === null) return <Badge tone="bad">{apiDrafts.noBackend}</Badge>;
  return <span class="address">{url}</span>;
}

function Security({ api }: { api: Api }) {
  const { security, operationSecurity, securityWarnings } = api;
  const { security: words } = useTexts().text;
  const ofOperations = operationCountInWords(operationSecurity, words);
  return (
    <>
      {requirementsInWords(security, words)}
      {ofOperations && <p class="small quiet">{ofOperations}</p>}
      <SecurityWarnings of={versionedName(api)} warnings={securityWarnings} />
    </>
  );
}

function apiLinks(
  { drafts: words }: Messages['catalogs'],
  org: string,
  { name, version }: Api,
): ActionLink[] {
  const api = versionedName({ name, version });
  return [
    { name: words.newProduct, href: newProductPath(org, api), isPanel: true },
    { name: words.newVersion, href: `${apiPath({ org, api })}/new-version`, isPanel: true },
    { name: words.update, href: `${apiPath({ org, api })}?tab=settings` },
    { name: words.delete, href: `${apiPath({ org, api })}/delete`, isPanel: true },
  ];
}

export function ProductDrafts({ org, drafts, mayChange, search, children }: DraftsProps) {
  const { catalogs: words } = useTexts().text;
  const { productDrafts } = words;
  const { products, productCount, catalogs } = drafts;
  return (
    <section class="section stack">
      <h2 class="heading">{productDrafts.title(productCount)}</h2>
      {products.length === 0 ? (
        <NoProduct org={org} mayChange={mayChange} isSearched={search !== ''} />
      ) : (
        <Table
          caption={productDrafts.caption}
          rows={products}
          columns={[
            {
              heading: productDrafts.product,
              cell: (product) => (
                <Named of={product} href={productPath({ org, product: versionedName(product) })} />
              ),
            },
            { heading: productDrafts.apis, cell: ({ apis }) => <Lines lines={apis.map(versionedName)} /> },
            { heading: productDrafts.plans, cell: ({ plans }) => plans.map(({ title }) => title).join(', ') },
            { heading: productDrafts.where, cell: (product) => <Where org={org} product={product} /> },
            ...nextWhere(mayChange, (product: Product) => (
              <Links of={versionedName(product)} links={productLinks(words, { org, catalogs }, product)} />
            )),
          ]}
        />
      )}
      {children}
    </section>
  );
}

/** The way to the first product. */
function NoProduct({ org, mayChange, isSearched }: NoneProps) {
  const { drafts, productDrafts } = useTexts().text.catalogs;
  if (isSearched) return <p class="text">{drafts.notFound}</p>;
  return (
    <EmptyState icon="box" title={productDrafts.none} text={productDrafts.noneText}>
      {mayChange && (
        <a class="button button-primary" href={newProductPath(org)} data-panel>
          {drafts.newProduct}
        </a>
      )}
    </EmptyState>
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
  const { productDrafts } = useTexts().text.catalogs;
  if (catalogProducts.length === 0) return <>{productDrafts.nowhere}</>;
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
  { drafts: words, productDrafts }: Messages['catalogs'],
  { org, catalogs }: { readonly org: string; readonly catalogs: Drafts['catalogs'] },
  { name, version, ...draft }: Product,
): ActionLink[] {
  const product = versionedName({ name, version });
  const isIn = new Set(draft.catalogProducts.map(({ catalog }) => catalog.name));
  const next = catalogs.find((catalog) => !isIn.has(catalog.name));
  const address = (catalog: { readonly name: string }) => ({ org, catalog: catalog.name });
  return [
    ...(next
      ? [
          {
            name: productDrafts.stageIn(next.title),
            href: actionPath({ ...address(next), name, version }, 'stage'),
            isPanel: true,
          },
          {
            name: productDrafts.publishTo(next.title),
            href: actionPath({ ...address(next), name, version }, 'publish'),
            isPanel: true,
          },
        ]
      : []),
    { name: words.newVersion, href: `${productPath({ org, product })}/new-version`, isPanel: true },
    { name: words.update, href: productPath({ org, product }) },
    { name: words.delete, href: `${productPath({ org, product })}/delete`, isPanel: true },
  ];
}
