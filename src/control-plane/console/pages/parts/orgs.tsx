import { Tabs } from '../../../../ui/components/tabs.tsx';
import { distinctTitle, type Org, type OrgScope, queryOf } from '../../org-scope.ts';

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
  const org = orgs.find(({ name }) => name === current.org) ?? orgs[0];
  if (!everyOrg || !org) return null;
  return (
    <Tabs
      label="Orgs"
      tabs={[
        {
          title: distinctTitle(org, orgs),
          href: path + queryOf({ org: org.name }),
          isCurrent: current.org !== undefined,
        },
        {
          title: 'Every org',
          href: path + queryOf({ everyOrg: true }),
          isCurrent: current.org === undefined,
        },
      ]}
    />
  );
}

export function NoOrg() {
  return (
    <>
      <h1 class="title">There is no org yet</h1>
      <p class="lead">
        The first example in{' '}
        <a class="link" href="/console/graphiql">
          GraphiQL
        </a>{' '}
        creates one.
      </p>
    </>
  );
}
