import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a plan that tell whether it is subscribed to at one press. */
export const TRIABLE_PLAN = graphql(`
  fragment TriablePlan on PortalPlan {
    name title subscribable approvalRequired
    price { id }
    subscriptionForm { fields { name } terms { id } }
  }
`);

type TriablePlan = ResultOf<typeof TRIABLE_PLAN>;

/** Tells whether a plan asks for nothing: no approval, no price, no answer, no terms. */
export const isTriable = ({
  subscribable,
  approvalRequired,
  price,
  subscriptionForm,
}: TriablePlan): boolean =>
  subscribable &&
  !approvalRequired &&
  price === null &&
  subscriptionForm.fields.length === 0 &&
  subscriptionForm.terms.length === 0;

type TryPlanProps = {
  readonly pageContext: PortalPageContext;
  readonly plan: Pick<TriablePlan, 'name' | 'title'>;
  /** The page that tries an API of it out. */
  readonly url: string;
};

/** Button that makes an application, subscribes it to the plan, and tries an API out. */
export function TryPlan({ pageContext: { text }, plan, url }: TryPlanProps) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="plan" value={plan.name} />
      <button class="button button-primary" type="submit">
        {text.plan.tryIt}
        <span class="visually-hidden"> {text.plan.to(plan.title)}</span>
      </button>
    </form>
  );
}
