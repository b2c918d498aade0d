import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, orgScopeIn } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { catalogPath, newCatalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NameField, TitleField } from '../parts/name-field.tsx';
import { NoOrg } from '../parts/orgs.tsx';

const CREATE = graphql(`
  mutation CreateCatalog($input: CreateCatalogInput!) { createCatalog(input: $input) { name } }
`);

const CATALOGS = graphql(`
  query HasCatalogs($org: String!) { org(name: $org) { catalogs(first: 1) { name } } }
`);

type CatalogForm = { readonly title: string; readonly name: string; readonly selfServiceSignUp: boolean };
type RefusedCatalogForm = { readonly form: CatalogForm; readonly refused: PageRefusal };

/** The form of an org's first catalog. */
const FIRST: CatalogForm = { title: 'Sandbox', name: '', selfServiceSignUp: false };

const inputOf = (org: string, { title, name, selfServiceSignUp }: CatalogForm) => ({
  org,
  title,
  selfServiceSignUp,
  ...(name.trim() && { name: name.trim() }),
});

/** Adds the page that creates a catalog of an org. */
export function createCatalog(pages: ConsolePages): void {
  pages.get('/catalogs/new', async (c) => {
    demandChange(c);
    const org = (await currentOrgScope(c))?.org;
    if (org !== undefined) {
      const { org: found } = await c.var.pageContext.session.run(CATALOGS, { org });
      return showForm(c, org, { isFirst: found?.catalogs.length === 0 });
    }
    const { pageContext } = c.var;
    return show(pageContext, <NoOrg />, { title: pageContext.text.catalogs.create.title });
  });

  pages.post('/catalogs/new', async (c) => {
    const org = orgScopeIn(c)?.org ?? '';
    const sent = await readForm(c, 'title', 'name', 'selfServiceSignUp');
    const form = { ...sent, selfServiceSignUp: sent.selfServiceSignUp !== '' };
    const { session } = c.var.pageContext;
    const { result, refused } = await attempt(session.run(CREATE, { input: inputOf(org, form) }));
    if (refused) return showForm(c, org, { sent: { form, refused } });
    return c.redirect(`${catalogPath({ org, catalog: result.createCatalog.name })}?done=catalogCreated`, 303);
  });
}

type Shown = { readonly sent?: RefusedCatalogForm; readonly isFirst?: boolean };

function showForm(c: Context<ConsoleEnv>, org: string, { sent, isFirst = false }: Shown): Response {
  const { pageContext } = c.var;
  const { catalogs } = pageContext.text;
  const words = catalogs.create;
  const done = c.req.query('done');
  const form = sent?.form ?? (isFirst ? FIRST : { ...FIRST, title: '' });
  const trail = [{ title: catalogs.list.title, href: `/console/catalogs?org=${encodeURIComponent(org)}` }];
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={org} trail={trail} />} title={words.title} lead={words.lead} />
      <Done done={done} />
      <RefusedNotice refused={sent?.refused} beside={['title', 'name']} />
      <form method="post" action={newCatalogPath(org)} class="card form">
        <TitleField value={form.title} refused={sent?.refused} />
        <NameField value={form.name} hint={words.nameHint} refused={sent?.refused} />
        <CheckBox
          id="self-service-sign-up"
          name="selfServiceSignUp"
          value="yes"
          label={catalogs.settings.anybody}
          hint={catalogs.settings.anybodyHint}
          checked={form.selfServiceSignUp}
        />
        <div>
          <button class="button button-primary" type="submit">
            {catalogs.list.create}
          </button>
        </div>
        <AsGraphQL document={CREATE} variables={{ input: inputOf(org, form) }} />
      </form>
    </>,
    { title: words.title, menu: '/console/catalogs', org, refused: sent?.refused },
  );
}
