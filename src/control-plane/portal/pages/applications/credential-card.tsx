import type { ResultOf } from '@graphql-typed-document-node/core';
import { FIRST_CREDENTIAL_TITLE } from '../../../../domain/consumer/application.ts';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime, Timed } from '../../../../ui/components/time.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { allowsChange, ForDevelopers } from '../parts/for-developers.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a credential on a page. Secrets are not kept, and cannot be queried. */
export const CREDENTIAL = graphql(`
  fragment Credential on PortalCredential {
    title clientKey createdAt lastUsedAt secretLastUsedAt secretExpiresAt noticedDays
    previousSecret { expiresAt lastUsedAt }
  }
`);

type Credential = ResultOf<typeof CREDENTIAL>;
type CredentialCardProps = {
  readonly pageContext: PortalPageContext;
  readonly application: { readonly name: string; readonly clientType: 'CONFIDENTIAL' | 'PUBLIC' };
  readonly credential: Credential;
};

/** Returns the title of a credential. One that the platform gave is in the language of the page. */
export const credentialTitle = (
  { text }: PortalPageContext,
  { title }: { readonly title: string },
): string => (title === FIRST_CREDENTIAL_TITLE ? text.clientKey.first : title);

/** A client key, and its secrets: one, or two while one is replaced. */
export function CredentialCard({ pageContext, application, credential }: CredentialCardProps) {
  const { base, text, format } = pageContext;
  const { clientKey, createdAt, lastUsedAt, previousSecret } = credential;
  const title = credentialTitle(pageContext, credential);
  const url = `${base}/applications/${application.name}/credentials/${clientKey}`;
  const hasSecret = application.clientType !== 'PUBLIC';
  return (
    <article class="card">
      <h3 class="card-title">
        <bdi>{title}</bdi>
      </h3>
      <dl class="facts">
        <Fact name={text.secret.clientKey}>
          {allowsChange(pageContext) ? (
            <Copyable pageContext={pageContext} value={clientKey} what={text.secret.clientKey} isMasked />
          ) : (
            <code class="code">{clientKey}</code>
          )}
        </Fact>
        <Fact name={text.applications.created}>
          <LocalTime at={createdAt} text={format.dateTime(createdAt)} />
        </Fact>
        <Fact name={text.credential.lastUsed}>
          <Timed format={format} text={when(pageContext, lastUsedAt)} at={[lastUsedAt]} />
        </Fact>
      </dl>
      {hasSecret && <Secrets pageContext={pageContext} credential={credential} />}
      <ForDevelopers pageContext={pageContext}>
        <div class="row">
          {hasSecret && (
            <>
              <a class="button" href={`${url}/replace`}>
                {text.credential.replace}
              </a>
              <a class="button" href={`${url}/verify`}>
                {text.credential.verify}
              </a>
            </>
          )}
          {hasSecret && previousSecret && (
            <form method="post" action={`${url}/end-previous`} data-confirm={text.credential.endConfirm}>
              <button class="button button-danger" type="submit">
                {text.credential.end}
              </button>
            </form>
          )}
          <a class="button button-danger" href={`${url}/withdraw`}>
            {text.clientKey.withdraw}
            <span class="visually-hidden"> {title}</span>
          </a>
        </div>
      </ForDevelopers>
    </article>
  );
}

function Secrets({ pageContext, credential }: Omit<CredentialCardProps, 'application'>) {
  const { text, format, clock } = pageContext;
  const { secretLastUsedAt, secretExpiresAt, previousSecret } = credential;
  const current = { name: text.credential.current, until: secretExpiresAt, lastUsedAt: secretLastUsedAt };
  const previous = previousSecret && {
    name: text.credential.previous,
    until: previousSecret.expiresAt,
    lastUsedAt: previousSecret.lastUsedAt,
  };
  return (
    <Table
      caption={text.credential.secrets}
      columns={[
        { heading: text.secret.clientSecret, cell: ({ name }) => name },
        {
          heading: text.credential.valid,
          cell: ({ until }) =>
            until === null ? (
              text.credential.untilReplaced
            ) : (
              <Timed
                format={format}
                text={text.credential.until(format.dateTime(until), format.relative(until, clock()))}
                at={until}
              />
            ),
        },
        {
          heading: text.credential.lastUsed,
          cell: ({ lastUsedAt }) => (
            <Timed format={format} text={when(pageContext, lastUsedAt)} at={[lastUsedAt]} />
          ),
        },
      ]}
      rows={previous ? [current, previous] : [current]}
    />
  );
}

/** Tells when something was used, in words. */
export function when({ text, format, clock }: PortalPageContext, instant: string | null): string {
  if (instant === null) return text.credential.never;
  return `${format.dateTime(instant)}, ${format.relative(instant, clock())}`;
}
