import { memberRoles } from '../../../../domain/consumer/team.ts';
import { Section } from '../../../../ui/components/section.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import type { Messages } from '../messages.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

const TITLES = graphql(`
  query ActivityTitles {
    viewer { consumerOrg { applications(first: 200) { name title } } }
    webhooks(first: 200) { id url }
  }
`);

/** Titles of what activities are of, by names and ids. A webhook is called by its host. */
export type ActivityTitles = ReadonlyMap<string, string>;

export async function activityTitles({ run }: PortalPageContext): Promise<ActivityTitles> {
  const { viewer, webhooks } = await run(TITLES);
  const applications = viewer?.consumerOrg.applications ?? [];
  return new Map([
    ...applications.map(({ name, title }) => [name, title] as const),
    ...webhooks.map(({ id, url }) => [id, new URL(url).host] as const),
  ]);
}

type Activity = Readonly<Record<'at' | 'username' | 'action' | 'subject', string>>;
type ActivitiesProps = {
  readonly pageContext: PortalPageContext;
  readonly activities: readonly Activity[];
  readonly titles: ActivityTitles;
};

/** Subjects of these are people, who may be called like an application. */
const OF_PEOPLE = /Member|handOver|leave/;

/** Lists who did what, the newest first. A subject is shown without the name of the organization. */
export function Activities({ pageContext: { text, format }, activities, titles }: ActivitiesProps) {
  const words = text.team;
  const said = (action: string) =>
    Object.hasOwn(words.actions, action)
      ? words.actions[action as keyof Messages['team']['actions']]
      : action;
  const named = ({ action, subject }: Activity) => {
    const name = subject.split('/').at(-1) ?? '';
    const role = memberRoles.find((each) => each === name);
    if (role) return <code class="code">{words.roles[role].name}</code>;
    const title = OF_PEOPLE.test(action) ? undefined : titles.get(name);
    return title === undefined ? <code class="code">{name}</code> : <strong>{title}</strong>;
  };
  return (
    <Section id="activities-heading" title={words.activities} class="card">
      {activities.length === 0 && <p class="hint">{words.noActivities}</p>}
      <ul class="plain-list">
        {activities.map((activity) => (
          <li>
            <strong>{activity.username}</strong> {said(activity.action)} {named(activity)}
            <p class="hint">
              <LocalTime at={activity.at} text={format.dateTime(activity.at)} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
