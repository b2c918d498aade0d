import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, catalogPath, webhookPath, webhooksPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookForm, webhookIn } from './webhook-fields.tsx';

const WEBHOOKS = graphql(`
  query Webhooks($org: String!, $catalog: String!) {
    catalog(org: $org, name: $catalog) { title webhooks(first: 200) { name url types active } }
  }
`);

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { name format } } }
`);

type Webhook = NonNullable<ResultOf<typeof WEBHOOKS>['catalog']>['webhooks'][number];
type IssuedWebhook = ResultOf<typeof CREATE>['createWebhook'];
type RefusedWebhookForm = { readonly form: WebhookForm; readonly refused: PageRefusal };
/** Result of the form, where it was sent. */
type WebhookFormResult = RefusedWebhookForm | { readonly issued: IssuedWebhook };

/** Adds the webhooks of a catalog. */
export function webhooks(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/webhooks', (c) => showWebhooks(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/webhooks', async (c) => {
    const address = c.req.param();
    const form = await webhookIn(c);
    const { result, refused } = await attempt(
      c.var.pageContext.session.run(CREATE, { input: { ...address, ...form, types: [...form.types] } }),
    );
    return showWebhooks(c, address, refused ? { form, refused } : { issued: result.createWebhook });
  });
}

async function showWebhooks(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: WebhookFormResult,
): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { catalog } = await session.run(WEBHOOKS, address);
  if (!catalog) return showNotFound(c);
  const title = text.webhooks.list.title(catalog.title);
  const refused = sent && 'refused' in sent ? sent : undefined;
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: text.catalogs.titleOf(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Webhooks" />
      <p class="lead">{text.webhooks.list.lead}</p>
      <Done done={c.req.query('done')} />
      {sent && 'issued' in sent && <IssuedSecret issued={sent.issued} />}
      <Webhooks address={address} webhooks={catalog.webhooks} />
      {allowsChange(session) ? (
        <CreateForm action={webhooksPath(address)} sent={refused} />
      ) : (
        <RefusedNotice refused={refused?.refused} />
      )}
    </>,
    { title, org: address.org, refused: refused?.refused },
  );
}

function IssuedSecret({ issued: { secret, webhook } }: { issued: IssuedWebhook }) {
  const { text } = useTexts();
  const { issued, what, signature } = text.webhooks.secret;
  return (
    <Issued title={issued(webhook.name)} what={what} value={secret}>
      {webhook.format === 'STANDARD' ? (
        <p class="text">{signature.standard}</p>
      ) : (
        <p class="text">
          {signature.before} <code class="code">Gatehouse-Signature</code> {signature.between}{' '}
          <code class="code">{signature.form}</code>
          {signature.after}
        </p>
      )}
    </Issued>
  );
}

function Webhooks({ address, webhooks }: { address: CatalogAddress; webhooks: readonly Webhook[] }) {
  const { text } = useTexts();
  const { list } = text.webhooks;
  if (webhooks.length === 0) return <p class="text">{list.none}</p>;
  return (
    <Table
      caption={list.webhooks}
      rows={webhooks}
      columns={[
        {
          heading: list.webhook,
          cell: ({ name }) => (
            <a class="link" href={webhookPath({ ...address, webhook: name })}>
              {name}
            </a>
          ),
        },
        { heading: list.state, cell: ({ active }) => <WebhookState active={active} /> },
        { heading: list.address, cell: ({ url }) => <span class="address">{url}</span> },
        { heading: list.events, cell: ({ types }) => types.map(text.label).join(', ') },
      ]}
    />
  );
}

export function WebhookState({ active }: { active: boolean }) {
  const { states } = useTexts().text.webhooks;
  return active ? <Badge tone="good">{states.active}</Badge> : <Badge tone="bad">{states.paused}</Badge>;
}

function CreateForm({ action, sent }: { action: string; sent: RefusedWebhookForm | undefined }) {
  const { list, fields } = useTexts().text.webhooks;
  return (
    <Section id="create-heading" title={list.create}>
      <RefusedNotice refused={sent?.refused} beside={WEBHOOK_FIELDS} />
      <form method="post" action={action} class="card form">
        <Field
          name="name"
          label={fields.name}
          value={sent?.form.name}
          refused={sent?.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={fields.nameForm}
          maxlength={63}
          autocomplete="off"
          required
        />
        <WebhookFields form={sent?.form} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit">
            {list.submit}
          </button>
        </div>
      </form>
    </Section>
  );
}
