import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { NEW_ORG_PATH, newCatalogPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NameField, TitleField } from '../parts/name-field.tsx';

const CREATE = graphql(`mutation CreateOrg($input: CreateOrgInput!) { createOrg(input: $input) { name } }`);

type OrgForm = Readonly<Record<'title' | 'name', string>>;
type RefusedOrgForm = { readonly form: OrgForm; readonly refused: PageRefusal };

const inputOf = ({ title, name }: OrgForm) => ({ title, ...(name.trim() && { name: name.trim() }) });

/** Adds the page that creates an org. It leads on to the org's first catalog. */
export function createOrg(pages: ConsolePages): void {
  pages.get('/orgs/new', (c) => {
    demandChange(c);
    return showForm(c);
  });

  pages.post('/orgs/new', async (c) => {
    const form = await readForm(c, 'title', 'name');
    const { session } = c.var.pageContext;
    const { result, refused } = await attempt(session.run(CREATE, { input: inputOf(form) }));
    if (refused) return showForm(c, { form, refused });
    return c.redirect(`${newCatalogPath(result.createOrg.name)}&done=orgCreated`, 303);
  });
}

function showForm(c: Context<ConsoleEnv>, sent?: RefusedOrgForm): Response {
  const { pageContext } = c.var;
  const { newOrg: words, nameField } = pageContext.text;
  const form = sent?.form ?? { title: '', name: '' };
  return show(
    pageContext,
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <RefusedNotice refused={sent?.refused} beside={['title', 'name']} />
      <form method="post" action={NEW_ORG_PATH} class="card form">
        <TitleField value={form.title} refused={sent?.refused} />
        <NameField value={form.name} hint={words.nameHint} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit">
            {words.create}
          </button>
        </div>
        <AsGraphQL
          document={CREATE}
          variables={{ input: inputOf({ ...form, title: form.title || nameField.title }) }}
        />
      </form>
    </>,
    { title: words.title, refused: sent?.refused },
  );
}
