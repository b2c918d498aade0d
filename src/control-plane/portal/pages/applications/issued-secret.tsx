import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';
import type { AuthorizationServer } from '../products/authorization-servers.ts';
import type { ExampleCall } from '../products/snippet.ts';
import { Snippets } from '../products/snippets.tsx';
import { applicationServers } from './application-servers.ts';

/** Facts of a credential that was just issued. */
export const ISSUED = graphql(`
  fragment Issued on PortalIssuedCredential {
    clientKey clientSecret
    application { name title }
  }
`);

export type Issued = ResultOf<typeof ISSUED> & {
  /** The API key that was made with it, and how calls send it. */
  readonly apiKey?: { readonly key: string; readonly how: string } | undefined;
};

type IssuedCardProps = {
  readonly pageContext: PortalPageContext;
  readonly issued: Issued;
  /** Issuers of its access tokens. */
  readonly servers: readonly AuthorizationServer[];
  /** A call that can be made with it at once. */
  readonly firstCall?: ExampleCall | undefined;
  /** The link that follows when the secret is stored. */
  readonly next?: { readonly href: string; readonly label: string };
};

/** A credential that was just issued. Its secret can be read only now. */
export function IssuedCard({ pageContext, issued, servers, firstCall, next }: IssuedCardProps) {
  const { text } = pageContext;
  return (
    <div class="card">
      {issued.clientSecret === '' ? (
        <p class="text">{text.secret.none}</p>
      ) : (
        <Notice tone="warning" title={issued.apiKey ? text.secret.onceAll : text.secret.once}>
          <p class="text">{issued.apiKey ? text.secret.onceAllText : text.secret.onceText}</p>
        </Notice>
      )}
      <Secret pageContext={pageContext} issued={issued} />
      {firstCall && (
        <section aria-labelledby="first-call-heading">
          <h2 class="subheading" id="first-call-heading">
            {text.secret.firstCall}
          </h2>
          <p class="hint">{text.secret.firstCallText}</p>
          {/* The keys in it are on the page anyway, once. */}
          <Snippets pageContext={pageContext} name="first-call" call={firstCall} clientKey={undefined} />
        </section>
      )}
      <p class="row">
        <a
          class="button"
          href={dataUrl(envFile(pageContext, issued, servers))}
          download={`${issued.application.name}.env`}
        >
          {text.secret.download}
        </a>
        {next && (
          <a class="button button-primary" href={next.href}>
            {next.label}
          </a>
        )}
      </p>
    </div>
  );
}

type Next = Pick<IssuedCardProps, 'firstCall'> & {
  /** Content above the secret. */
  readonly before?: Child;
  /** The link that follows when the secret is stored; to its application unless given. */
  readonly next?: { readonly href: string; readonly label: string };
};

/** Shows a client secret. It can be read only now. */
export async function showIssued(
  c: Context<PortalEnv>,
  issued: Issued,
  { before, firstCall, next }: Next = {},
): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text } = pageContext;
  const { name, title } = issued.application;
  const servers = await applicationServers(pageContext, name);
  const heading = headingOf(text, issued)(title);
  const label = issued.clientSecret === '' ? text.secret.toPublic : text.secret.toApplication;
  return show(
    c,
    <>
      {before}
      <h1 class="title">{heading}</h1>
      <IssuedCard
        pageContext={pageContext}
        issued={issued}
        servers={servers}
        firstCall={firstCall}
        next={next ?? { href: `${base}/applications/${name}`, label }}
      />
    </>,
    { title: heading, menu: 'applications' },
  );
}

function headingOf({ secret }: PortalPageContext['text'], { clientSecret, apiKey }: Issued) {
  if (apiKey) return secret.keysTitle;
  return clientSecret === '' ? secret.keyTitle : secret.title;
}

function Secret({
  pageContext,
  issued: { clientKey, clientSecret, apiKey },
}: {
  pageContext: PortalPageContext;
  issued: Issued;
}) {
  const { text } = pageContext;
  return (
    <dl class="facts">
      {apiKey && (
        <Fact name={text.apiKey.one}>
          <Copyable pageContext={pageContext} value={apiKey.key} what={text.apiKey.one} />
          <p class="hint">{apiKey.how}</p>
        </Fact>
      )}
      <Fact name={text.secret.clientKey}>
        <Copyable pageContext={pageContext} value={clientKey} what={text.secret.clientKey} />
      </Fact>
      {clientSecret !== '' && (
        <Fact name={text.secret.clientSecret}>
          <Copyable pageContext={pageContext} value={clientSecret} what={text.secret.clientSecret} />
        </Fact>
      )}
    </dl>
  );
}

/** The secret as a file of settings. It is in the page already, so that no second request has to carry it. */
function envFile(
  { frame }: PortalPageContext,
  { clientKey, clientSecret, apiKey }: Issued,
  servers: readonly AuthorizationServer[],
): string {
  const settings = {
    GATEWAY_URL: frame.catalog.gatewayUrl,
    ...(apiKey && { API_KEY: apiKey.key }),
    CLIENT_ID: clientKey,
    ...(clientSecret !== '' && { CLIENT_SECRET: clientSecret }),
    ...Object.assign({}, ...servers.map(tokenSettings)),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Settings for the tokens of an issuer. Those of the second one end with its number, and so on. */
function tokenSettings(server: AuthorizationServer, index: number): Readonly<Record<string, string>> {
  const settings = {
    OAUTH_ISSUER: server.issuer,
    OAUTH_METADATA_URL: server.metadataUrl,
    OAUTH_TOKEN_URL: server.tokenUrl,
    OAUTH_AUTHORIZE_URL: server.authorizeUrl,
    // Words with spaces between them are quoted, so that a shell can read the file, too.
    OAUTH_SCOPE: server.scopes.length === 0 ? null : `"${server.scopes.map(({ name }) => name).join(' ')}"`,
  };
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === null ? [] : [[index === 0 ? name : `${name}_${index + 1}`, value]],
    ),
  );
}

function dataUrl(file: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(file)}`;
}
