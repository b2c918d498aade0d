import { memberRoles } from '../../../../domain/consumer/team.ts';
import { Section } from '../../../../ui/components/section.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import type { Messages } from '../messages.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

type Activity = Readonly<Record<'at' | 'username' | 'action' | 'subject', string>>;
type ActivitiesProps = {
  readonly pageContext: PortalPageContext;
  readonly activities: readonly Activity[];
};

/** Lists who did what, the newest first. A subject is shown without the name of the organization. */
export function Activities({ pageContext: { text, format }, activities }: ActivitiesProps) {
  const words = text.team;
  const said = (action: string) =>
    Object.hasOwn(words.actions, action)
      ? words.actions[action as keyof Messages['team']['actions']]
      : action;
  const named = (subject: string) => {
    const name = subject.split('/').at(-1) ?? '';
    const role = memberRoles.find((each) => each === name);
    return role ? words.roles[role].name : name;
  };
  return (
    <Section id="activities-heading" title={words.activities} class="card">
      {activities.length === 0 && <p class="hint">{words.noActivities}</p>}
      <ul class="plain-list">
        {activities.map(({ at, username, action, subject }) => (
          <li>
            <strong>{username}</strong> {said(action)} <code class="code">{named(subject)}</code>
            <p class="hint">
              <LocalTime at={at} text={format.dateTime(at)} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
