import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fact } from '../../../../ui/components/fact.tsx';
import { graphql } from '../../graphql.ts';
import { useTexts } from '../parts/texts.ts';

export const FORM_ANSWERS = graphql(`
  fragment GivenAnswers on FormAnswers @_unmask {
    answers { label value }
    terms { title version acceptedBy acceptedAt }
  }
`);

type GivenAnswersProps = { readonly given: ResultOf<typeof FORM_ANSWERS> | null | undefined };

/** Answers of a consumer to the form of a product. Nothing where nothing was asked. */
export function GivenAnswers({ given }: GivenAnswersProps) {
  const { text, format } = useTexts();
  if (!given) return null;
  const words = text.products.subscriptionForms;
  const ticked: Readonly<Record<string, string>> = { true: words.yes, false: words.no };
  return (
    <dl class="facts">
      {given.answers.map(({ label, value }) => (
        <Fact name={label}>{ticked[value] ?? value}</Fact>
      ))}
      {given.terms.length > 0 && (
        <Fact name={words.accepted}>
          <ul class="plain-list">
            {given.terms.map(({ title, version, acceptedBy, acceptedAt }) => (
              <li>
                {title}, {version}
                <p class="hint">{words.acceptedBy(acceptedBy, format.dateTime(acceptedAt))}</p>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}
