import { ForDevelopers } from '../parts/for-developers.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { planUrl } from './change-plan.tsx';

type ChangePlanLinkProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: { readonly id: string; readonly otherPlans: readonly unknown[] };
};

/** The link to the other plans of a subscription, where it has any. */
export function ChangePlanLink({ pageContext, subscription: { id, otherPlans } }: ChangePlanLinkProps) {
  if (otherPlans.length === 0) return null;
  return (
    <ForDevelopers pageContext={pageContext}>
      <p class="small">
        <a class="link" href={planUrl(pageContext, id)}>
          {pageContext.text.changePlan.link}
        </a>
      </p>
    </ForDevelopers>
  );
}
