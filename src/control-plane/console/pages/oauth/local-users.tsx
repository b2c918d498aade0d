import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { type PageOfList, Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { useTexts } from '../parts/texts.ts';
import { UserState } from '../people/people-tables.tsx';
import { localUserPath, registryPath } from './oauth-labels.tsx';
import type { RegistryResult } from './user-registry-query.ts';

export const LOCAL_USER_FIELDS = ['username', 'password'] as const;

type LocalUsersProps = {
  readonly org: string;
  readonly registry: RegistryResult;
  readonly search: string;
  readonly page: PageOfList;
};

/** The people of a registry of local users, a page at a time. */
export function LocalUsers({ org, registry, search, page }: LocalUsersProps) {
  const { text: all, format } = useTexts();
  const text = all.oauth.localUsers;
  const { name, localUsers, localUserCount, foundCount } = registry;
  const path = registryPath(org, name);
  return (
    <section class="section stack">
      <h2 class="heading">{text.heading(localUserCount)}</h2>
      {localUserCount > page.rows && (
        <Search action={path} value={search} label={text.search} submit={text.submitSearch}>
          <input type="hidden" name="org" value={org} />
        </Search>
      )}
      {localUsers.length === 0 ? (
        <p class="text">{search === '' ? text.none : text.noneFound}</p>
      ) : (
        <Table
          caption={text.caption}
          rows={localUsers}
          columns={[
            {
              heading: text.username,
              cell: ({ username }) => (
                <a class="link" href={localUserPath({ org, registry: name, username })}>
                  {username}
                </a>
              ),
            },
            { heading: text.state, cell: ({ state }) => <UserState state={state} /> },
            { heading: text.added, cell: ({ createdAt }) => format.dateTime(createdAt) },
            {
              heading: text.passwordSet,
              cell: ({ passwordChangedAt }) => format.dateTime(passwordChangedAt),
            },
          ]}
        />
      )}
      <Pager
        page={page}
        total={foundCount}
        href={(number) => `${path}&${new URLSearchParams({ search, page: `${number}` })}`}
        text={all.pager(text.rows)}
      />
    </section>
  );
}

type AdditionProps = {
  readonly path: string;
  readonly username: string | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Form for a new person. A password is never shown again, also where the form was refused. */
export function LocalUserAddition({ path, username, refused }: AdditionProps) {
  const text = useTexts().text.oauth.localUsers;
  return (
    <Section id="person-heading" title={text.add}>
      <form method="post" action={path} class="card form">
        <Field
          name="username"
          id="new-username"
          label={text.newUsername}
          hint={text.newUsernameHint}
          value={username}
          refused={refused}
          maxlength={200}
          autocomplete="off"
          required
        />
        <LocalPasswordField label={text.firstPassword} refused={refused} />
        <div>
          <button class="button" type="submit" name="action" value="addPerson">
            {text.submit}
          </button>
        </div>
      </form>
    </Section>
  );
}

/** The field of a password that an administrator gives a person. */
export function LocalPasswordField({
  label,
  refused,
}: Pick<AdditionProps, 'refused'> & { readonly label: string }) {
  const text = useTexts().text.oauth.localUsers;
  return (
    <NewPasswordField
      name="password"
      id="new-password"
      label={label}
      hint={text.passwordHint}
      refused={refused}
    />
  );
}
