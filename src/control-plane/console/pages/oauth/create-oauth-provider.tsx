import type { Context } from 'hono';
import { oauthProviderDefaults } from '../../../../domain/oauth/oauth-provider.ts';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { NameField } from '../parts/name-field.tsx';
import { OAUTH_PATH, oauthTrail, providerPath } from './oauth-labels.tsx';
import {
  besideMember,
  formIn,
  formOf,
  inputOf,
  PROVIDER_FIELDS,
  ProviderFields,
  type RefusedProviderForm,
} from './oauth-provider-form.tsx';

const REGISTRIES = graphql(`
  query RegistriesOfOrg($org: String!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) { userRegistries(first: 200) { name title } }
  }
`);

const CREATE = graphql(`
  mutation CreateOAuthProvider($input: CreateOAuthProviderInput!) { createOAuthProvider(input: $input) { name } }
`);

const PATH = `${OAUTH_PATH}/create-provider`;

type RefusedCreateForm = RefusedProviderForm & { readonly name: string };

/** Adds the page of a new OAuth provider, which has its defaults from the start. */
export function createOAuthProvider(pages: ConsolePages): void {
  pages.get('/oauth/create-provider', (c) => showForm(c));

  pages.post('/oauth/create-provider', async (c) => {
    const org = orgScopeIn(c)?.org ?? '';
    const form = await formIn(c);
    const { name } = await readForm(c, 'name');
    const input = { org, name: name.trim() || undefined, ...inputOf(form) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showForm(c, { form, name, refused });
    return c.redirect(`${providerPath(org, result.createOAuthProvider.name)}&done=oauthProvider`, 303);
  });
}

async function showForm(c: Context<ConsoleEnv>, sent?: RefusedCreateForm): Promise<Response> {
  demandChange(c);
  const org = (await currentOrgScope(c))?.org ?? '';
  const { pageContext } = c.var;
  const { viewer, org: found } = await pageContext.session.run(REGISTRIES, { org });
  const { oauth } = pageContext.text;
  const text = oauth.createProvider;
  const registries = found?.userRegistries ?? [];
  const refused = besideMember(sent?.refused);
  const defaults = { ...oauthProviderDefaults, title: '', userRegistry: registries[0] ?? null };
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={oauthTrail(oauth, org, viewer.orgs)} />
      <h1 class="title">{text.title}</h1>
      <p class="lead">{text.lead}</p>
      <RefusedNotice refused={refused} beside={['name', ...PROVIDER_FIELDS]} />
      <form method="post" action={PATH + queryOf({ org })} class="card form">
        <ProviderFields form={sent?.form ?? formOf(defaults)} refused={refused} registries={registries}>
          <NameField value={sent?.name} hint={text.nameHint} refused={refused} />
        </ProviderFields>
        <div>
          <button class="button button-primary" type="submit">
            {text.submit}
          </button>
        </div>
      </form>
    </>,
    { title: text.title, menu: OAUTH_PATH, org, refused: sent?.refused },
  );
}
