import type { Context } from 'hono';
import { takesPasswords } from '../../../../domain/oauth/open-id-settings.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { offsetOf, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { Assignment } from './assignment.tsx';
import { ldapFormOf, newLdap } from './ldap-form.tsx';
import { LOCAL_USER_FIELDS, LocalUserAddition, LocalUsers } from './local-users.tsx';
import { OAUTH_PATH, oauthTrail, registryPath } from './oauth-labels.tsx';
import { newOpenId, openIdFormOf } from './open-id-form.tsx';
import { OpenIdFacts } from './open-id-parts.tsx';
import { newSaml, SamlFacts, samlFormOf } from './saml-form.tsx';
import { REGISTRY_FIELDS, type RegistryForm, registryInputOf } from './user-registry-form.tsx';
import {
  AssignedCatalogs,
  ChangeRegistry,
  DeleteRegistry,
  RegistryFacts,
  type Tested,
  TestRegistry,
} from './user-registry-parts.tsx';
import { REGISTRY, type RegistryResult, TEST } from './user-registry-query.ts';

const UPDATE = graphql(`
  mutation UpdateUserRegistry($input: UpdateUserRegistryInput!) { updateUserRegistry(input: $input) { name } }
`);
const ADD_PERSON = graphql(`
  mutation AddLocalUser($input: AddLocalUserInput!) { addLocalUser(input: $input) { username } }
`);
const DELETE = graphql(
  `mutation DeleteUserRegistry($input: NameInput!) { deleteUserRegistry(input: $input) }`,
);
const ASSIGN = graphql(`
  mutation AssignUserRegistry($input: AssignUserRegistryInput!) { assignUserRegistry(input: $input) { name } }
`);
const UNASSIGN = graphql(`
  mutation UnassignUserRegistry($input: AssignUserRegistryInput!) { unassignUserRegistry(input: $input) { name } }
`);

const ROWS = 25;

type Target = { readonly org: string; readonly name: string };
/** The pressed button, with the values of its form. */
type RegistryActionForm = RegistryForm &
  Readonly<Record<'action' | 'catalog' | 'username' | 'password', string>>;
/** Result of a form that stays on the page. */
type ShowRegistryInput = {
  readonly refused?: PageRefusal | undefined;
  readonly form?: RegistryForm | undefined;
  /** The username of a person who was to be added. */
  readonly username?: string | undefined;
  readonly tested?: Tested;
};

/** Adds the page of a user registry: its dependents, its test, and its settings. */
export function userRegistry(pages: ConsolePages): void {
  pages.get('/oauth/registries/:name', (c) => showRegistry(c));

  pages.post('/oauth/registries/:name', async (c) => {
    const target = { org: orgScopeIn(c)?.org ?? '', name: c.req.param('name') };
    const form = await readForm(c, 'action', 'catalog', ...LOCAL_USER_FIELDS, ...REGISTRY_FIELDS);
    if (form.action === 'test') return test(c, target);
    const acted = await runAction(c, actions, { target, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused)
      return showRegistry(c, {
        refused,
        form: form.action === 'save' ? form : undefined,
        username: form.action === 'addPerson' ? form.username : undefined,
      });
    const { org, name } = target;
    const next = result === 'registryDeleted' ? OAUTH_PATH + queryOf({ org }) : registryPath(org, name);
    return c.redirect(`${next}&done=${result}`, 303);
  });
}

/** Tests the registry and shows its answer on the page. The password goes no further. */
async function test(c: Context<ConsoleEnv>, target: Target): Promise<Response> {
  const { username, password } = await readForm(c, 'username', 'password');
  const input = { ...target, username, password };
  const { result, refused } = await attempt(c.var.pageContext.session.run(TEST, { input }));
  return showRegistry(c, refused ? { refused } : { tested: { username, answer: result.testUserRegistry } });
}

/** Actions of the page's buttons, but for the test, which shows an answer. */
const actions: Actions<Target, RegistryActionForm> = {
  async save(
    run,
    target,
    { action: _, catalog: _catalog, username: _username, password: _password, ...form },
  ) {
    await run(UPDATE, { input: { ...target, ...registryInputOf(form) } });
    return 'saved';
  },
  async assign(run, { org, name }, { catalog }) {
    await run(ASSIGN, { input: { org, catalog, userRegistry: name } });
    return 'assigned';
  },
  async unassign(run, { org, name }, { catalog }) {
    await run(UNASSIGN, { input: { org, catalog, userRegistry: name } });
    return 'unassigned';
  },
  async addPerson(run, { org, name }, { username, password }) {
    await run(ADD_PERSON, { input: { org, userRegistry: name, username: username.trim(), password } });
    return 'localUserAdded';
  },
  async delete(run, target) {
    await run(DELETE, { input: target });
    return 'registryDeleted';
  },
};

/** Returns the settings of a registry as its form has them. */
const formOf = ({ title, displayName, url, ldap, openId, saml }: RegistryResult): RegistryForm => ({
  title,
  displayName,
  url,
  ...(ldap ? ldapFormOf(ldap) : newLdap),
  ...(openId ? openIdFormOf(openId) : newOpenId),
  ...(saml ? samlFormOf(saml) : newSaml),
});

async function showRegistry(c: Context<ConsoleEnv>, sent: ShowRegistryInput = {}): Promise<Response> {
  const { pageContext } = c.var;
  const org = orgScopeIn(c)?.org ?? '';
  const [search, page] = [c.req.query('search') ?? '', pageOfList(c.req.query('page'), ROWS)];
  const list = { search, first: ROWS, offset: offsetOf(page) };
  const variables = { org, name: c.req.param('name') ?? '', ...list };
  const { viewer, org: found, userRegistry: registry } = await pageContext.session.run(REGISTRY, variables);
  if (!found || !registry) return showNotFound(c);
  const path = registryPath(org, registry.name);
  const part = { path, registry, mayChange: allowsChange(pageContext.session) };
  const { refused, form, username, tested } = sent;
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={oauthTrail(pageContext.text.oauth, org, viewer.orgs)} />
      <h1 class="title">{registry.title}</h1>
      <RefusedNotice
        refused={refused}
        beside={form ? REGISTRY_FIELDS : username === undefined ? [] : LOCAL_USER_FIELDS}
      />
      <Done done={c.req.query('done')} />
      <RegistryFacts org={org} registry={registry} />
      {registry.type === 'LOCAL' && (
        <>
          <LocalUsers org={org} registry={registry} search={search} page={page} />
          {part.mayChange && (
            <LocalUserAddition
              path={path}
              username={username}
              refused={username === undefined ? undefined : refused}
            />
          )}
        </>
      )}
      <OpenIdFacts registry={registry} />
      <SamlFacts saml={registry.saml} />
      {part.mayChange && takesPasswords(registry.type) && <TestRegistry {...part} tested={tested} />}
      <AssignedCatalogs {...part} />
      {part.mayChange && (
        <>
          <Assignment
            path={path}
            catalogs={found.catalogs}
            assigned={registry.catalogs.map(({ name }) => name)}
          />
          <ChangeRegistry
            path={path}
            type={registry.type}
            form={form ?? formOf(registry)}
            refused={form && refused}
          />
          <DeleteRegistry {...part} />
        </>
      )}
    </>,
    { title: registry.title, menu: OAUTH_PATH, org, refused },
  );
}
