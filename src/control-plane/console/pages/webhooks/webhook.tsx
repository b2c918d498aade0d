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
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { DELIVERY, Deliveries } from './deliveries.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookForm, webhookIn } from './webhook-fields.tsx';
import { WebhookState } from './webhooks.tsx';

const WEBHOOK = graphql(
  `query Webhook($org: String!, $catalog: String!, $webhook: String!, $first: Int!, $offset: Int!) {
    webhook(org: $org, catalog: $catalog, name: $webhook) {
      name url types format active createdAt
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
  async save(run, { webhook: name, ...address }, { url, types, format }) {
    await run(UPDATE, { input: { ...address, name, url, types: [...types], format } });
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
  const { session, clock, text, format } = c.var.pageContext;
  const words = text.webhooks.webhook;
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
          { title: text.catalogs.titleOf(found.catalog.title), href: catalogPath(address) },
          { title: text.webhooks.list.webhooks, href: webhooksPath(address) },
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
        <Fact name={words.address}>
          <code class="code">{found.url}</code>
        </Fact>
        <Fact name={words.created}>{format.dateTime(found.createdAt)}</Fact>
      </dl>
      <section class="section stack">
        <h2 class="heading">{words.deliveries(found.deliveryCount)}</h2>
        <Deliveries deliveries={found.deliveries} action={action} now={clock()} />
        <Pager
          page={page}
          total={found.deliveryCount}
          href={(number) => `${webhookPath(address)}?page=${number}`}
          text={text.pager(words.pagerRows)}
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
  const { secret } = useTexts().text.webhooks;
  return (
    <Issued title={secret.replaced(name)} what={secret.what} value={value}>
      <p class="text">{secret.signs}</p>
    </Issued>
  );
}

type PartProps = { readonly action: string; readonly found: Webhook };

function SettingsForm({
  action,
  found,
  sent,
}: PartProps & { readonly sent: WebhookFormOutcome | undefined }) {
  const { webhook: words } = useTexts().text.webhooks;
  return (
    <Section id="settings-heading" title={words.settings} class="card">
      <form method="post" action={action} class="form">
        <WebhookFields form={sent?.form ?? found} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            {words.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Pause({ action, found: { active } }: PartProps) {
  const { pause, activate } = useTexts().text.webhooks;
  const words = active ? pause : activate;
  return (
    <Section id="pause-heading" title={words.title} class="card">
      <p class="text">{words.text}</p>
      <form method="post" action={action}>
        <button
          class={`button${active ? ' button-danger' : ''}`}
          type="submit"
          name="action"
          value={active ? 'pause' : 'activate'}
        >
          {words.submit}
        </button>
      </form>
    </Section>
  );
}

function SecretReplacement({ action, found: { name } }: PartProps) {
  const { secret } = useTexts().text.webhooks;
  return (
    <Section id="secret-heading" title={secret.title} class="card">
      <p class="text">{secret.text}</p>
      <form method="post" action={action} data-confirm={secret.confirm(name)}>
        <button class="button" type="submit" name="action" value="replaceSecret">
          {secret.replace}
        </button>
      </form>
    </Section>
  );
}

function Deletion({ action, found: { name } }: PartProps) {
  const { deletion } = useTexts().text.webhooks;
  return (
    <Section id="deletion-heading" title={deletion.title} class="card">
      <p class="text">{deletion.text}</p>
      <form method="post" action={action} data-confirm={deletion.confirm(name)}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {deletion.submit}
        </button>
      </form>
    </Section>
  );
}
