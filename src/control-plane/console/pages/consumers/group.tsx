import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import {
  catalogPath,
  consumerOrgPath,
  type GroupAddress,
  groupPath,
  groupsPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { GROUP_FIELDS, GroupFields, type GroupForm, groupIn } from './group-fields.tsx';

const GROUP = graphql(`
  query Group($org: String!, $catalog: String!, $group: String!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) { title }
    consumerGroup(org: $org, catalog: $catalog, name: $group) {
      title mailDomains consumerOrgCount
      consumerOrgs(first: $first, offset: $offset) { name title }
    }
  }
`);

const UPDATE = graphql(`
  mutation UpdateConsumerGroup($input: UpdateConsumerGroupInput!) { updateConsumerGroup(input: $input) { name } }
`);
const ADD = graphql(`
  mutation AddToConsumerGroup($input: ConsumerGroupMemberInput!) { addToConsumerGroup(input: $input) { name } }
`);
const REMOVE = graphql(`
  mutation RemoveFromConsumerGroup($input: ConsumerGroupMemberInput!) {
    removeFromConsumerGroup(input: $input) { name }
  }
`);
const DELETE = graphql(`
  mutation DeleteConsumerGroup($input: ConsumerGroupInput!) { deleteConsumerGroup(input: $input) }
`);

const ROWS = 50;
const PATH = '/catalogs/:org/:catalog/groups/:group';

type Group = NonNullable<ResultOf<typeof GROUP>['consumerGroup']>;
type Form = GroupForm & Readonly<Record<'action' | 'of' | 'consumerOrg', string>>;
type RefusedForm = { readonly form: Form; readonly refused: PageRefusal };

/** Adds the page of a group: who is in it, and its settings. */
export function group(pages: ConsolePages): void {
  pages.get(PATH, (c) => showGroup(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const form = { ...(await readForm(c, 'action', 'of', 'consumerOrg')), ...(await groupIn(c)) };
    const acted = await runAction(c, actions, { target: address, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showGroup(c, address, { form, refused });
    const path = result === 'groupDeleted' ? groupsPath(address) : groupPath(address);
    return c.redirect(`${path}?done=${result}`, 303);
  });
}

/** Actions of the page's buttons. */
const actions: Actions<GroupAddress, Form> = {
  async save(run, { group: name, ...address }, { title, mailDomains }) {
    await run(UPDATE, { input: { ...address, name, title, mailDomains: [...mailDomains] } });
    return 'saved';
  },
  async add(run, { group: name, ...address }, { consumerOrg }) {
    await run(ADD, { input: { ...address, name, consumerOrg: consumerOrg.trim() } });
    return 'groupJoined';
  },
  async remove(run, { group: name, ...address }, { of: consumerOrg }) {
    await run(REMOVE, { input: { ...address, name, consumerOrg } });
    return 'groupLeft';
  },
  async delete(run, { group: name, ...address }) {
    await run(DELETE, { input: { ...address, name } });
    return 'groupDeleted';
  },
};

async function showGroup(
  c: Context<ConsoleEnv>,
  address: GroupAddress,
  sent?: RefusedForm,
): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { consumers } = text;
  const words = consumers.groups;
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, first: ROWS, offset: offsetOf(page) };
  const { catalog, consumerGroup: found } = await session.run(GROUP, variables);
  if (!catalog || !found) return showNotFound(c);
  const mayChange = allowsChange(session);
  const sentAs = (action: string) => (sent?.form.action === action ? sent : undefined);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: consumers.catalog(catalog.title), href: catalogPath(address) },
          { title: words.groups, href: groupsPath(address) },
        ]}
      />
      <h1 class="title">{found.title}</h1>
      <Done done={c.req.query('done')} />
      {!(mayChange && (sentAs('save') || sentAs('add'))) && <RefusedNotice refused={sent?.refused} />}
      <dl class="facts">
        <Fact name={consumers.name}>
          <code class="code">{address.group}</code>
        </Fact>
        <Fact name={words.mailDomains}>{found.mailDomains.join(', ') || words.noDomains}</Fact>
      </dl>
      <section class="section stack">
        <h2 class="heading">{consumers.list.heading(found.consumerOrgCount)}</h2>
        <ConsumerOrgs address={address} found={found} mayChange={mayChange} />
        <Pager
          page={page}
          total={found.consumerOrgCount}
          href={(number) => `${groupPath(address)}?page=${number}`}
          text={text.pager(consumers.list.rows)}
        />
      </section>
      {mayChange && (
        <div class="section columns">
          <SettingsForm address={address} found={found} sent={sentAs('save')} />
          <div class="stack">
            <AddForm address={address} sent={sentAs('add')} />
            <Deletion address={address} title={found.title} />
          </div>
        </div>
      )}
    </>,
    { title: found.title, org: address.org, refused: sent?.refused },
  );
}

type GroupProps = { readonly address: GroupAddress; readonly found: Group };

function ConsumerOrgs({ address, found, mayChange }: GroupProps & { readonly mayChange: boolean }) {
  const { consumers } = useTexts().text;
  if (found.consumerOrgs.length === 0) return <p class="text">{consumers.groups.nobody}</p>;
  return (
    <Table
      caption={consumers.list.caption}
      rows={found.consumerOrgs}
      columns={[
        {
          heading: consumers.list.consumerOrg,
          cell: ({ name, title }) => (
            <a class="link" href={consumerOrgPath({ ...address, consumerOrg: name })}>
              {title}
            </a>
          ),
        },
        { heading: consumers.name, cell: ({ name }) => <code class="code">{name}</code> },
        ...nextWhere(mayChange, ({ name, title }: Group['consumerOrgs'][number]) => (
          <Action path={groupPath(address)} of={name} action="remove" isDanger>
            {consumers.groups.remove}
            <span class="visually-hidden"> {title}</span>
          </Action>
        )),
      ]}
    />
  );
}

function SettingsForm({ address, found, sent }: GroupProps & { readonly sent: RefusedForm | undefined }) {
  const words = useTexts().text.consumers.groups;
  return (
    <Section id="settings-heading" title={words.settings} class="card">
      <RefusedNotice refused={sent?.refused} beside={GROUP_FIELDS} />
      <form method="post" action={groupPath(address)} class="form">
        <GroupFields form={sent?.form ?? found} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            {words.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

function AddForm({ address, sent }: { address: GroupAddress; sent: RefusedForm | undefined }) {
  const words = useTexts().text.consumers.groups;
  return (
    <Section id="add-heading" title={words.addTitle} class="card">
      <RefusedNotice refused={sent?.refused} beside={['consumerOrg']} />
      <form method="post" action={groupPath(address)} class="form">
        <Field
          name="consumerOrg"
          label={words.addName}
          value={sent?.form.consumerOrg}
          refused={sent?.refused}
          autocomplete="off"
          required
        />
        <div>
          <button class="button" type="submit" name="action" value="add">
            {words.add}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Deletion({ address, title }: { address: GroupAddress; title: string }) {
  const { deletion } = useTexts().text.consumers.groups;
  return (
    <Section id="deletion-heading" title={deletion.title(title)} class="card">
      <p class="text">{deletion.text}</p>
      <form method="post" action={groupPath(address)} data-confirm={deletion.confirm(title)}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {deletion.title(title)}
        </button>
      </form>
    </Section>
  );
}
