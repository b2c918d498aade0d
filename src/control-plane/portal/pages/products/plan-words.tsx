import type { ResultOf } from '@graphql-typed-document-node/core';
import { Badge } from '../../../../ui/components/badge.tsx';
import { graphql } from '../parts/graphql.ts';

/** Words of a provider about a plan, beside its description. */
export const PLAN_WORDS = graphql(`
  fragment PlanWords on PortalPlan { summary tags links { title url } }
`);

type Words = ResultOf<typeof PLAN_WORDS>;

/** Tags of a plan. They stand beside its title. */
export function PlanTags({ plan: { tags } }: { readonly plan: Pick<Words, 'tags'> }) {
  return (
    <>
      {tags.map((tag) => (
        <>
          {' '}
          <Badge>
            <bdi>{tag}</bdi>
          </Badge>
        </>
      ))}
    </>
  );
}

/** Links of a plan: its terms, and who answers questions about it. */
export function PlanLinks({ plan: { links } }: { readonly plan: Pick<Words, 'links'> }) {
  return (
    <>
      {links.map(({ title, url }, index) => (
        <>
          {index > 0 && ' · '}
          <a class="link" href={url} rel="noreferrer">
            <bdi>{title}</bdi>
          </a>
        </>
      ))}
    </>
  );
}

type PlanHintProps = {
  readonly plan: Words;
  /** Sentences about what it costs and allows. */
  readonly terms: readonly string[];
};

/** Hint of a plan among several: its summary, its terms, and its links. */
export function PlanHint({ plan, terms }: PlanHintProps) {
  return (
    <>
      {plan.summary !== null && (
        <>
          <bdi>{plan.summary}</bdi>
          <br />
        </>
      )}
      {terms.join('. ')}
      {plan.links.length > 0 && (
        <>
          <br />
          <PlanLinks plan={plan} />
        </>
      )}
    </>
  );
}
