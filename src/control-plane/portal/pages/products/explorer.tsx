import type { ExplorerProps, ExplorerSecurity } from '../../../../../web/props.ts';
import { defaultKeyName } from '../../../../domain/api/security/api-key.ts';
import type { GrantType } from '../../../../domain/oauth/grant-types.ts';
import { TRY_IT_RETURN_PATH } from '../../../../domain/oauth/oauth-paths.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import {
  clientKeyOf,
  needsCertificate,
  outcomeOf,
  type TriedPart,
  TryIt,
  type TryItContext,
  tryItContextOf,
} from './try-it.tsx';

/** Adds GraphiQL for a GraphQL API. Documents go to the gateway, as those of an application. */
export function explorer(pages: PortalPages): void {
  pages.get('/apis/:product/:api/explorer', async (c) => {
    const { pageContext } = c.var;
    const trial = await tryItContextOf(c);
    if (trial?.api.kind !== 'GRAPHQL') return showNotFound(c);
    const { text } = pageContext;
    const { title: api, url, security } = trial.api;
    const entrance = explorerSecurityOf(trial, pageContext);
    const title = text.tryIt.explorer(api);
    const asksFor = (type: ExplorerSecurity['type']) => entrance?.some((part) => part.type === type);
    const flows = entrance?.flatMap((part) => (part.type === 'OAUTH2' ? part.flows : [])) ?? [];
    const props: ExplorerProps = {
      url,
      sdl: await sdlFor(trial, pageContext),
      clientKey: clientKeyOf(trial),
      entrance: entrance ?? [],
      outcome: outcomeOf(pageContext),
      tokenReady: text.tryIt.script.tokenReady,
    };
    return show(
      c,
      <TryIt pageContext={pageContext} trial={trial} title={title}>
        {asksFor('OAUTH2') && <TokenForm pageContext={pageContext} flows={flows} />}
        {asksFor('HTTP_BASIC') && <PersonForm pageContext={pageContext} />}
        {!entrance && !needsCertificate(trial.api) && security.length > 0 && (
          <Notice tone="info">
            <p class="text">{text.tryIt.otherEntrance}</p>
          </Notice>
        )}
      </TryIt>,
      {
        title,
        menu: 'products',
        island: {
          name: 'explorer',
          props,
          connect: [new URL(pageContext.frame.catalog.gatewayUrl).origin],
          opensWindow: flows.includes('ACCESS_CODE'),
        },
      },
    );
  });
}

const SHOWN_SCHEMA = graphql(`
  query ShownSchema($product: VersionedName!, $plan: String) {
    product(product: $product) { apis(first: 200) { name version sdl(plan: $plan) } }
  }
`);

/** Reads the schema as the plan of the calling application shows it. */
async function sdlFor(
  { product: { name, version }, api, plan }: TryItContext,
  pageContext: PortalPageContext,
): Promise<string> {
  const { product } = await pageContext.run(SHOWN_SCHEMA, {
    product: versionedName({ name, version }),
    plan: plan ?? null,
  });
  return product?.apis.find((each) => versionedName(each) === versionedName(api))?.sdl ?? '';
}

/** The first security alternative that the page supports, all of its parts. */
function explorerSecurityOf(
  { api }: TryItContext,
  { url }: PortalPageContext,
): readonly ExplorerSecurity[] | undefined {
  const returnUrl = `${url}${TRY_IT_RETURN_PATH}`;
  return api.security
    .map((option) => [option, ...option.beside].map((part) => explorerPartOf(part, returnUrl)))
    .find((parts) => parts.every((part) => part !== null));
}

function explorerPartOf(part: TriedPart, returnUrl: string): ExplorerSecurity | null {
  const { type, keyKind, keyName, keyLocation, flows, tokenUrl, authorizeUrl, scopes } = part;
  // What is not kept cannot be sent by the page.
  if (type === 'API_KEY' && keyKind !== 'CLIENT_ID') return null;
  if (type === 'API_KEY') return { type, keyName: keyName ?? '', keyLocation: keyLocation ?? 'HEADER' };
  if (type === 'HTTP_BASIC') return { type, keyName: defaultKeyName };
  if (type !== 'OAUTH2') return null;
  return {
    type,
    tokenUrl,
    authorizeUrl,
    returnUrl,
    // The tokens of an identity provider outside are got there, and pasted here.
    flows: tokenUrl === null ? [] : flows,
    scopes: scopes.map(({ name }) => name),
  };
}

/** Attributes of fields that no browser remembers. */
const TYPED = { autocomplete: 'off', spellcheck: false } as const;

type TokenFormProps = { readonly pageContext: PortalPageContext; readonly flows: readonly GrantType[] };

/**
 * Form for a token, which the script sends to the token endpoint. Without a script nothing is sent: its method is
 * `dialog`, since any other would put the secrets into an address, or send them to this page.
 */
function TokenForm({ pageContext: { text }, flows }: TokenFormProps) {
  const { tryIt } = text;
  return (
    <form id="token" method="dialog" class="try-token" aria-label={tryIt.token}>
      {flows.length > 0 && (
        <>
          <label class="label">
            {tryIt.flow}
            <select class="input select" name="flow">
              {flows.map((flow) => (
                <option value={flow}>{tryIt.flows[flow]}</option>
              ))}
            </select>
          </label>
          <label class="label">
            {tryIt.secret}
            <input class="input" name="secret" type="password" {...TYPED} />
            <span class="hint">{tryIt.secretHint}</span>
          </label>
          <label class="label" data-flow="RESOURCE_OWNER_PASSWORD">
            {tryIt.username}
            <input class="input" name="username" type="text" {...TYPED} />
          </label>
          <label class="label" data-flow="RESOURCE_OWNER_PASSWORD">
            {tryIt.password}
            <input class="input" name="password" type="password" {...TYPED} />
          </label>
          <button class="button" type="submit">
            {tryIt.getToken}
          </button>
          <output class="text" />
        </>
      )}
      <label class="label">
        {flows.length > 0 ? tryIt.pasted : tryIt.token}
        <input class="input" name="pasted" type="password" {...TYPED} />
      </label>
    </form>
  );
}

/** Form for the person that each document is sent as. The script reads it, and nothing sends it. */
function PersonForm({ pageContext: { text } }: { pageContext: PortalPageContext }) {
  const fields = [
    ['username', 'text', text.tryIt.username],
    ['password', 'password', text.tryIt.password],
  ] as const;
  return (
    <form id="person" method="dialog" class="try-token" aria-label={text.tryIt.person}>
      {fields.map(([name, type, label]) => (
        <label class="label">
          {label}
          <input class="input" name={name} type={type} autocomplete="off" spellcheck={false} required />
        </label>
      ))}
      <p class="hint">{text.tryIt.personHint}</p>
    </form>
  );
}
