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
import { enumLabel } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookForm, webhookIn } from './webhook-fields.tsx';

const WEBHOOKS = graphql(`
  query Webhooks($org: String!, $catalog: String!) {
    catalog(org: $org, name: $catalog) { title webhooks(first: 200) { name url types active } }
  }
`);

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { name } } }
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
  const { session } = c.var.pageContext;
  const { catalog } = await session.run(WEBHOOKS, address);
  if (!catalog) return showNotFound(c);
  const title = `Webhooks of ${catalog.title}`;
  const refused = sent && 'refused' in sent ? sent : undefined;
  return show(
    c.var.pageContext,
    <>
      <Crumbs org={address.org} trail={[{ title: `Catalog ${catalog.title}`, href: catalogPath(address) }]} />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Webhooks" />
      <p class="lead">
        What happens in the catalog is sent to them, signed, until they accept it, for two days.
      </p>
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
  return (
    <Issued title={`The webhook ${webhook.name}`} what="secret" value={secret}>
      <p class="text">
        The receiver tells by it that a delivery is ours: <code class="code">Gatehouse-Signature</code> holds{' '}
        <code class="code">t=&lt;seconds&gt;,v1=&lt;hex&gt;</code>, the HMAC-SHA-256 of the seconds, a point
        and the body.
      </p>
    </Issued>
  );
}

function Webhooks({ address, webhooks }: { address: CatalogAddress; webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return <p class="text">There is none yet.</p>;
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      columns={[
        {
          heading: 'Webhook',
          cell: ({ name }) => (
            <a class="link" href={webhookPath({ ...address, webhook: name })}>
              {name}
            </a>
          ),
        },
        { heading: 'State', cell: ({ active }) => <WebhookState active={active} /> },
        { heading: 'Address', cell: ({ url }) => <span class="address">{url}</span> },
        { heading: 'Events', cell: ({ types }) => types.map(enumLabel).join(', ') },
      ]}
    />
  );
}

export const WebhookState = ({ active }: { active: boolean }) =>
  active ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Paused</Badge>;

function CreateForm({ action, sent }: { action: string; sent: RefusedWebhookForm | undefined }) {
  return (
    <Section id="create-heading" title="Create a webhook">
      <RefusedNotice refused={sent?.refused} beside={WEBHOOK_FIELDS} />
      <form method="post" action={action} class="card form">
        <Field
          name="name"
          label="Name"
          value={sent?.form.name}
          refused={sent?.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lower case letters, digits and single hyphens between them, for example billing"
          maxlength={63}
          autocomplete="off"
          required
        />
        <WebhookFields form={sent?.form} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit">
            Create
          </button>
        </div>
      </form>
    </Section>
  );
}
