import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { createApplication } from '../applications/create-application.ts';
import type { Issued } from '../applications/issued-secret.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import type { SubscribeForm, SubscriptionOffer } from './offer.ts';
import type { SentAnswers } from './sent-answers.ts';

export const SUBSCRIBE = graphql(`
  mutation Subscribe(
    $application: String!, $product: VersionedName!, $plan: String!, $acceptPrice: ID
    $answers: [FormAnswerInput!]!, $acceptTerms: [ID!]!
  ) {
    subscribe(
      application: $application, product: $product, plan: $plan, acceptPrice: $acceptPrice
      answers: $answers, acceptTerms: $acceptTerms
    ) {
      state plan { title }
    }
  }
`);

/** The chosen plan, and an application to make for it. */
export type ApplicationToSubscribe = SubscribeForm &
  SentAnswers & { readonly acceptPrice: string | undefined };

/** An application that was just made, and how its subscription went. */
export type SubscribedApplication = {
  readonly issued: Issued;
  readonly subscribed: ResultOf<typeof SUBSCRIBE>['subscribe'] | PageRefusal;
};

/**
 * Makes the application, then subscribes it.
 *
 * The refusal of a subscription is a result, since the secret of the application that was made can be shown only now.
 */
export function subscribeNew(
  pageContext: PortalPageContext,
  { product }: SubscriptionOffer,
  form: ApplicationToSubscribe,
) {
  return attempt(makeAndSubscribe());

  async function makeAndSubscribe(): Promise<SubscribedApplication> {
    const { result: issued, refused } = await createApplication(pageContext, form);
    if (refused) throw refused;
    const { plan, acceptPrice, answers, acceptTerms } = form;
    const application = issued.application.name;
    const terms = { plan, acceptPrice, answers, acceptTerms };
    const { result, refused: subscriptionRefused } = await attempt(
      pageContext.run(SUBSCRIBE, { application, product: versionedName(product), ...terms }),
    );
    return { issued, subscribed: subscriptionRefused ?? result.subscribe };
  }
}
