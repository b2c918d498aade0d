import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CREATE_API_KEY } from '../applications/api-keys.tsx';
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
    const apiKey = subscriptionRefused ? undefined : await apiKeyFor(pageContext, product, application);
    return { issued: { ...issued, apiKey }, subscribed: subscriptionRefused ?? result.subscribe };
  }
}

/** Makes the API key that calls of the product need. Undefined where they need none, or it was refused. */
async function apiKeyFor(
  { run, text }: PortalPageContext,
  { apis }: SubscriptionOffer['product'],
  application: string,
): Promise<Issued['apiKey']> {
  const asked = apis
    .flatMap(({ security }) => security.flatMap((option) => [option, ...option.beside]))
    .find(({ keyKind }) => keyKind === 'KEY');
  if (!asked) return undefined;
  const { result } = await attempt(
    run(CREATE_API_KEY, { application, title: text.apiKey.first, expiresAt: null }),
  );
  return result && { key: result.createApiKey.key, how: text.secured.API_KEY(asked) };
}
