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

/** Security of an API, in words; each alternative is enough. */
export function SecurityOptions({
  pageContext,
  options,
}: {
  pageContext: PortalPageContext;
  options: readonly SecurityOption[];
}) {
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
