import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { parseVersionedName } from '../../../../foundation/text/version.ts';
import type { Issued } from '../applications/issued-secret.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv } from '../parts/page-context.ts';
import { TOKEN_SOURCE } from './authorization-servers.ts';
import { DEPRECATION } from './deprecated.tsx';
import { TRIABLE_PLAN } from './try-plan.tsx';

const TRIED_SECURITY = graphql(
  `fragment TriedSecurity on PortalSecurityOption { keyKind keyName keyLocation ...TokenSource }`,
  [TOKEN_SOURCE],
);

const TRY_IT = graphql(
  `
  query TryIt($product: VersionedName!, $api: VersionedName!) {
    product(product: $product) {
      name title version subscribable ...Deprecation
      plans(first: 200) { ...TriablePlan }
      api(api: $api) {
        name title version kind url online summary iconPath
        security { ...TriedSecurity beside { ...TriedSecurity } }
        operationCount
        operations(first: 200) { method path summary security { ...TriedSecurity beside { ...TriedSecurity } } }
      }
      subscriptions(first: 200) { state plan { name } application { name title state suspensionReason clientType credentials { clientKey } } }
    }
  }
`,
  [TRIED_SECURITY, TRIABLE_PLAN, DEPRECATION],
);

type Product = NonNullable<ResultOf<typeof TRY_IT>['product']>;
type Subscription = Product['subscriptions'][number];
type Api = NonNullable<Product['api']>;
type Application = Subscription['application'];

/** An API that is tried out, with the calling application. */
export type TryItContext = {
  readonly product: Product;
  readonly api: Api;
  /** The viewer's applications that may call it. */
  readonly applications: readonly Application[];
  /** The calling application; undefined where there is none. */
  readonly application: Application | undefined;
  /** The name of the plan that it calls under. */
  readonly plan: string | undefined;
  /** The calling application, where it was just made for this. Its secret can be read only now. */
  readonly issued: Issued | undefined;
};

/**
 * Reads the API of the address `/apis/<product>/<api>/…?application=…`. It is undefined where the viewer sees no such
 * API.
 *
 * @param issued the application that was just made to call it
 */
export async function tryItContextOf(
  { req, var: { pageContext } }: Context<PortalEnv>,
  issued?: Issued,
): Promise<TryItContext | undefined> {
  const names = { product: req.param('product') ?? '', api: req.param('api') ?? '' };
  if (!parseVersionedName(names.product) || !parseVersionedName(names.api)) return undefined;
  const { product } = await pageContext.run(TRY_IT, names);
  if (!product?.api) return undefined;
  const subscriptions = product.subscriptions.filter(({ state }) => state === 'ACTIVE');
  const name = issued?.application.name ?? req.query('application');
  const named = subscriptions.find(({ application }) => application.name === name);
  // Calls of a suspended one are refused.
  const chosen =
    named ?? subscriptions.find(({ application }) => application.state === 'ENABLED') ?? subscriptions[0];
  return {
    product,
    api: product.api,
    application: chosen?.application,
    plan: chosen?.plan.name,
    applications: subscriptions.map(({ application }) => application),
    issued,
  };
}

/** A security alternative. */
export type TriedOption = Api['security'][number];
/** A part of a security alternative. */
export type TriedPart = Omit<TriedOption, 'beside'>;
