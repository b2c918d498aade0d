import type { Child } from 'hono/jsx';
import type { OutcomeProps, TokenTexts } from '../../../../../web/props.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { IssuedCard } from '../applications/issued-secret.tsx';
import { allowsChange } from '../parts/for-developers.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { tryItUrl } from './api-card.tsx';
import { ApiSummary } from './api-words.tsx';
import { authorizationServers } from './authorization-servers.ts';
import { Deprecated } from './deprecated.tsx';
import { Mark } from './mark.tsx';
import { named, productUrl } from './product-name.ts';
import { needsCertificate } from './tried-security.ts';
import type { TryItContext } from './try-it-context.ts';
import { isTriable, TryPlan } from './try-plan.tsx';

/** Texts of the page's script for the outcome of a call. */
export function outcomeOf({ base, text }: PortalPageContext): OutcomeProps {
  return { texts: text.tryIt.script, whyUrl: `${base}/calls/` };
}

/** Texts of the page's script for access tokens. */
export function tokenTextsOf({ text }: PortalPageContext): TokenTexts {
  const { tokenReady, tokenMissing } = text.tryIt.script;
  return { ready: tokenReady, missing: tokenMissing };
}

type TryItProps = {
  readonly pageContext: PortalPageContext;
  readonly trial: TryItContext;
  readonly title: string;
  /** Content between the bar and the island. */
  readonly children?: Child;
  /** Content in the place of the island, until that has come. */
  readonly island?: Child;
};

/** Page that tries an API out: the caller, the last outcome, and the island. */
export function TryIt({ pageContext, trial, title, children, island }: TryItProps) {
  const { text } = pageContext;
  const { product, api } = trial;
  return (
    <>
      <div class="wide try">
        <Crumb href={productUrl(pageContext, product)}>{named(product)}</Crumb>
        <div class="product-head">
          {api.iconPath !== null && <Mark pageContext={pageContext} of={api} />}
          <h1 class="heading">{title}</h1>
        </div>
        <ApiSummary api={api} />
        <Deprecated pageContext={pageContext} product={product} />
        {!api.online && (
          <Notice tone="warning" title={text.api.offline}>
            <p class="text">{text.api.offlineText}</p>
          </Notice>
        )}
        {trial.issued && (
          <IssuedCard
            pageContext={pageContext}
            issued={trial.issued}
            servers={authorizationServers([api, ...api.operations])}
          />
        )}
        <Caller pageContext={pageContext} trial={trial} />
        {trial.application?.state === 'SUSPENDED' && (
          <Notice tone="danger" title={text.applications.state.SUSPENDED}>
            <p class="text">{text.application.suspended(trial.application.suspensionReason)}</p>
          </Notice>
        )}
        {needsCertificate(trial) && (
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
      <div id="island" class="island" tabindex={-1}>
        {island}
      </div>
    </>
  );
}

/**
 * Choice of the calling application. Another one requests the page again: what was typed for one is of no use to
 * another.
 */
function Caller({ pageContext, trial }: { pageContext: PortalPageContext; trial: TryItContext }) {
  const { text } = pageContext;
  const { applications, application, api, product } = trial;
  if (!application) return <NoCaller pageContext={pageContext} trial={trial} />;
  return (
    <form method="get" action={tryItUrl(pageContext, api, { product: versionedName(product) })} class="row">
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
  trial: { product, api },
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
  const plan = product.subscribable && allowsChange(pageContext) ? product.plans.find(isTriable) : undefined;
  return (
    <>
      <p class="text">
        {text.tryIt.notSubscribed}{' '}
        {product.subscribable && (
          <a class="link" href={`${productUrl(pageContext, product)}/subscribe`}>
            {text.tryIt.subscribe}
          </a>
        )}
      </p>
      {plan && (
        <TryPlan
          pageContext={pageContext}
          plan={plan}
          url={tryItUrl(pageContext, api, { product: versionedName(product) })}
        />
      )}
    </>
  );
}
