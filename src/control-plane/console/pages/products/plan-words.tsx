import { SUMMARY_LENGTH_MAX } from '../../../../domain/product/product-words.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { linkLines } from '../parts/link-lines.ts';
import { useTexts } from '../parts/texts.ts';
import type { Plan } from './product-query.ts';

/** Names of the fields with the words of a plan. */
export const PLAN_WORDS = ['summary', 'description', 'tags', 'links'] as const;

/** Words of a plan, as consumers read them. */
export function PlanWords({ plan: { summary, description, tags, links } }: { readonly plan: Plan }) {
  return (
    <>
      {tags.length > 0 && (
        <p class="row">
          {tags.map((tag) => (
            <Badge>
              <bdi>{tag}</bdi>
            </Badge>
          ))}
        </p>
      )}
      {summary !== null && <p class="text">{summary}</p>}
      {description !== null && <p class="text">{description}</p>}
      {links.length > 0 && (
        <p class="row small">
          {links.map(({ title, url }) => (
            <a class="link" href={url} rel="noreferrer">
              {title}
            </a>
          ))}
        </p>
      )}
    </>
  );
}

type PlanWordsFieldsProps = {
  readonly id: string;
  /** Undefined for a new plan. */
  readonly plan: Plan | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of the words of a plan. */
export function PlanWordsFields({ id, plan, refused }: PlanWordsFieldsProps) {
  const { planFields, words } = useTexts().text.products;
  return (
    <>
      <Field
        name="summary"
        id={`${id}-summary`}
        label={planFields.summary}
        hint={planFields.summaryHint}
        value={plan?.summary ?? ''}
        maxlength={SUMMARY_LENGTH_MAX}
        refused={refused}
      />
      <LinesField
        name="description"
        id={`${id}-description`}
        label={planFields.description}
        hint={planFields.descriptionHint}
        value={plan?.description ?? ''}
        rows={3}
        refused={refused}
      />
      <LinesField
        name="tags"
        id={`${id}-tags`}
        label={planFields.tags}
        hint={words.tagsHint}
        value={(plan?.tags ?? []).join('\n')}
        rows={2}
        refused={refused}
      />
      <LinesField
        name="links"
        id={`${id}-links`}
        label={planFields.links}
        hint={words.linksHint}
        value={linkLines(plan?.links ?? [])}
        rows={2}
        refused={refused}
      />
    </>
  );
}
