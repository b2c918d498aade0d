import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import type { FORM_ANSWERS } from './form-fields.tsx';

type GivenAnswersProps = {
  readonly pageContext: PortalPageContext;
  readonly given: ResultOf<typeof FORM_ANSWERS> | null;
};

/** Answers to the form of a subscription, and accepted terms. */
export function GivenAnswers({ pageContext: { text, format }, given }: GivenAnswersProps) {
  if (!given) return null;
  const words = text.subscriptionForm;
  const ticked: Readonly<Record<string, string>> = { true: words.yes, false: words.no };
  return (
    <Section id="answers-heading" title={words.answers}>
      <div class="card">
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
                    <p class="hint">
                      <Timed
                        format={format}
                        text={words.acceptedBy(acceptedBy, format.dateTime(acceptedAt))}
                        at={acceptedAt}
                      />
                    </p>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      </div>
    </Section>
  );
}
