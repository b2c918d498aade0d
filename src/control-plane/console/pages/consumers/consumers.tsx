import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
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
import {
  type CatalogAddress,
  catalogPath,
  consumerOrgPath,
  consumersPath,
  groupsPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { TitleField } from '../parts/name-field.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { type IssuedPassword, PasswordLink, passwordLink } from './members.tsx';

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
  mutation CreateConsumerOrg($input: CreateConsumerOrgInput!) { createConsumerOrg(input: $input) { name title } }
`);

const ROWS = 50;

type Catalog = NonNullable<ResultOf<typeof CONSUMERS>['catalog']>;
type Form = Readonly<Record<'title' | 'username' | 'email', string>>;
type RefusedConsumerForm = { readonly form: Form; readonly refused: PageRefusal };
/** Result of the form, where it was sent. */
type FormOutcome = RefusedConsumerForm | Created;
type Created = {
  readonly consumerOrg: { readonly name: string; readonly title: string };
  readonly reset: IssuedPassword;
};

/** Adds the page of a catalog's consumer orgs, with a search. */
export function consumers(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/consumers', (c) => showConsumers(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/consumers', async (c) => {
    const address = c.req.param();
    const form = await readForm(c, 'title', 'username', 'email');
    const { result, refused } = await attempt(create(c, address, form));
    return showConsumers(c, address, refused ? { form, refused } : result);
  });
}

/** Creates a consumer org with its owner, who chooses the password by the link. */
async function create(c: Context<ConsoleEnv>, address: CatalogAddress, form: Form): Promise<Created> {
  const { run } = c.var.pageContext.session;
  const username = form.username.trim();
  const owner = { username, email: form.email.trim() || undefined };
  const input = { ...address, title: form.title.trim(), owner };
  const { createConsumerOrg: consumerOrg } = await run(CREATE, { input });
  const reset = await passwordLink(run, { ...address, consumerOrg: consumerOrg.name }, username);
  return { consumerOrg, reset };
}

async function showConsumers(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  outcome?: FormOutcome,
): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const search = c.req.query('search')?.trim() ?? '';
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, search, first: ROWS, offset: offsetOf(page) };
  const { catalog } = await session.run(CONSUMERS, variables);
  if (!catalog) return showNotFound(c);
  const base = consumersPath(address);
  const sent = outcome && 'refused' in outcome ? outcome : undefined;
  const { list, catalog: titleOfCatalog } = text.consumers;
  const title = list.title(catalog.title);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: titleOfCatalog(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Consumers" />
      <Done done={c.req.query('done')} />
      {outcome && 'reset' in outcome && <CreatedNotice address={address} created={outcome} />}
      <p class="text">
        <a class="link" href={groupsPath(address)}>
          {text.consumers.groups.link}
        </a>
      </p>
      <Search action={base} value={search} label={list.search} submit={list.submit} />
      <section class="section stack">
        <h2 class="heading">{list.heading(catalog.consumerOrgCount)}</h2>
        <ConsumerOrgs address={address} consumerOrgs={catalog.consumerOrgs} search={search} />
        <Pager
          page={page}
          total={catalog.consumerOrgCount}
          href={(number) => `${base}?${new URLSearchParams({ search, page: `${number}` })}`}
          text={text.pager(list.rows)}
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

type CreatedProps = { readonly address: CatalogAddress; readonly created: Created };

function CreatedNotice({ address, created: { consumerOrg, reset } }: CreatedProps) {
  return (
    <PasswordLink reset={reset}>
      <p>
        <a class="link" href={consumerOrgPath({ ...address, consumerOrg: consumerOrg.name })}>
          {consumerOrg.title}
        </a>
      </p>
    </PasswordLink>
  );
}

type ConsumerOrgsProps = {
  readonly address: CatalogAddress;
  readonly consumerOrgs: Catalog['consumerOrgs'];
  readonly search: string;
};

function ConsumerOrgs({ address, consumerOrgs, search }: ConsumerOrgsProps) {
  const { text, format } = useTexts();
  const { list } = text.consumers;
  if (consumerOrgs.length === 0) return <p class="text">{search ? list.noneFound : list.none}</p>;
  return (
    <Table
      caption={list.caption}
      rows={consumerOrgs}
      columns={[
        {
          heading: list.consumerOrg,
          cell: ({ name, title }) => (
            <a class="link" href={consumerOrgPath({ ...address, consumerOrg: name })}>
              {title}
            </a>
          ),
        },
        { heading: text.consumers.name, cell: ({ name }) => <code class="code">{name}</code> },
        {
          heading: list.owner,
          cell: ({ members: [owner = list.nobody, ...others] }) => (
            <span class="address">
              {owner}
              {others.length > 0 && <span class="small quiet"> {list.more(others.length)}</span>}
            </span>
          ),
        },
        {
          heading: list.applications,
          cell: ({ applicationCount }) => format.number(applicationCount),
          isNumber: true,
        },
      ]}
    />
  );
}

function CreateForm({ action, sent }: { action: string; sent: RefusedConsumerForm | undefined }) {
  const { list, create } = useTexts().text.consumers;
  const { form, refused } = sent ?? {};
  return (
    <Section id="create-heading" title={list.create}>
      <RefusedNotice refused={refused} beside={['title', 'username', 'email']} />
      <form method="post" action={action} class="card form-row">
        <TitleField value={form?.title} refused={refused} />
        <Field
          name="username"
          label={list.ownerName}
          value={form?.username}
          refused={refused}
          maxlength={200}
          autocomplete="off"
          required
        />
        <Field
          name="email"
          label={list.ownerEmail}
          type="email"
          value={form?.email}
          refused={refused}
          maxlength={320}
          autocomplete="off"
        />
        <div class="form-row-end">
          <button class="button button-primary" type="submit">
            {create}
          </button>
        </div>
      </form>
    </Section>
  );
}
