import { passwordLength } from '../../../../domain/people/password.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { type PageOfList, Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { format, pagerText } from '../parts/format.ts';
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
  const { name, localUsers, localUserCount, foundCount } = registry;
  const path = registryPath(org, name);
  return (
    <section class="section stack">
      <h2 class="heading">People: {format.number(localUserCount)}</h2>
      {localUserCount > page.rows && (
        <Search action={path} value={search} label="Search people by username" submit="Search">
          <input type="hidden" name="org" value={org} />
        </Search>
      )}
      {localUsers.length === 0 ? (
        <p class="text">
          {search === '' ? 'Nobody yet: nobody can sign in.' : 'Nobody has that in their username.'}
        </p>
      ) : (
        <Table
          caption="People"
          rows={localUsers}
          columns={[
            {
              heading: 'Username',
              cell: ({ username }) => (
                <a class="link" href={localUserPath({ org, registry: name, username })}>
                  {username}
                </a>
              ),
            },
            { heading: 'State', cell: ({ state }) => <UserState state={state} /> },
            { heading: 'Added', cell: ({ createdAt }) => format.dateTime(createdAt) },
            { heading: 'Password set', cell: ({ passwordChangedAt }) => format.dateTime(passwordChangedAt) },
          ]}
        />
      )}
      <Pager
        page={page}
        total={foundCount}
        href={(number) => `${path}&${new URLSearchParams({ search, page: `${number}` })}`}
        text={pagerText('people')}
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
  return (
    <Section id="person-heading" title="Add a person">
      <form method="post" action={path} class="card form">
        <Field
          name="username"
          id="new-username"
          label="New username"
          hint="Names the person in tokens, and cannot be changed."
          value={username}
          refused={refused}
          maxlength={200}
          autocomplete="off"
          required
        />
        <LocalPasswordField label="First password" refused={refused} />
        <div>
          <button class="button" type="submit" name="action" value="addPerson">
            Add the person
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
  return (
    <NewPasswordField
      name="password"
      id="new-password"
      label={label}
      hint={`${passwordLength.min} to ${passwordLength.max} characters. It is kept hashed: hand it over, nobody can read it.`}
      refused={refused}
    />
  );
}
