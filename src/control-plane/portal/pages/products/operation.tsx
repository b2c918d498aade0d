import type { ResultOf } from '@graphql-typed-document-node/core';
import { parseVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { Meaning, Prose, ProsePhrase } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { isOfGateway } from '../../api/product/gateway-answers.ts';
import { callingKey } from '../parts/calling-key.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { DEPRECATION, Deprecated } from './deprecated.tsx';
import { operationCall } from './operation-call.ts';
import { operationsUrl } from './operation-url.ts';
import { named } from './product-name.ts';
import { SECURITY_OPTION, SecurityOfCalls } from './security-options.tsx';
import { securedCall } from './snippet.ts';
import { Snippets } from './snippets.tsx';

const CONTENT = graphql(`
  fragment Content on PortalContent { mediaType parts { path type required description } example }
`);

const OPERATION = graphql(
  `query Operation($product: VersionedName!, $api: VersionedName!, $method: String!, $path: String!) {
    product(product: $product) {
      name version ...Deprecation
      subscriptions(first: 200) { state application { credentials { clientKey } } }
      api(api: $api) {
        name title version url
        security { ...SecurityOption }
        operation(method: $method, path: $path) {
          method path summary description deprecated bodyRequired
          security { ...SecurityOption }
          parameters { name location type required description example }
          request { ...Content }
          answers { status description contents { ...Content } }
        }
      }
    }
  }`,
  [SECURITY_OPTION, CONTENT, DEPRECATION],
);

type Api = NonNullable<NonNullable<ResultOf<typeof OPERATION>['product']>['api']>;
type Operation = NonNullable<Api['operation']>;
type Content = ResultOf<typeof CONTENT>;
type OperationProps = { readonly pageContext: PortalPageContext; readonly operation: Operation };

/** Adds the page of a REST operation: its request, its answers and its call. */
export function operation(pages: PortalPages): void {
  pages.get('/apis/:product/:api/operations/:method{[A-Z]+}', async (c) => {
    const { pageContext } = c.var;
    const { product: of, api: name, method } = c.req.param();
    const path = c.req.query('path') ?? '';
    if (!parseVersionedName(of) || !parseVersionedName(name)) return showNotFound(c);
    const { product } = await pageContext.run(OPERATION, { product: of, api: name, method, path });
    const api = product?.api;
    if (!product || !api?.operation) return showNotFound(c);
    const { text } = pageContext;
    const { operation: found, security, url } = api;
    const active = product.subscriptions.find(({ state }) => state === 'ACTIVE');
    const clientKey = callingKey(pageContext, active?.application);
    const title = found.summary ?? `${method} ${path}`;
    return show(
      c,
      <>
        <Crumb href={operationsUrl(pageContext, { product: versionedName(product), api })}>
          {text.operation.title(named(api))}
        </Crumb>
        <Deprecated pageContext={pageContext} product={product} />
        <div class="head">
          <h1 class="title">{title}</h1>
          {found.deprecated && <Badge tone="waiting">{text.operation.deprecated}</Badge>}
        </div>
        <p class="lead">
          <OperationName method={method} path={path} />
        </p>
        {found.description !== null && <Prose markdown={found.description} />}
        <Section id="security-heading" title={text.api.security}>
          <SecurityOfCalls
            pageContext={pageContext}
            options={found.security ?? security}
            product={versionedName(product)}
          />
        </Section>
        <Parameters pageContext={pageContext} operation={found} />
        <Request pageContext={pageContext} operation={found} />
        <Section id="code-heading" title={text.operation.code}>
          <Snippets
            pageContext={pageContext}
            name="operation"
            call={securedCall(operationCall(url, found), found.security ?? security, clientKey)}
            clientKey={clientKey}
          />
        </Section>
        <Answers pageContext={pageContext} operation={found} />
      </>,
      { title, menu: 'products' },
    );
  });
}

function Parameters({ pageContext: { text }, operation: { method, path, parameters } }: OperationProps) {
  if (parameters.length === 0) return null;
  return (
    <Section id="parameters-heading" title={text.operation.parameters}>
      <Table
        caption={`${text.operation.parameters}${text.colon} ${method} ${path}`}
        columns={[
          {
            heading: text.operation.name,
            cell: ({ name, required }) => (
              <>
                <code class="code">{name}</code>{' '}
                {required && <span class="small quiet">{text.operation.required}</span>}
              </>
            ),
          },
          { heading: text.operation.location, cell: ({ location }) => text.operation.locations[location] },
          { heading: text.operation.type, cell: ({ type }) => <code class="code">{type}</code> },
          { heading: text.operation.meaning, cell: Meaning },
          { heading: text.operation.example, cell: ({ example }) => <code class="code">{example}</code> },
        ]}
        rows={parameters}
      />
    </Section>
  );
}

function Request({ pageContext, operation: { request, bodyRequired } }: OperationProps) {
  const { text } = pageContext;
  if (request.length === 0) return null;
  return (
    <Section id="request-heading" title={text.operation.request}>
      <p class="text">{bodyRequired ? text.operation.bodyRequired : text.operation.bodyOptional}</p>
      {request.map((content) => (
        <ContentBlock pageContext={pageContext} content={content} of={text.operation.request} />
      ))}
    </Section>
  );
}

function Answers({ pageContext, operation: { answers } }: OperationProps) {
  const { text } = pageContext;
  return (
    <Section id="answers-heading" title={text.operation.answers}>
      {answers.map((answer, index) => (
        <details open={index === 0}>
          <summary class="details-summary">
            <code class="code">{answer.status}</code>{' '}
            {isOfGateway(answer) ? (
              text.operation.refusals[answer.status]
            ) : (
              <ProsePhrase markdown={answer.description ?? ''} />
            )}
          </summary>
          {answer.contents.map((content) => (
            <ContentBlock pageContext={pageContext} content={content} of={answer.status} />
          ))}
        </details>
      ))}
    </Section>
  );
}

type ContentBlockProps = {
  readonly pageContext: PortalPageContext;
  readonly content: Content;
  /** The request, or the status of the answer. */
  readonly of: string;
};

function ContentBlock({
  pageContext: { text },
  content: { mediaType, parts, example },
  of,
}: ContentBlockProps) {
  return (
    <div class="stack">
      <p class="small quiet">{mediaType}</p>
      {parts.length > 0 && (
        <Table
          caption={`${of}: ${mediaType}`}
          columns={[
            {
              heading: text.operation.member,
              cell: ({ path, required }) => (
                <>
                  {path === '' ? text.operation.wholeValue : <code class="code">{path}</code>}{' '}
                  {required && path !== '' && <span class="small quiet">{text.operation.required}</span>}
                </>
              ),
            },
            { heading: text.operation.type, cell: ({ type }) => <code class="code">{type}</code> },
            { heading: text.operation.meaning, cell: Meaning },
          ]}
          rows={parts}
        />
      )}
      {example !== null && (
        <CodeBlock
          code={example}
          what={`${of}: ${text.operation.exampleOf(mediaType)}`}
          copy={text.copy.label}
          copied={text.copy.done}
        />
      )}
    </div>
  );
}
