import type { ResultOf } from '@graphql-typed-document-node/core';
import { parseVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Meaning, Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { callingKey } from '../parts/calling-key.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { DEPRECATION, Deprecated } from './deprecated.tsx';
import { operationsUrl } from './operation-url.ts';
import { named } from './product-name.ts';
import { SECURITY_OPTION, SecurityOfCalls } from './security-options.tsx';
import { securedCall } from './snippet.ts';
import { Snippets } from './snippets.tsx';

const ROOT_FIELD = graphql(
  `query RootField($product: VersionedName!, $api: VersionedName!, $name: String!) {
    product(product: $product) {
      name version ...Deprecation
      subscriptions(first: 200) { state application { credentials { clientKey } } }
      api(api: $api) {
        name title version url
        security { ...SecurityOption }
        rootFields(name: $name, first: 3) {
          operation name type description deprecationReason example variables
          arguments { name type required description }
        }
      }
    }
  }`,
  [SECURITY_OPTION, DEPRECATION],
);

type Api = NonNullable<NonNullable<ResultOf<typeof ROOT_FIELD>['product']>['api']>;
type RootField = Api['rootFields'][number];
type RootFieldProps = { readonly pageContext: PortalPageContext; readonly field: RootField };

/** Adds the page of a root field: its arguments, and an operation with it. */
export function rootField(pages: PortalPages): void {
  pages.get('/apis/:product/:api/operations/:kind{query|mutation|subscription}/:name', async (c) => {
    const { pageContext } = c.var;
    const { product: of, api: versioned, kind, name } = c.req.param();
    if (!parseVersionedName(of) || !parseVersionedName(versioned)) return showNotFound(c);
    const { product } = await pageContext.run(ROOT_FIELD, { product: of, api: versioned, name });
    const api = product?.api;
    const field = api?.rootFields.find(({ operation }) => operation.toLowerCase() === kind);
    if (!product || !api || !field) return showNotFound(c);
    const { text } = pageContext;
    const active = product.subscriptions.find(({ state }) => state === 'ACTIVE');
    const call = {
      method: 'POST',
      url: api.url,
      headers: [['Content-Type', 'application/json']] as const,
      body: JSON.stringify({ query: field.example, variables: JSON.parse(field.variables) }),
    };
    const clientKey = callingKey(pageContext, active?.application);
    return show(
      c,
      <>
        <Crumb href={operationsUrl(pageContext, { product: versionedName(product), api })}>
          {text.operation.fieldsTitle(named(api))}
        </Crumb>
        <Deprecated pageContext={pageContext} product={product} />
        <Heading pageContext={pageContext} field={field} />
        <Section id="security-heading" title={text.api.security}>
          <SecurityOfCalls
            pageContext={pageContext}
            options={api.security}
            product={versionedName(product)}
          />
        </Section>
        <Arguments pageContext={pageContext} field={field} />
        <Example pageContext={pageContext} field={field} />
        <Section id="code-heading" title={text.operation.code}>
          <Snippets
            pageContext={pageContext}
            name="field"
            call={securedCall(call, api.security, clientKey)}
            clientKey={clientKey}
          />
        </Section>
      </>,
      { title: field.name, menu: 'products' },
    );
  });
}

function Heading({ pageContext: { text }, field }: RootFieldProps) {
  return (
    <>
      <div class="head">
        <h1 class="title">{field.name}</h1>
        <Badge>{text.operation.kinds[field.operation]}</Badge>
      </div>
      <p class="lead">
        {text.operation.answer}
        {text.colon} <code class="code">{field.type}</code>
      </p>
      {field.deprecationReason !== null && (
        <p class="text">
          <Badge tone="waiting">{text.operation.deprecated}</Badge> {field.deprecationReason}
        </p>
      )}
      {field.description !== null && <Prose markdown={field.description} />}
    </>
  );
}

function Arguments({ pageContext: { text }, field }: RootFieldProps) {
  if (field.arguments.length === 0) return null;
  return (
    <Section id="arguments-heading" title={text.operation.arguments}>
      <Table
        caption={`${text.operation.arguments}${text.colon} ${field.name}`}
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
          { heading: text.operation.type, cell: ({ type }) => <code class="code">{type}</code> },
          { heading: text.operation.meaning, cell: Meaning },
        ]}
        rows={field.arguments}
      />
    </Section>
  );
}

function Example({ pageContext: { text }, field: { example, variables } }: RootFieldProps) {
  const copy = { copy: text.copy.label, copied: text.copy.done };
  return (
    <Section id="example-heading" title={text.operation.example}>
      <CodeBlock code={example} what={text.operation.document} {...copy} />
      {variables !== '{}' && (
        <>
          <h3 class="subheading">{text.operation.variables}</h3>
          <CodeBlock code={variables} what={text.operation.variables} {...copy} />
        </>
      )}
    </Section>
  );
}
