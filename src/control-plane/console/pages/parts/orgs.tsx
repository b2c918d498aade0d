import { distinctTitle, type Org, type OrgScope, queryOf } from '../../org-scope.ts';

type OrgsProps = {
  readonly orgs: readonly Org[];
  readonly current: OrgScope;
  /** Path of the page of each org. */
  readonly path: string;
  /** True when every org together has a page, too. */
  readonly everyOrg?: boolean;
};

/** The orgs that the session reaches, where there are several. */
export function Orgs({ orgs, current, path, everyOrg = false }: OrgsProps) {
  const reaches: readonly { readonly reach: OrgScope; readonly title: string }[] = [
    ...orgs.map((org) => ({ reach: { org: org.name }, title: distinctTitle(org, orgs) })),
    ...(everyOrg ? [{ reach: { everyOrg: true } as const, title: 'Every org' }] : []),
  ];
  if (reaches.length < 2) return null;
  return (
    <nav aria-label="Orgs" class="menu tabs">
      {reaches.map(({ reach, title }) => (
        <a
          class="menu-link"
          href={path + queryOf(reach)}
          aria-current={reach.org === current.org ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

export function NoOrg() {
  return (
    <>
      <h1 class="title">There is no org yet</h1>
      <p class="lead">
        The first example in{' '}
        <a class="link" href="/console">
          GraphiQL
        </a>{' '}
        creates one.
      </p>
    </>
  );
}
