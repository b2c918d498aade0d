import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of an API's security alternative. */
export const SECURITY_OPTION = graphql(`
  fragment SecurityOption on PortalSecurityOption {
    type keyKind keyName keyLocation flows isConditional scopes { name }
    beside { type keyKind keyName keyLocation flows scopes { name } }
  }
`);

export type SecurityOption = ResultOf<typeof SECURITY_OPTION>;

/** The id, on the page of a product, of where access tokens come from. */
export const TOKEN_HEADING = 'token-heading';

type SecurityOptionsProps = {
  readonly pageContext: PortalPageContext;
  readonly options: readonly SecurityOption[];
};

/** Security of an API, in words, with the way to its access tokens. */
export function SecurityOfCalls({
  pageContext,
  options,
  product,
}: SecurityOptionsProps & {
  /** `name:version` of the product that it is called as part of. */
  readonly product: string;
}) {
  const isByToken = options.some((option) =>
    [option, ...option.beside].some(({ type }) => type === 'OAUTH2'),
  );
  return (
    <>
      <SecurityOptions pageContext={pageContext} options={options} />
      {isByToken && (
        <p class="text">
          <a class="link" href={`${pageContext.base}/products/${product}#${TOKEN_HEADING}`}>
            {pageContext.text.token.where}
          </a>
        </p>
      )}
    </>
  );
}

/** Security of an API, in words; each alternative is enough. */
export function SecurityOptions({ pageContext, options }: SecurityOptionsProps) {
  const { security } = pageContext.text;
  if (options.length === 0) return <p class="text">{security.open}</p>;
  if (options.length === 1)
    return <p class="text">{options.map((option) => inWords(pageContext, option))}</p>;
  return (
    <>
      <p class="text">{security.anyOf}</p>
      <ul class="list">
        {options.map((option) => (
          <li>{inWords(pageContext, option)}</li>
        ))}
      </ul>
    </>
  );
}

/** Sentences, one for each part that a call must show. */
const inWords = ({ text }: PortalPageContext, option: SecurityOption): string =>
  [option, ...option.beside].map((part) => text.secured[part.type](part)).join(` ${text.security.beside} `) +
  (option.isConditional ? ` ${text.security.conditional}` : '');
