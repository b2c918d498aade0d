import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Fact } from '../../../../ui/components/fact.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { catalogPath, type WebhookAddress, webhookPath, webhooksPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done, type DoneKey } from '../parts/done-notice.tsx';
import { format, pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { DELIVERY, Deliveries } from './deliveries.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookForm, webhookIn } from './webhook-fields.tsx';
import { WebhookState } from './webhooks.tsx';

const WEBHOOK = graphql(
  `query Webhook($org: String!, $catalog: String!, $webhook: String!, $first: Int!, $offset: Int!) {
    webhook(org: $org, catalog: $catalog, name: $webhook) {
      name url types active createdAt
      catalog { title }
      deliveryCount
      deliveries(first: $first, offset: $offset) { ...Delivery }
    }
  }`,
  [DELIVERY],
);

const UPDATE = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { name } }
`);
const DELETE = graphql(`mutation DeleteWebhook($input: WebhookInput!) { deleteWebhook(input: $input) }`);
const REPLACE_SECRET = graphql(`
  mutation ReplaceWebhookSecret($input: WebhookInput!) { replaceWebhookSecret(input: $input) { secret } }
`);
const RESEND = graphql(`
  mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) { resendWebhookDelivery(input: $input) { id } }
`);

/** Deliveries of a page. */
const ROWS = 50;

type Webhook = NonNullable<ResultOf<typeof WEBHOOK>['webhook']>;
type Form = WebhookForm & { readonly action: string; readonly of: string };
/** Outcome of a form that shows the page again: a refusal, or a new secret. */
type WebhookFormOutcome = { readonly form: Form; readonly refused?: PageRefusal; readonly secret?: string };

/** Adds the page of a webhook with its deliveries. */
export function webhook(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/webhooks/:webhook', (c) => showWebhook(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/webhooks/:webhook', async (c) => {
    const address = c.req.param();
    const form = { ...(await readForm(c, 'action', 'of')), ...(await webhookIn(c)) };
    const acted = await runAction(c, actions, { target: address, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showWebhook(c, address, { form, refused });
    if (typeof result === 'object') return showWebhook(c, address, { form, ...result });
    const path = result === 'webhookDeleted' ? webhooksPath(address) : webhookPath(address);
    return c.redirect(`${path}?done=${result}`, 303);
  });
}

/** Actions of the page's buttons. */
const actions: Actions<WebhookAddress, Form, DoneKey | { readonly secret: string }> = {
  async save(run, { webhook: name, ...address }, { url, types }) {
    await run(UPDATE, { input: { ...address, name, url, types: [...types] } });
    return 'webhook';
  },
  async pause(run, { webhook: name, ...address }) {
    await run(UPDATE, { input: { ...address, name, active: false } });
    return 'webhookPaused';
  },
  async activate(run, { webhook: name, ...address }) {
    await run(UPDATE, { input: { ...address, name, active: true } });
    return 'webhookActive';
  },
  async replaceSecret(run, { webhook: name, ...address }) {
    const { replaceWebhookSecret } = await run(REPLACE_SECRET, { input: { ...address, name } });
    return replaceWebhookSecret;
  },
  async resend(run, { org }, { of: id }) {
    await run(RESEND, { input: { org, id } });
    return 'resent';
  },
  async delete(run, { webhook: name, ...address }) {
    await run(DELETE, { input: { ...address, name } });
    return 'webhookDeleted';
  },
};

async function showWebhook(
  c: Context<ConsoleEnv>,
  address: WebhookAddress,
  sent?: WebhookFormOutcome,
): Promise<Response> {
  const { session, clock } = c.var.pageContext;
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, first: ROWS, offset: offsetOf(page) };
  const { webhook: found } = await session.run(WEBHOOK, variables);
  if (!found) return showNotFound(c);
  const action = allowsChange(session) ? webhookPath(address) : undefined;
  const typed = sent?.form.action === 'save' ? sent : undefined;
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: `Catalog ${found.catalog.title}`, href: catalogPath(address) },
          { title: 'Webhooks', href: webhooksPath(address) },
        ]}
      />
      <div class="head">
        <h1 class="title">{found.name}</h1>
        <WebhookState active={found.active} />
      </div>
      <Done done={c.req.query('done')} />
      {sent?.secret !== undefined && <NewSecret webhook={found.name} value={sent.secret} />}
      <RefusedNotice refused={sent?.refused} beside={action && typed ? WEBHOOK_FIELDS : []} />
      <dl class="facts">
        <Fact name="Address">
          <code class="code">{found.url}</code>
        </Fact>
        <Fact name="Created">{format.dateTime(found.createdAt)}</Fact>
      </dl>
      <section class="section stack">
        <h2 class="heading">Deliveries: {format.number(found.deliveryCount)}</h2>
        <Deliveries deliveries={found.deliveries} action={action} now={clock()} />
        <Pager
          page={page}
          total={found.deliveryCount}
          href={(number) => `${webhookPath(address)}?page=${number}`}
          text={pagerText('deliveries')}
        />
      </section>
      {action !== undefined && (
        <div class="section columns">
          <SettingsForm action={action} found={found} sent={typed} />
          <div class="stack">
            <Pause action={action} found={found} />
            <SecretReplacement action={action} found={found} />
            <Deletion action={action} found={found} />
          </div>
        </div>
      )}
    </>,
    { title: found.name, org: address.org, refused: sent?.refused },
  );
}

function NewSecret({ webhook: name, value }: { webhook: string; value: string }) {
  return (
    <Issued title={`The new secret of ${name}`} what="secret" value={value}>
      <p class="text">Deliveries are signed with it from now on.</p>
    </Issued>
  );
}

type PartProps = { readonly action: string; readonly found: Webhook };

function SettingsForm({
  action,
  found,
  sent,
}: PartProps & { readonly sent: WebhookFormOutcome | undefined }) {
  return (
    <Section id="settings-heading" title="Settings" class="card">
      <form method="post" action={action} class="form">
        <WebhookFields form={sent?.form ?? found} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            Save the settings
          </button>
        </div>
      </form>
    </Section>
  );
}

function Pause({ action, found: { active } }: PartProps) {
  return (
    <Section id="pause-heading" title={active ? 'Pause' : 'Activate'} class="card">
      <p class="text">
        {active
          ? 'Events are neither sent nor kept for it, until it is activated again.'
          : 'It is sent what happens from then on; what happened meanwhile is not sent.'}
      </p>
      <form method="post" action={action}>
        <button
          class={`button${active ? ' button-danger' : ''}`}
          type="submit"
          name="action"
          value={active ? 'pause' : 'activate'}
        >
          {active ? 'Pause the webhook' : 'Activate the webhook'}
        </button>
      </form>
    </Section>
  );
}

function SecretReplacement({ action, found: { name } }: PartProps) {
  return (
    <Section id="secret-heading" title="Secret" class="card">
      <p class="text">
        What deliveries are signed with. A new one is shown once, and the one before ends at once.
      </p>
      <form method="post" action={action} data-confirm={`Replace the secret of the webhook ${name}?`}>
        <button class="button" type="submit" name="action" value="replaceSecret">
          Replace the secret
        </button>
      </form>
    </Section>
  );
}

function Deletion({ action, found: { name } }: PartProps) {
  return (
    <Section id="deletion-heading" title="Delete" class="card">
      <p class="text">With its deliveries; what was not delivered yet never is.</p>
      <form method="post" action={action} data-confirm={`Delete the webhook ${name}, with its deliveries?`}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          Delete the webhook
        </button>
      </form>
    </Section>
  );
}
