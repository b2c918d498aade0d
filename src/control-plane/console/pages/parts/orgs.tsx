import { Icon } from '../../../../ui/components/icon.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { distinctTitle, type Org, type OrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { Messages } from '../messages.ts';
import { NEW_ORG_PATH } from './console-paths.ts';
import { useTexts } from './texts.ts';

type OrgsProps = {
  readonly orgs: readonly Org[];
  readonly current: OrgScope;
  /** Path of the page of each scope. */
  readonly path: string;
  /** True when every org together has a page, too. */
  readonly everyOrg?: boolean;
};

/** The org at hand and every org, for who reaches every org. The menu leads to the other orgs. */
export function Orgs({ orgs, current, path, everyOrg = false }: OrgsProps) {
  const { text } = useTexts();
  const org = orgs.find(({ name }) => name === current.org) ?? orgs[0];
  if (!everyOrg || !org) return null;
  return (
    <Tabs
      label={text.orgs.label}
      tabs={[
        {
          title: distinctTitle(org, orgs),
          href: path + queryOf({ org: org.name }),
          isCurrent: current.org !== undefined,
        },
        {
          title: text.orgs.every,
          href: path + queryOf({ everyOrg: true }),
          isCurrent: current.org === undefined,
        },
      ]}
    />
  );
}

/** Title of an org scope within a sentence. */
export const scopeTitle = (text: Messages, scope: OrgScope, orgs: readonly Org[]) =>
  scope.org === undefined ? text.orgs.everyWithin : titleOf(scope, orgs);

/** An org that is to be created, where there is none. */
export function NoOrg() {
  const { noOrg } = useTexts().text;
  return (
    <>
      <h1 class="title">{noOrg.title}</h1>
      <p class="lead">{noOrg.lead}</p>
      <a class="button button-primary" href={NEW_ORG_PATH}>
        <Icon name="plus" />
        {noOrg.create}
      </a>
    </>
  );
}
