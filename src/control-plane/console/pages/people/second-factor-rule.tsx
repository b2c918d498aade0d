import { type Refused, RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type OrgScope, queryOf } from '../../org-scope.ts';
import { useTexts } from '../parts/texts.ts';

type RuleProps = {
  readonly reach: OrgScope;
  readonly isRequired: boolean;
  readonly refused: Refused | undefined;
};

/** Rule of an org that people need a passkey. */
export function SecondFactorRule({ reach, isRequired, refused }: RuleProps) {
  const words = useTexts().text.people.secondFactor;
  return (
    <Section id="second-factor-heading" title={words.title}>
      <RefusedNotice refused={refused} />
      <p class="text">
        {isRequired ? words.required : words.optional} {words.tokens}
      </p>
      <form
        method="post"
        action={`/console/people/second-factor${queryOf(reach)}`}
        data-confirm={isRequired ? undefined : words.confirm}
      >
        <button class="button" type="submit" name="required" value={isRequired ? 'no' : 'yes'}>
          {isRequired ? words.leave : words.require}
        </button>
      </form>
    </Section>
  );
}
