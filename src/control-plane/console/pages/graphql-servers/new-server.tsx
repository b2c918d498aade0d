import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { Field, FileField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { currentOrgScope, orgScopeIn } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages, ConsoleSession } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { graphqlServerPath, newGraphQLServerPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { TitleField } from '../parts/name-field.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { accessChoices, policiesOf } from './server-access.ts';
import { CREATE_SERVER, READ_DOCUMENT } from './server-query.ts';

type ServerForm = Readonly<Record<'title' | 'url' | 'access' | 'scope', string>>;

/** Adds the page that makes a GraphQL server of an OpenAPI document. */
export function newGraphQLServer(pages: ConsolePages): void {
  pages.get('/graphql-servers/new', async (c) => {
    demandChange(c);
    const org = (await currentOrgScope(c))?.org;
    if (org !== undefined) return showForm(c, org);
    const { pageContext } = c.var;
    return show(pageContext, <NoOrg />, { title: pageContext.text.graphQLServers.newServer.title });
  });

  pages.post('/graphql-servers/new', async (c) => {
    demandChange(c);
    const org = orgScopeIn(c)?.org ?? '';
    const form = await readForm(c, 'title', 'url', 'access', 'scope');
    const { file } = await c.req.parseBody();
    const openapi = file instanceof File ? await file.text() : '';
    const { refused, result } = await attempt(create(c.var.pageContext.session, { org, form, openapi }));
    if (refused) return showForm(c, org, { form, refused });
    return c.redirect(
      `${graphqlServerPath({ org, server: result.createGraphQLServer.name })}?done=graphqlServer`,
      303,
    );
  });
}

type NewServer = { readonly org: string; readonly form: ServerForm; readonly openapi: string };

/** Creates a server. Its title and the address of its back-end are those of the document where they are left out. */
async function create(session: ConsoleSession, { org, form, openapi }: NewServer) {
  const isWhole = form.title.trim() !== '' && form.url.trim() !== '';
  const known = isWhole
    ? undefined
    : (await session.run(READ_DOCUMENT, { input: { org, openapi } })).previewApi;
  const title = form.title.trim() || (known?.title ?? '');
  const url = form.url.trim() || (known?.targetUrl ?? '');
  return session.run(CREATE_SERVER, { input: inputOf(org, { ...form, title, url }, openapi) });
}

function inputOf(org: string, { title, url, access, scope }: ServerForm, openapi: string) {
  const choice = accessChoices.find((each) => each === access) ?? 'closed';
  return {
    org,
    title,
    sources: [{ name: 'rest', openapi, url: url.trim() }],
    policies: policiesOf(choice, scope.trim()),
  };
}

type RefusedServerForm = { readonly form: ServerForm; readonly refused: PageRefusal };

function showForm(c: Context<ConsoleEnv>, org: string, sent?: RefusedServerForm): Response {
  const form = sent?.form ?? { title: '', url: '', access: 'read', scope: '' };
  const refused =
    sent &&
    (sent.refused.field === 'openapi'
      ? { ...sent.refused, message: sent.refused.message, field: 'file' }
      : sent.refused);
  const { pageContext } = c.var;
  const { menu, graphQLServers } = pageContext.text;
  const text = graphQLServers.newServer;
  const servers = { title: menu['/console/graphql-servers'], href: `/console/graphql-servers?org=${org}` };
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={org} trail={[servers]} />} title={text.title} lead={text.lead} />
      <RefusedNotice refused={refused} beside={['title', 'file', 'url']} />
      <form
        method="post"
        action={newGraphQLServerPath(org)}
        enctype="multipart/form-data"
        class="card form drop"
        data-sends-on-choice
      >
        <TitleField value={form.title} hint={text.titleHint} refused={refused} required={false} />
        <Field name="url" label={text.url} hint={text.urlHint} value={form.url} refused={refused} />
        <Access form={form} />
        <FileField
          name="file"
          label={text.file}
          hint={text.fileHint}
          accept=".json,.yaml,.yml"
          refused={refused}
          required
        />
        <button class="button button-primary" type="submit">
          {text.create}
        </button>
        <AsGraphQL document={CREATE_SERVER} variables={{ input: inputOf(org, form, '…') }} />
      </form>
    </>,
    { title: text.title, menu: '/console/graphql-servers', org, refused: sent?.refused },
  );
}

function Access({ form }: { form: ServerForm }) {
  const text = useTexts().text.graphQLServers.newServer;
  return (
    <fieldset class="choices">
      <legend class="label">{text.access}</legend>
      {accessChoices.map((value) => (
        <Choice
          id={`access-${value}`}
          name="access"
          value={value}
          {...text.accessChoices[value]}
          checked={form.access === value}
        >
          {value === 'scope' && <Field name="scope" label={text.scope} value={form.scope} maxlength={100} />}
        </Choice>
      ))}
    </fieldset>
  );
}
