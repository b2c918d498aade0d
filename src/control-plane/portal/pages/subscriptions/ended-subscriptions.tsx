import type { ResultOf } from '@graphql-typed-document-node/core';
import { readVersionedName } from '../../../../foundation/text/version.ts';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { named, productUrl } from '../products/product-name.ts';

export const ENDED_SUBSCRIPTION = graphql(`
  fragment EndedSubscription on PortalEndedSubscription {
    product title serves endedAt
    application { name title }
    instead { name title version }
  }
`);

type EndedSubscription = ResultOf<typeof ENDED_SUBSCRIPTION>;
type EndedSubscriptionsProps = {
  readonly pageContext: PortalPageContext;
  readonly ended: readonly EndedSubscription[];
  /** True on the page of an application, where it need not be named. */
  readonly isOfOne?: boolean;
};

/** Recently ended subscriptions, with the reason, and the product to subscribe to. */
export function EndedSubscriptions({ pageContext, ended, isOfOne = false }: EndedSubscriptionsProps) {
  if (ended.length === 0) return null;
  return (
    <Section id="ended-heading" title={pageContext.text.ended.title}>
      <div class="stack">
        {ended.map((subscription) => (
          <Ended pageContext={pageContext} subscription={subscription} isOfOne={isOfOne} />
        ))}
      </div>
    </Section>
  );
}

type EndedProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: EndedSubscription;
  readonly isOfOne: boolean;
};

function Ended({ pageContext, subscription, isOfOne }: EndedProps) {
  const { base, format } = pageContext;
  const { ended: text, subscriptions } = pageContext.text;
  const { product, title, serves, endedAt, application, instead } = subscription;
  return (
    <article class="card">
      <h3 class="card-title">{named({ title, version: readVersionedName(product).version })}</h3>
      <p class="small">
        <Timed format={format} text={text.endedAt(format.dateTime(endedAt))} at={endedAt} />{' '}
        {!isOfOne && (
          <span class="quiet">
            {subscriptions.application}:{' '}
            <a class="link" href={`${base}/applications/${application.name}`}>
              {application.title}
            </a>
          </span>
        )}
      </p>
      <p class="text">
        {serves ? text.serves : text.retired} {!instead && text.nothingInstead}
      </p>
      {instead && (
        <p>
          <a class="link" href={productUrl(pageContext, instead)}>
            {text.instead(named(instead))}
          </a>
        </p>
      )}
    </article>
  );
}
