import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { OutcomeProps } from '../../../../../web/props.ts';
import { parseVersionedName } from '../../../../foundation/text/version.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';
import { named, productUrl } from './product-name.ts';

const TRIED_SECURITY = graphql(`
  fragment TriedSecurity on PortalSecurityOption {
    type keyKind keyName keyLocation flows tokenUrl authorizeUrl scopes { name }
  }
`);

const TRY_IT = graphql(
  `
  query TryIt($product: VersionedName!, $api: VersionedName!) {
    product(product: $product) {
      name title version subscribable
      api(api: $api) {
        name title version kind url online openapi
        security { ...TriedSecurity beside { ...TriedSecurity } }
        operationCount
        operations(first: 200) { method path summary security { ...TriedSecurity beside { ...TriedSecurity } } }
      }
      subscriptions(first: 200) { state plan { name } application { name title redirectUris credentials { clientKey } } }
    }
  }
`,
  [TRIED_SECURITY],
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
};

/**
 * Reads the API of the address `/apis/<product>/<api>/…?application=…`. It is undefined where the viewer sees no such
 * API.
 */
export async function tryItContextOf({
  req,
  var: { pageContext },
}: Context<PortalEnv>): Promise<TryItContext | undefined> {
  const names = { product: req.param('product') ?? '', api: req.param('api') ?? '' };
  if (!parseVersionedName(names.product) || !parseVersionedName(names.api)) return undefined;
  const { product } = await pageContext.run(TRY_IT, names);
  if (!product?.api) return undefined;
  const subscriptions = product.subscriptions.filter(({ state }) => state === 'ACTIVE');
  const named = subscriptions.find(({ application }) => application.name === req.query('application'));
  const chosen = named ?? subscriptions[0];
  return {
    product,
    api: product.api,
    application: chosen?.application,
    plan: chosen?.plan.name,
    applications: subscriptions.map(({ application }) => application),
  };
}

type Option = Api['security'][number];
/** A part of a security alternative. */
export type TriedPart = Omit<Option, 'beside'>;

/** Lists all that a call of the API may have to show, whatever its operation. */
export function triedParts({ security, operations }: Api): TriedPart[] {
  const options = [...security, ...operations.flatMap((each) => each.security ?? [])];
  return options.flatMap((option) => [option, ...option.beside]);
}

/** Tells whether the API, or an operation, has no way in without a client certificate. */
export function needsCertificate({ security, operations }: Api): boolean {
  const all = [security, ...operations.flatMap((each) => (each.security ? [each.security] : []))];
  return all.some(
    (options) =>
      options.length > 0 &&
      options.every((option) => [option, ...option.beside].some(({ type }) => type === 'MUTUAL_TLS')),
  );
}

/** First client key of the calling application. */
export function clientKeyOf({ application }: TryItContext): string | null {
  return application?.credentials[0]?.clientKey ?? null;
}

/** Texts of the page's script for the outcome of a call. */
export function outcomeOf({ base, text }: PortalPageContext): OutcomeProps {
  return { texts: text.tryIt.script, whyUrl: `${base}/calls/` };
}

export type TryItProps = {
  readonly pageContext: PortalPageContext;
  readonly trial: TryItContext;
  readonly title: string;
  /** Content between the bar and the island. */
  readonly children?: Child;
};

/** Page that tries an API out: the caller, the last outcome, and the island. */
export function TryIt({ pageContext, trial, title, children }: TryItProps) {
  const { text } = pageContext;
  const { product, api } = trial;
  return (
    <>
      <div class="wide try">
        <Crumb href={productUrl(pageContext, product)}>{named(product)}</Crumb>
        <h1 class="heading">{title}</h1>
        {!api.online && (
          <Notice tone="warning" title={text.api.offline}>
            <p class="text">{text.api.offlineText}</p>
          </Notice>
        )}
        <Caller pageContext={pageContext} trial={trial} />
        {needsCertificate(api) && (
          <Notice tone="info">
            <p class="text">{text.tryIt.needsCertificate}</p>
          </Notice>
        )}
        {children}
        <p class="try-outcome" id="outcome" role="status" aria-label={text.tryIt.outcome}>
          {text.tryIt.nothingYet}
        </p>
        <noscript>
          <Notice tone="warning">
            <p class="text">{text.tryIt.needsScript}</p>
          </Notice>
        </noscript>
      </div>
      <div id="island" class="island" tabindex={-1} />
    </>
  );
}

/**
 * Choice of the calling application. Another one requests the page again: what was typed for one is of no use to
 * another.
 */
function Caller({ pageContext, trial }: { pageContext: PortalPageContext; trial: TryItContext }) {
  const { text } = pageContext;
  const { applications, application } = trial;
  if (!application) return <NoCaller pageContext={pageContext} trial={trial} />;
  return (
    <form method="get" class="row">
      <label class="label" for="application">
        {text.tryIt.application}
      </label>
      <select class="input select" id="application" name="application">
        {applications.map(({ name, title }) => (
          <option value={name} selected={name === application.name}>
            {title}
          </option>
        ))}
      </select>
      <button class="button" type="submit">
        {text.tryIt.choose}
      </button>
    </form>
  );
}

function NoCaller({
  pageContext,
  trial: { product },
}: {
  pageContext: PortalPageContext;
  trial: TryItContext;
}) {
  const { base, here, text, frame } = pageContext;
  if (!frame.viewer)
    return (
      <p class="text">
        <a class="link" href={`${base}/sign-in?returnTo=${encodeURIComponent(here)}`}>
          {text.tryIt.signIn}
        </a>
      </p>
    );
  return (
    <p class="text">
      {text.tryIt.notSubscribed}{' '}
      {product.subscribable && (
        <a class="link" href={`${productUrl(pageContext, product)}/subscribe`}>
          {text.tryIt.subscribe}
        </a>
      )}
    </p>
  );
}
