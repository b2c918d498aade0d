import type { ResultOf } from '@graphql-typed-document-node/core';
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
import { draftTextsOf, ExplorerDraft } from './explorer-draft.tsx';
import { startTrial } from './start-trial.ts';
import { ApiKeyForm, PersonForm, TokenForm } from './token-form.tsx';
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
  const first = await firstDocumentOf(trial, pageContext);
  const props: ExplorerProps = {
    url,
    schemaUrl: schemaUrlOf(trial, pageContext),
    first,
    draft: draftTextsOf(pageContext),
    clientKey: callingKey(pageContext, trial.application) ?? null,
    entrance: entrance ?? [],
    outcome: outcomeOf(pageContext),
    token: tokenTextsOf(pageContext),
  };
  return show(
    c,
    <TryIt
      pageContext={pageContext}
      trial={trial}
      title={title}
      island={<ExplorerDraft pageContext={pageContext} first={first} />}
    >
      {trial.application && entrance?.some((part) => part.type === 'API_KEY' && part.isTyped) && (
        <ApiKeyForm pageContext={pageContext} trial={trial} />
      )}
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

/** Root fields that the first document is chosen from. */
const FIELDS_MAX = 200;

const SHOWN_FIELDS = graphql(`
  query ShownFields($product: VersionedName!, $api: VersionedName!, $plan: String, $first: Int!) {
    product(product: $product) {
      api(api: $api) {
        rootFields(plan: $plan, first: $first) {
          operation deprecationReason arguments { required } example variables
        }
      }
    }
  }
`);

/** Reads a document to begin with, of fields that the plan of the application shows. */
async function firstDocumentOf(
  { product, api, plan }: TryItContext,
  pageContext: PortalPageContext,
): Promise<ExplorerProps['first']> {
  const shown = await pageContext.run(SHOWN_FIELDS, {
    product: versionedName(product),
    api: versionedName(api),
    plan: plan ?? null,
    first: FIELDS_MAX,
  });
  return firstDocument(shown.product?.api?.rootFields ?? []);
}

/**
 * Returns the address of the schema, as the plan of the calling application shows it.
 *
 * The page does not hold it: a query can be typed and run without, and it may be larger than all else.
 */
function schemaUrlOf({ product, api, plan }: TryItContext, { base }: PortalPageContext): string {
  const query = new URLSearchParams({ product: versionedName(product), ...(plan !== undefined && { plan }) });
  return `${base}/apis/${versionedName(api)}/schema.graphql?${query}`;
}

type RootField = NonNullable<
  NonNullable<ResultOf<typeof SHOWN_FIELDS>['product']>['api']
>['rootFields'][number];

/** Chooses a query that can be sent as it is, where there is one. */
function firstDocument(fields: readonly RootField[]): ExplorerProps['first'] {
  const queries = fields.filter(({ operation }) => operation === 'QUERY');
  const free = queries.filter(
    ({ deprecationReason, arguments: given }) =>
      deprecationReason === null && !given.some(({ required }) => required),
  );
  const [field] = [...free.filter(selects), ...free, ...queries];
  if (!field) return { query: '', variables: '' };
  return { query: `${field.example}\n`, variables: field.variables === '{}' ? '' : field.variables };
}

/** Tells whether a document asks for fields of an object. A single value shows less. */
const selects = ({ example }: RootField): boolean => example.split('{').length > 2;
