import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, catalogPath, consumerOrgPath, consumersPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { format, pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { TitleField } from '../parts/name-field.tsx';
import { showNotFound } from '../parts/problem.tsx';

const CONSUMERS = graphql(`
  query Consumers($org: String!, $catalog: String!, $search: String!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) {
      title
      consumerOrgCount(search: $search)
      consumerOrgs(search: $search, first: $first, offset: $offset) { name title members applicationCount }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateConsumerOrg($input: CreateConsumerOrgInput!) { createConsumerOrg(input: $input) { name } }
`);

const ROWS = 50;

type Catalog = NonNullable<ResultOf<typeof CONSUMERS>['catalog']>;
type Form = Readonly<Record<'title' | 'username' | 'email' | 'password', string>>;
type RefusedConsumerForm = { readonly form: Form; readonly refused: PageRefusal };

/** Adds the page of a catalog's consumer orgs, with a search. */
export function consumers(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/consumers', (c) => showConsumers(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/consumers', async (c) => {
    const address = c.req.param();
    const form = await readForm(c, 'title', 'username', 'email', 'password');
    const input = { ...address, title: form.title.trim(), owner: ownerOf(form) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showConsumers(c, address, { form, refused });
    const consumerOrg = result.createConsumerOrg.name;
    return c.redirect(`${consumerOrgPath({ ...address, consumerOrg })}?done=consumerOrg`, 303);
  });
}

/** Makes the owner of the input. An empty email is left out. */
const ownerOf = ({ username, email, password }: Form) => ({
  username: username.trim(),
  password,
  email: email.trim() || undefined,
});

async function showConsumers(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedConsumerForm,
): Promise<Response> {
  const { session } = c.var.pageContext;
  const search = c.req.query('search')?.trim() ?? '';
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, search, first: ROWS, offset: offsetOf(page) };
  const { catalog } = await session.run(CONSUMERS, variables);
  if (!catalog) return showNotFound(c);
  const base = consumersPath(address);
  const title = `Consumers of ${catalog.title}`;
  return show(
    c.var.pageContext,
    <>
      <Crumbs org={address.org} trail={[{ title: `Catalog ${catalog.title}`, href: catalogPath(address) }]} />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Consumers" />
      <Done done={c.req.query('done')} />
      <Search action={base} value={search} label="Search consumer orgs by name or title" submit="Search" />
      <section class="section stack">
        <h2 class="heading">Consumer orgs: {format.number(catalog.consumerOrgCount)}</h2>
        <ConsumerOrgs address={address} consumerOrgs={catalog.consumerOrgs} search={search} />
        <Pager
          page={page}
          total={catalog.consumerOrgCount}
          href={(number) => `${base}?${new URLSearchParams({ search, page: `${number}` })}`}
          text={pagerText('consumer orgs')}
        />
      </section>
      {allowsChange(session) ? (
        <CreateForm action={base} sent={sent} />
      ) : (
        <RefusedNotice refused={sent?.refused} />
      )}
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

type ConsumerOrgsProps = {
  readonly address: CatalogAddress;
  readonly consumerOrgs: Catalog['consumerOrgs'];
  readonly search: string;
};

function ConsumerOrgs({ address, consumerOrgs, search }: ConsumerOrgsProps) {
  if (consumerOrgs.length === 0)
    return (
      <p class="text">
        {search
          ? 'None is found.'
          : 'There is none here: one comes by the form below, or signs up in the portal where that is switched on.'}
      </p>
    );
  return (
    <Table
      caption="Consumer orgs"
      rows={consumerOrgs}
      columns={[
        {
          heading: 'Consumer org',
          cell: ({ name, title }) => (
            <a class="link" href={consumerOrgPath({ ...address, consumerOrg: name })}>
              {title}
            </a>
          ),
        },
        { heading: 'Name', cell: ({ name }) => <code class="code">{name}</code> },
        {
          heading: 'Owner',
          cell: ({ members: [owner = 'Nobody', ...others] }) => (
            <span class="address">
              {owner}
              {others.length > 0 && <span class="small quiet"> and {format.number(others.length)} more</span>}
            </span>
          ),
        },
        {
          heading: 'Applications',
          cell: ({ applicationCount }) => format.number(applicationCount),
          isNumber: true,
        },
      ]}
    />
  );
}

function CreateForm({ action, sent }: { action: string; sent: RefusedConsumerForm | undefined }) {
  const { form, refused } = sent ?? {};
  return (
    <Section id="create-heading" title="Create a consumer org">
      <RefusedNotice refused={refused} beside={['title', 'username', 'email', 'password']} />
      <form method="post" action={action} class="card form-row">
        <TitleField value={form?.title} refused={refused} />
        <Field
          name="username"
          label="Username of its owner"
          value={form?.username}
          refused={refused}
          maxlength={200}
          autocomplete="off"
          required
        />
        <NewPasswordField name="password" label="Password of its owner" refused={refused} />
        <Field
          name="email"
          label="Email address, if known"
          type="email"
          value={form?.email}
          refused={refused}
          maxlength={320}
          autocomplete="off"
        />
        <div class="form-row-end">
          <button class="button button-primary" type="submit">
            Create
          </button>
        </div>
      </form>
    </Section>
  );
}
