import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { API_WORDS, ApiBrief } from './api-words.tsx';
import { TOKEN_SOURCE } from './authorization-servers.ts';
import { ContactFacts } from './contact-facts.tsx';
import { Mark } from './mark.tsx';
import { operationsUrl, operationUrl } from './operation-url.ts';
import { Tags } from './product-words.tsx';
import {
  SECURITY_OPTION,
  SecurityOfCalls,
  type SecurityOption,
  SecurityOptions,
} from './security-options.tsx';
import { exampleCall } from './snippet.ts';
import { Snippets } from './snippets.tsx';

/** Facts of an API that show how it is called. */
export const API = graphql(
  `fragment Api on PortalApi {
    name title version kind url online tags iconPath openapiUrl openapiYamlUrl postmanUrl schemaUrl
    allowedOrigins ...ApiWords
    security { ...SecurityOption ...TokenSource beside { ...TokenSource } }
    operationCount
    operations(first: 200) {
      method path summary
      security { ...SecurityOption ...TokenSource beside { ...TokenSource } }
    }
  }`,
  [SECURITY_OPTION, TOKEN_SOURCE, API_WORDS],
);

type Api = ResultOf<typeof API>;

/** Operations that are shown at once; the others on request. */
const OPERATIONS_SHOWN = 8;

type ApiCardProps = {
  readonly pageContext: PortalPageContext;
  readonly api: Api;
  /** `name:version` of the product that it is called as part of. */
  readonly product: string;
  /** A client key of the viewer that may call it. */
  readonly clientKey: string | undefined;
};

/** An API: its address, its security, its operations, and an example. */
export function ApiCard({ pageContext, api, product, clientKey }: ApiCardProps) {
  const { text } = pageContext;
  return (
    <article class="card api">
      <div class="head">
        <div class="product-head">
          {api.iconPath !== null && <Mark pageContext={pageContext} of={api} />}
          <h3 class="card-title">
            <bdi>{api.title}</bdi> <span class="small quiet">{api.version}</span>
          </h3>
        </div>
        <Badge>{text.kind[api.kind]}</Badge>
      </div>
      <Tags pageContext={pageContext} tags={api.tags} />
      <ApiBrief pageContext={pageContext} api={api} product={product} />
      {!api.online && (
        <Notice tone="warning" title={text.api.offline}>
          <p class="text">{text.api.offlineText}</p>
        </Notice>
      )}
      <dl class="facts">
        <CallFacts pageContext={pageContext} api={api} product={product} />
        <Fact name={text.api.browsers}>{text.api.browsersOf(api.allowedOrigins)}</Fact>
        <Fact name={text.api.documents}>
          <Documents api={api} />
        </Fact>
        <ContactFacts pageContext={pageContext} api={api} />
      </dl>
      <TryIt pageContext={pageContext} api={api} product={product} />
      <Operations pageContext={pageContext} api={api} product={product} />
      <section aria-label={`${text.api.example} ${text.api.of(api.title)}`}>
        <h4 class="subheading">{text.api.example}</h4>
        <Snippets
          pageContext={pageContext}
          name={api.name}
          call={exampleCall(api, clientKey)}
          clientKey={clientKey}
        />
      </section>
    </article>
  );
}

type CallFactsProps = {
  readonly pageContext: PortalPageContext;
  readonly api: Pick<Api, 'title' | 'kind' | 'url'> & { readonly security: readonly SecurityOption[] };
  /** `name:version` of the product that it is called as part of. */
  readonly product: string;
};

/** The address of an API and what a call needs. */
export function CallFacts({ pageContext, api, product }: CallFactsProps) {
  const { text } = pageContext;
  return (
    <>
      <Fact name={api.kind === 'REST' ? text.api.url : text.api.endpoint}>
        <Copyable
          pageContext={pageContext}
          value={api.url}
          what={`${text.api.url} ${text.api.of(api.title)}`}
        />
      </Fact>
      <Fact name={text.api.security}>
        <SecurityOfCalls pageContext={pageContext} options={api.security} product={product} />
      </Fact>
    </>
  );
}

/** The documents of an API for programs, each at an address that can be kept. */
function Documents({ api }: Pick<ApiCardProps, 'api'>) {
  const documents = [
    ['OpenAPI (JSON)', api.openapiUrl],
    ['OpenAPI (YAML)', api.openapiYamlUrl],
    ['Postman', api.postmanUrl],
    ['GraphQL SDL', api.schemaUrl],
  ] as const;
  return (
    <span class="row">
      {documents.map(
        ([name, url]) =>
          url !== null && (
            <a class="link" href={url}>
              {name}
            </a>
          ),
      )}
    </span>
  );
}

/** The page that tries an API out, with the name of the viewer's application. */
export function tryItUrl(
  { base }: PortalPageContext,
  api: { readonly name: string; readonly version: string; readonly kind: Api['kind'] },
  { product, application }: { readonly product: string; readonly application?: string },
): string {
  const page = api.kind === 'REST' ? 'reference' : 'explorer';
  const query = application === undefined ? '' : `?application=${encodeURIComponent(application)}`;
  return `${base}/apis/${product}/${versionedName(api)}/${page}${query}`;
}

function TryIt({ pageContext, api, product }: Omit<ApiCardProps, 'clientKey'>) {
  const { text } = pageContext;
  return (
    <p class="row">
      <a class="button" href={tryItUrl(pageContext, api, { product })}>
        {api.kind === 'REST' ? text.api.reference : text.api.explorer}
        <span class="visually-hidden"> {text.api.of(api.title)}</span>
      </a>
      <a class="link" href={operationsUrl(pageContext, { product, api })}>
        {api.kind === 'REST' ? text.operation.all : text.operation.allFields}
        <span class="visually-hidden"> {text.api.of(api.title)}</span>
      </a>
    </p>
  );
}

function Operations({ pageContext, api, product }: Omit<ApiCardProps, 'clientKey'>) {
  const { title, operations, operationCount } = api;
  if (operations.length === 0) return null;
  const { text } = pageContext;
  const differs = operations.some(({ security }) => security !== null);
  const count = text.api.operations(operationCount);
  return (
    <details open={operations.length <= OPERATIONS_SHOWN}>
      <summary class="details-summary">{count}</summary>
      <Table
        caption={`${count} ${text.api.of(title)}`}
        columns={[
          {
            heading: text.api.operation,
            cell: ({ method, path }) => (
              <a class="link" href={operationUrl(pageContext, { product, api }, { method, path })}>
                <OperationName method={method} path={path} />
              </a>
            ),
          },
          { heading: text.api.summary, cell: ({ summary }) => summary ?? '' },
          ...(differs
            ? [
                {
                  heading: text.api.security,
                  cell: ({ security }: Api['operations'][number]) =>
                    security ? (
                      <SecurityOptions pageContext={pageContext} options={security} />
                    ) : (
                      text.security.asApi
                    ),
                },
              ]
            : []),
        ]}
        rows={operations}
      />
    </details>
  );
}
