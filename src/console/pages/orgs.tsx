type OrgsProps = {
  readonly orgs: readonly { readonly name: string; readonly title: string }[];
  readonly current: string;
};

/** The orgs that the session reaches, where there are several. */
export function Orgs({ orgs, current }: OrgsProps) {
  if (orgs.length < 2) return null;
  return (
    <nav aria-label="Orgs" class="menu">
      {orgs.map(({ name, title }) => (
        <a
          class="menu-link"
          href={`/console/overview?org=${name}`}
          aria-current={name === current ? 'page' : undefined}
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
