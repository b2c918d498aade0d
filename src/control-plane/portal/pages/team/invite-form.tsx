import { memberRoles } from '../../../../domain/consumer/team.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type InviteFormProps = {
  readonly pageContext: PortalPageContext;
  readonly refused: PageRefusal | undefined;
};

/** Form that makes an invitation: a link, or a mail. */
export function InviteForm({ pageContext: { base, text, frame }, refused }: InviteFormProps) {
  const words = text.team;
  const { sendsMail } = frame.catalog;
  return (
    <Section id="invite-heading" title={words.invite} class="card">
      <form method="post" action={`${base}/team/invite`} class="form">
        <Field
          name="email"
          type="email"
          label={words.email}
          hint={sendsMail ? words.mailHint : words.emailHint}
          refused={refused}
          autocomplete="off"
        />
        <fieldset class="choices">
          <legend class="label">{words.role}</legend>
          {memberRoles.map((role) => (
            <Choice
              id={`invite-${role}`}
              name="role"
              value={role}
              label={words.roles[role].name}
              hint={words.roles[role].hint}
              checked={role === 'DEVELOPER'}
            />
          ))}
        </fieldset>
        <button class="button button-primary" type="submit">
          {sendsMail ? words.inviteSubmit : words.makeLink}
        </button>
      </form>
    </Section>
  );
}
