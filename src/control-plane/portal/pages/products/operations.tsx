import type { ResultOf } from '@graphql-typed-document-node/core';
import { parseVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { ProsePhrase } from '../../../../ui/components/prose.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { CallFacts, tryItUrl } from './api-card.tsx';
import { API_WORDS, ApiDescription, ApiSummary } from './api-words.tsx';
import { ContactFacts } from './contact-facts.tsx';
import { DEPRECATION, Deprecated } from './deprecated.tsx';
import { Mark } from './mark.tsx';
import { type ApiOfProduct, operationsUrl, operationUrl, rootFieldUrl } from './operation-url.ts';
import { named, productUrl } from './product-name.ts';
import { Tags } from './product-words.tsx';
import { SECURITY_OPTION } from './security-options.tsx';

const OPERATIONS = graphql(
  `query Operations($product: VersionedName!, $api: VersionedName!, $first: Int!, $offset: Int!) {
    product(product: $product) {
      name title version ...Deprecation
      api(api: $api) {
        name title version kind url tags iconPath ...ApiWords
        security { ...SecurityOption }
        operationCount
        operations(first: $first, offset: $offset) { method path summary }
        rootFieldCount
        rootFields(first: $first, offset: $offset) { operation name type description deprecationReason }
      }
    }
  }`,
  [SECURITY_OPTION, DEPRECATION, API_WORDS],
);

type Product = NonNullable<ResultOf<typeof OPERATIONS>['product']>;
type Api = NonNullable<Product['api']>;
type ListProps = {
  readonly pageContext: PortalPageContext;
  readonly api: Api;
  readonly of: ApiOfProduct;
};

const ROWS = 100;

/** Adds the list of an API's operations or root fields. */
export function operations(pages: PortalPages): void {
  pages.get('/apis/:product/:api/operations', async (c) => {
    const { pageContext } = c.var;
    const names = { product: c.req.param('product'), api: c.req.param('api') };
    if (!parseVersionedName(names.product) || !parseVersionedName(names.api)) return showNotFound(c);
    const page = pageOfList(c.req.query('page'), ROWS);
    const part = { first: ROWS, offset: offsetOf(page) };
    const { product } = await pageContext.run(OPERATIONS, { ...names, ...part });
    if (!product?.api) return showNotFound(c);
    const { text } = pageContext;
    const { api } = product;
    const of = { product: versionedName(product), api };
    const isRest = api.kind === 'REST';
    const title = isRest ? text.operation.title(named(api)) : text.operation.fieldsTitle(named(api));
    return show(
      c,
      <>
        <Crumb href={productUrl(pageContext, product)}>{named(product)}</Crumb>
        <div class="head">
          <div class="product-head">
            {api.iconPath !== null && <Mark pageContext={pageContext} of={api} size="large" />}
            <h1 class="title">{title}</h1>
          </div>
        </div>
        <Deprecated pageContext={pageContext} product={product} />
        <ApiSummary api={api} />
        <Tags pageContext={pageContext} tags={api.tags} />
        <dl class="facts">
          <CallFacts pageContext={pageContext} api={api} product={of.product} />
          <ContactFacts pageContext={pageContext} api={api} />
        </dl>
        {part.offset === 0 && <ApiDescription pageContext={pageContext} description={api.description} />}
        <div class="section stack">
          <p class="row">
            <a class="button" href={tryItUrl(pageContext, api, { product: of.product })}>
              {isRest ? text.api.reference : text.api.explorer}
            </a>
          </p>
          {isRest ? <Operations pageContext={pageContext} api={api} of={of} /> : null}
          {isRest ? null : <RootFields pageContext={pageContext} api={api} of={of} />}
        </div>
        <Pager
          page={page}
          total={isRest ? api.operationCount : api.rootFieldCount}
          href={(number) => `${operationsUrl(pageContext, of)}?page=${number}`}
          text={text.pager}
        />
      </>,
      { title, menu: 'products' },
    );
  });
}

function Operations({ pageContext, api, of }: ListProps) {
  const { text } = pageContext;
  if (api.operationCount === 0) return <p class="text">{text.operation.none}</p>;
  return (
    <Table
      caption={text.operation.count(api.operationCount)}
      columns={[
        {
          heading: text.api.operation,
          cell: (operation) => (
            <a class="link" href={operationUrl(pageContext, of, operation)}>
              <OperationName method={operation.method} path={operation.path} />
            </a>
          ),
        },
        { heading: text.api.summary, cell: ({ summary }) => summary ?? '' },
      ]}
      rows={api.operations}
    />
  );
}

function RootFields({ pageContext, api, of }: ListProps) {
  const { text } = pageContext;
  if (api.rootFieldCount === 0) return <p class="text">{text.operation.noFields}</p>;
  return (
    <Table
      caption={text.operation.fieldCount(api.rootFieldCount)}
      columns={[
        {
          heading: text.api.operation,
          cell: (field) => (
            <a class="link" href={rootFieldUrl(pageContext, of, field)}>
              <code class="code">
                {text.operation.kinds[field.operation]} {field.name}
              </code>
            </a>
          ),
        },
        { heading: text.operation.answer, cell: ({ type }) => <code class="code">{type}</code> },
        {
          heading: text.api.summary,
          cell: ({ description, deprecationReason }) => (
            <>
              {deprecationReason !== null && <Badge tone="waiting">{text.operation.deprecated}</Badge>}{' '}
              <ProsePhrase markdown={description ?? ''} />
            </>
          ),
        },
      ]}
      rows={api.rootFields}
    />
  );
}
