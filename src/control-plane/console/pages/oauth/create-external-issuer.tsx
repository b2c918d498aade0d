import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { NameField } from '../parts/name-field.tsx';
import {
  besideIssuerField,
  ISSUER_FIELDS,
  IssuerFields,
  type IssuerForm,
  issuerFormIn,
  issuerFormOf,
  issuerInputOf,
} from './external-issuer-form.tsx';
import { OAUTH_PATH, oauthTrail, providerPath } from './oauth-labels.tsx';

const ORGS = graphql(`query OrgsOfIssuer { viewer { orgs(first: 200) { name title } } }`);

const CREATE = graphql(`
  mutation CreateExternalIssuer($input: CreateOAuthProviderInput!) { createOAuthProvider(input: $input) { name } }
`);

const PATH = `${OAUTH_PATH}/create-issuer`;

type RefusedIssuerForm = { readonly form: IssuerForm; readonly name: string; readonly refused: PageRefusal };

/** Adds the page of a new external issuer. */
export function createExternalIssuer(pages: ConsolePages): void {
  pages.get('/oauth/create-issuer', (c) => showForm(c));

  pages.post('/oauth/create-issuer', async (c) => {
    const org = orgScopeIn(c)?.org ?? '';
    const form = await issuerFormIn(c);
    const { name } = await readForm(c, 'name');
    const input = { org, name: name.trim() || undefined, type: 'EXTERNAL' as const, ...issuerInputOf(form) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showForm(c, { form, name, refused });
    return c.redirect(`${providerPath(org, result.createOAuthProvider.name)}&done=externalIssuer`, 303);
  });
}

async function showForm(c: Context<ConsoleEnv>, sent?: RefusedIssuerForm): Promise<Response> {
  demandChange(c);
  const org = (await currentOrgScope(c))?.org ?? '';
  const { pageContext } = c.var;
  const { viewer } = await pageContext.session.run(ORGS);
  const { oauth } = pageContext.text;
  const text = oauth.createIssuer;
  const refused = besideIssuerField(sent?.refused);
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={oauthTrail(oauth, org, viewer.orgs)} />
      <h1 class="title">{text.title}</h1>
      <p class="lead">{text.lead}</p>
      <RefusedNotice refused={refused} beside={['name', ...ISSUER_FIELDS]} />
      <form method="post" action={PATH + queryOf({ org })} class="card form">
        <IssuerFields form={sent?.form ?? issuerFormOf({ title: '', scopes: [] })} refused={refused}>
          <NameField value={sent?.name} hint={oauth.nameHint} refused={refused} />
        </IssuerFields>
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
