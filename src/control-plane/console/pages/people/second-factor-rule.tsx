import { type Refused, RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type OrgScope, queryOf } from '../../org-scope.ts';

type RuleProps = {
  readonly reach: OrgScope;
  readonly isRequired: boolean;
  readonly refused: Refused | undefined;
};

/** Rule of an org that people need a passkey. */
export function SecondFactorRule({ reach, isRequired, refused }: RuleProps) {
  return (
    <Section id="second-factor-heading" title="Passkeys">
      <RefusedNotice refused={refused} />
      <p class="text">
        {isRequired
          ? 'Everybody who enters this org shows a passkey, or a recovery code. Who has none registers one first.'
          : 'Who has registered a passkey shows it beside the password. You may ask that of everybody: who has none registers one before seeing anything of this org, you too.'}{' '}
        Access tokens need none.
      </p>
      <form
        method="post"
        action={`/console/people/second-factor${queryOf(reach)}`}
        data-confirm={
          isRequired
            ? undefined
            : 'Require a passkey? Everybody who has none is asked to register one at once, you too.'
        }
      >
        <button class="button" type="submit" name="required" value={isRequired ? 'no' : 'yes'}>
          {isRequired ? 'Leave it to each person' : 'Require a passkey'}
        </button>
      </form>
    </Section>
  );
}
