import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import {
  type CatalogAddress,
  catalogPath,
  consumersPath,
  groupPath,
  groupsPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { GROUP_FIELDS, GroupFields, type GroupForm, groupIn } from './group-fields.tsx';

const GROUPS = graphql(`
  query Groups($org: String!, $catalog: String!, $search: String!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) {
      title
      consumerGroupCount(search: $search)
      consumerGroups(search: $search, first: $first, offset: $offset) { name title mailDomains consumerOrgCount }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateConsumerGroup($input: CreateConsumerGroupInput!) { createConsumerGroup(input: $input) { name } }
`);

const ROWS = 50;
const PATH = '/catalogs/:org/:catalog/groups';

type Group = NonNullable<ResultOf<typeof GROUPS>['catalog']>['consumerGroups'][number];
type RefusedGroupForm = { readonly form: GroupForm; readonly refused: PageRefusal };

/** Adds the page of a catalog's groups of consumer orgs, with a search. */
export function groups(pages: ConsolePages): void {
  pages.get(PATH, (c) => showGroups(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const form = await groupIn(c);
    const { title, mailDomains } = form;
    const input = { ...address, title, mailDomains: [...mailDomains] };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showGroups(c, address, { form, refused });
    return c.redirect(
      `${groupPath({ ...address, group: result.createConsumerGroup.name })}?done=groupCreated`,
      303,
    );
  });
}

async function showGroups(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedGroupForm,
): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const search = c.req.query('search')?.trim() ?? '';
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, search, first: ROWS, offset: offsetOf(page) };
  const { catalog } = await session.run(GROUPS, variables);
  if (!catalog) return showNotFound(c);
  const { consumers } = text;
  const words = consumers.groups;
  const base = groupsPath(address);
  const title = words.title(catalog.title);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: consumers.catalog(catalog.title), href: catalogPath(address) },
          { title: consumers.consumers, href: consumersPath(address) },
        ]}
      />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Consumers" />
      <Done done={c.req.query('done')} />
      <p class="text">{words.lead}</p>
      <Search action={base} value={search} label={words.search} submit={consumers.list.submit} />
      <section class="section stack">
        <h2 class="heading">{words.heading(catalog.consumerGroupCount)}</h2>
        <Groups address={address} groups={catalog.consumerGroups} search={search} />
        <Pager
          page={page}
          total={catalog.consumerGroupCount}
          href={(number) => `${base}?${new URLSearchParams({ search, page: `${number}` })}`}
          text={text.pager(words.rows)}
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

type GroupsProps = {
  readonly address: CatalogAddress;
  readonly groups: readonly Group[];
  readonly search: string;
};

function Groups({ address, groups: rows, search }: GroupsProps) {
  const { text, format } = useTexts();
  const words = text.consumers.groups;
  if (rows.length === 0) return <p class="text">{search ? text.consumers.list.noneFound : words.none}</p>;
  return (
    <Table
      caption={words.caption}
      rows={rows}
      columns={[
        {
          heading: words.group,
          cell: ({ name, title }) => (
            <a class="link" href={groupPath({ ...address, group: name })}>
              {title}
            </a>
          ),
        },
        { heading: text.consumers.name, cell: ({ name }) => <code class="code">{name}</code> },
        { heading: words.mailDomains, cell: ({ mailDomains }) => mailDomains.join(', ') || words.noDomains },
        {
          heading: words.consumerOrgs,
          cell: ({ consumerOrgCount }) => format.number(consumerOrgCount),
          isNumber: true,
        },
      ]}
    />
  );
}

function CreateForm({ action, sent }: { action: string; sent: RefusedGroupForm | undefined }) {
  const { groups: words, create } = useTexts().text.consumers;
  return (
    <Section id="create-heading" title={words.create}>
      <RefusedNotice refused={sent?.refused} beside={GROUP_FIELDS} />
      <form method="post" action={action} class="card form">
        <GroupFields form={sent?.form} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit">
            {create}
          </button>
        </div>
      </form>
    </Section>
  );
}
