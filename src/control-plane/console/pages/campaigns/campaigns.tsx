import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, campaignsPath, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const CAMPAIGNS = graphql(`
  query Campaigns($org: String!, $catalog: String!) {
    catalog(org: $org, name: $catalog) {
      title
      products(first: 200) { name version title state }
      campaigns(first: 50) { id title product plan sentAt }
    }
  }
`);

const NOTIFY = graphql(`
  mutation NotifySubscribers($input: NotifySubscribersInput!) {
    notifySubscribers(input: $input) { dryRun consumerOrgs subscriptions members mails campaign { id } }
  }
`);

type Catalog = NonNullable<ResultOf<typeof CAMPAIGNS>['catalog']>;
type Reach = ResultOf<typeof NOTIFY>['notifySubscribers'];
type Form = Readonly<Record<'product' | 'plan' | 'title' | 'text' | 'ask', string>>;
type Sent = { readonly form: Form; readonly refused?: PageRefusal; readonly reach?: Reach };

const FIELDS: readonly string[] = ['product', 'plan', 'title', 'text'] satisfies (keyof Form)[];

/** Adds the messages of a catalog to subscribers, and the form of a new one. */
export function campaigns(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/messages', (c) => showCampaigns(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/messages', async (c) => {
    const address = c.req.param();
    const { action, ...form } = await readForm(c, 'product', 'plan', 'title', 'text', 'ask', 'action');
    const { product, title, text, plan, ask } = form;
    const { result, refused } = await attempt(
      c.var.pageContext.session.run(NOTIFY, {
        input: {
          ...address,
          product,
          title,
          // Browsers send lines as CRLF.
          text: text.replaceAll('\r\n', '\n'),
          plan: plan.trim() || null,
          askAcknowledgement: ask === 'yes',
          dryRun: action !== 'send',
        },
      }),
    );
    if (refused) return showCampaigns(c, address, { form, refused });
    const { campaign } = result.notifySubscribers;
    if (campaign) return c.redirect(`/console${campaignsPath(address)}/${campaign.id}`, 303);
    return showCampaigns(c, address, { form, reach: result.notifySubscribers });
  });
}

async function showCampaigns(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: Sent,
): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { catalog } = await session.run(CAMPAIGNS, address);
  if (!catalog) return showNotFound(c);
  const title = text.campaigns.title(catalog.title);
  const serving = catalog.products.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED');
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: text.catalogs.titleOf(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Messages" />
      <p class="lead">{text.campaigns.lead}</p>
      <List address={address} campaigns={catalog.campaigns} />
      {allowsChange(session) ? (
        <Write address={address} products={serving} sent={sent} />
      ) : (
        <RefusedNotice refused={sent?.refused} />
      )}
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

function List({ address, campaigns }: { address: CatalogAddress; campaigns: Catalog['campaigns'] }) {
  const { text, format } = useTexts();
  const words = text.campaigns;
  if (campaigns.length === 0) return <p class="text">{words.none}</p>;
  return (
    <Table
      caption={words.list}
      rows={campaigns}
      columns={[
        {
          heading: words.message,
          cell: ({ id, title }) => (
            <a class="link" href={`${campaignsPath(address)}/${id}`}>
              {title}
            </a>
          ),
        },
        { heading: words.product, cell: ({ product, plan }) => words.to(product, plan) },
        { heading: words.sent, cell: ({ sentAt }) => <span class="when">{format.dateTime(sentAt)}</span> },
      ]}
    />
  );
}

type WriteFormProps = {
  readonly address: CatalogAddress;
  readonly products: Catalog['products'];
  readonly sent: Sent | undefined;
};

function Write(props: WriteFormProps) {
  const words = useTexts().text.campaigns;
  return (
    <Section id="write-heading" title={words.write}>
      {props.products.length === 0 ? <NoProduct address={props.address} /> : <WriteForm {...props} />}
    </Section>
  );
}

function NoProduct({ address }: Pick<WriteFormProps, 'address'>) {
  const words = useTexts().text.campaigns;
  return (
    <EmptyState icon="package" title={words.noProduct} text={words.noProductText}>
      <a class="button" href={catalogPath(address)}>
        {words.toProducts}
      </a>
    </EmptyState>
  );
}

/** The form of a message. It says whom the message reaches before it sends it. */
function WriteForm({ address, products, sent }: WriteFormProps) {
  const { text } = useTexts();
  const words = text.campaigns;
  return (
    <>
      <RefusedNotice refused={sent?.refused} beside={FIELDS} />
      {sent?.reach && <ReachNotice reach={sent.reach} />}
      <form method="post" action={campaignsPath(address)} class="card form">
        <Fields products={products} sent={sent} />
        <div class="row">
          <button class="button" type="submit" name="action" value="preview">
            {words.preview}
          </button>
          {sent?.reach && sent.reach.subscriptions > 0 && (
            <button class="button button-primary" type="submit" name="action" value="send">
              {words.send}
            </button>
          )}
        </div>
      </form>
    </>
  );
}

function Fields({ products, sent }: Omit<WriteFormProps, 'address'>) {
  const words = useTexts().text.campaigns;
  const refused = sent?.refused;
  return (
    <>
      <SelectField
        name="product"
        label={words.product}
        value={sent?.form.product ?? ''}
        refused={refused}
        options={products.map(({ name, version, title }) => ({
          value: `${name}:${version}`,
          label: `${title} ${version}`,
        }))}
      />
      <Field
        name="plan"
        label={words.plan}
        hint={words.planHint}
        value={sent?.form.plan}
        refused={refused}
        autocomplete="off"
      />
      <Field
        name="title"
        label={words.messageTitle}
        value={sent?.form.title}
        refused={refused}
        maxlength={120}
        autocomplete="off"
        required
      />
      <LinesField
        name="text"
        label={words.text}
        hint={words.textHint}
        value={sent?.form.text ?? ''}
        refused={refused}
        rows={8}
      />
      <CheckBox
        id="ask"
        name="ask"
        value="yes"
        label={words.ask}
        hint={words.askHint}
        checked={sent?.form.ask === 'yes'}
      />
    </>
  );
}

function ReachNotice({ reach }: { reach: Reach }) {
  const words = useTexts().text.campaigns;
  return (
    <Notice tone="info">
      <p class="text">
        {words.reach({ ...reach, orgs: reach.consumerOrgs.length })} {words.nothingSent}
      </p>
      <p class="text small quiet">{reach.consumerOrgs.join(', ')}</p>
    </Notice>
  );
}
