import { endpointPaths } from '../../../domain/oauth/oauth-paths.ts';
import type { AuthorizationRequest } from '../authorize/request.ts';
import type { OAuthResponse } from '../endpoint.ts';
import type { Session } from '../session.ts';
import { FormToken, show } from './frame.tsx';
import type { OAuthPageContext } from './page-context.ts';
import { pagePath } from './pages-url.ts';

/** The page that asks whether an application may have what it asks for. */
export function showConsent(
  pageContext: OAuthPageContext,
  request: AuthorizationRequest,
  { subject }: Session,
): OAuthResponse {
  const { text } = pageContext;
  const { client, redirectUri, scopes } = request;
  const { title, consumerOrgTitle } = client.application;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.consent.title(title)}</h1>
      <p class="text">{text.consent.lead(consumerOrgTitle)}</p>
      <Scopes pageContext={pageContext} scopes={scopes} />
      <p class="text">
        {text.consent.signedIn} <strong>{subject}</strong>.
      </p>
      <p class="small quiet">
        {text.consent.after(redirectHost(redirectUri))} {text.consent.withdrawal}{' '}
        <a
          class="link"
          href={pagePath(pageContext, endpointPaths(pageContext.provider).consents, '')}
          target="_blank"
          rel="noopener"
        >
          {text.consents.title}
        </a>
      </p>
      <form method="post" class="form">
        <FormToken pageContext={pageContext} />
        <input type="hidden" name="shown_scope" value={scopes.join(' ')} />
        <div class="row">
          <button class="button button-primary" type="submit" name="action" value="allow">
            {text.consent.allow}
          </button>
          <button class="button" type="submit" name="action" value="deny">
            {text.consent.deny}
          </button>
        </div>
        <button class="button" type="submit" name="action" value="switch">
          {text.consent.other}
        </button>
      </form>
    </div>,
    { title: text.consent.title(title), formTarget: redirectUri },
  );
}

/** The rights of an application: each scope in words, where its provider has some. */
export function Scopes({
  pageContext,
  scopes,
}: {
  pageContext: OAuthPageContext;
  scopes: readonly string[];
}) {
  const { scopeDescriptions } = pageContext.provider;
  if (scopes.length === 0) return <p class="text">{pageContext.text.consent.nothing}</p>;
  return (
    <ul class="list">
      {scopes.map((scope) => (
        <li>
          {scopeDescriptions.get(scope) || scope} <code class="code">{scope}</code>
        </li>
      ))}
    </ul>
  );
}

/** The host of a redirect URI, as people know it. */
function redirectHost(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host || protocol.slice(0, -1);
}
