import type { Context } from 'hono';
import { defaultUserRegistryType } from '../../../../domain/oauth/oauth-provider.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import {
  type UserRegistryType,
  userRegistryTypeNames,
} from '../../../../infrastructure/user-registries/types.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { NameField } from '../parts/name-field.tsx';
import { OAUTH_PATH, oauthTrail, registryPath } from './oauth-labels.tsx';
import {
  newRegistry,
  REGISTRY_FIELDS,
  RegistryFields,
  type RegistryForm,
  registryInputOf,
} from './user-registry-form.tsx';

const ORGS = graphql(`query OrgsOfViewer { viewer { orgs(first: 200) { name title } } }`);

const CREATE = graphql(`
  mutation CreateUserRegistry($input: CreateUserRegistryInput!) { createUserRegistry(input: $input) { name } }
`);

const pathOf = (org: string, type: UserRegistryType) =>
  `${OAUTH_PATH}/create-registry${queryOf({ org })}${type === defaultUserRegistryType ? '' : `&type=${type}`}`;

type RefusedCreateForm = {
  readonly form: RegistryForm & { readonly name: string };
  readonly refused: PageRefusal;
};

/** The type that the address of the page names. */
const typeOf = (c: Context<ConsoleEnv>): UserRegistryType =>
  userRegistryTypeNames.find((type) => type === c.req.query('type')) ?? defaultUserRegistryType;

/** Adds the page of a new user registry. It is of one type, and leads to those of the others. */
export function createUserRegistry(pages: ConsolePages): void {
  pages.get('/oauth/create-registry', (c) => showForm(c));

  pages.post('/oauth/create-registry', async (c) => {
    const org = orgScopeIn(c)?.org ?? '';
    const form = await readForm(c, 'name', ...REGISTRY_FIELDS);
    const input = { org, type: typeOf(c), name: form.name.trim() || undefined, ...registryInputOf(form) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showForm(c, { form, refused });
    return c.redirect(`${registryPath(org, result.createUserRegistry.name)}&done=userRegistry`, 303);
  });
}

async function showForm(c: Context<ConsoleEnv>, sent?: RefusedCreateForm): Promise<Response> {
  demandChange(c);
  const org = orgScopeIn(c)?.org ?? '';
  const { pageContext } = c.var;
  const { viewer } = await pageContext.session.run(ORGS);
  const { oauth } = pageContext.text;
  const text = oauth.createRegistry;
  const refused = sent?.refused;
  const type = typeOf(c);
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={oauthTrail(oauth, org, viewer.orgs)} />
      <h1 class="title">{text.title}</h1>
      <p class="lead">{text.lead}</p>
      <Tabs
        label={text.kinds}
        tabs={userRegistryTypeNames.map((each) => ({
          title: oauth.registryTypes[each].title,
          href: pathOf(org, each),
          isCurrent: each === type,
        }))}
      />
      <RefusedNotice refused={refused} beside={['name', ...REGISTRY_FIELDS]} />
      <p class="text">{oauth.registryTypes[type].description}</p>
      <form method="post" action={pathOf(org, type)} class="card form">
        <RegistryFields type={type} form={sent?.form ?? newRegistry} refused={refused} />
        <NameField value={sent?.form.name} hint={oauth.nameHint} refused={refused} />
        <div>
          <button class="button button-primary" type="submit">
            {text.submit}
          </button>
        </div>
      </form>
    </>,
    { title: text.title, menu: OAUTH_PATH, org, refused },
  );
}
