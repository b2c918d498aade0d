import type { Context } from 'hono';
import type { ExplorerProps, ExplorerSecurity, OAuthSecurity } from '../../../../../web/props.ts';
import { isolated } from '../../../../foundation/text/text.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { callingKey } from '../parts/calling-key.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { startTrial } from './start-trial.ts';
import { PersonForm, TokenForm } from './token-form.tsx';
import { explorerSecurity, needsCertificate } from './tried-security.ts';
import { outcomeOf, TryIt, tokenTextsOf } from './try-it.tsx';
import { type TryItContext, tryItContextOf } from './try-it-context.ts';

/** Adds GraphiQL for a GraphQL API. Documents go to the gateway, as those of an application. */
export function explorer(pages: PortalPages): void {
  pages.get('/apis/:product/:api/explorer', async (c) => showExplorer(c, await tryItContextOf(c)));
  pages.post('/apis/:product/:api/explorer', (c) => startTrial(c, showExplorer));
}

async function showExplorer(c: Context<PortalEnv>, trial: TryItContext | undefined): Promise<Response> {
  const { pageContext } = c.var;
  if (trial?.api.kind !== 'GRAPHQL') return showNotFound(c);
  const { text } = pageContext;
  const { title: api, url, security } = trial.api;
  const entrance = explorerSecurity(trial, pageContext);
  const title = text.tryIt.explorer(isolated(api));
  const isToken = (part: ExplorerSecurity): part is OAuthSecurity => part.type === 'OAUTH2';
  const oauth = entrance?.find(isToken);
  const props: ExplorerProps = {
    url,
    sdl: await sdlFor(trial, pageContext),
    clientKey: callingKey(pageContext, trial.application) ?? null,
    entrance: entrance ?? [],
    outcome: outcomeOf(pageContext),
    token: tokenTextsOf(pageContext),
  };
  return show(
    c,
    <TryIt pageContext={pageContext} trial={trial} title={title}>
      {oauth && <TokenForm pageContext={pageContext} trial={trial} security={oauth} />}
      {entrance?.some(({ type }) => type === 'HTTP_BASIC') && <PersonForm pageContext={pageContext} />}
      {!entrance && !needsCertificate(trial) && security.length > 0 && (
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
        opensWindow: oauth?.flows.includes('ACCESS_CODE') ?? false,
      },
    },
  );
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
