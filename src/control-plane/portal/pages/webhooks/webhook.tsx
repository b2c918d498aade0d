import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn, showNotFound } from '../parts/problem.tsx';
import { DELIVERY, Deliveries } from './deliveries.tsx';
import {
  showSecret,
  type TypedWebhook,
  WEBHOOK_FIELDS,
  WebhookFields,
  webhookIn,
} from './webhook-fields.tsx';
import { WebhookState } from './webhooks.tsx';

const WEBHOOK = graphql(
  `
  query Webhook($id: ID!, $first: Int!, $offset: Int!) {
    viewer { role }
    webhook(id: $id) {
      id url active failingSince disabledAt format kinds previousSecretExpiresAt deliveryCount
      deliveries(first: $first, offset: $offset) { ...PortalDelivery }
    }
  }
`,
  [DELIVERY],
);

const UPDATE = graphql(`
  mutation UpdateWebhook($id: ID!, $url: URL, $kinds: [NoticeKind!], $format: PortalWebhookFormat, $active: Boolean) {
    updateWebhook(id: $id, url: $url, kinds: $kinds, format: $format, active: $active) { id }
  }
`);
const TEST = graphql(`mutation TestWebhook($id: ID!) { testWebhook(id: $id) { id } }`);
const RESEND = graphql(`mutation ResendDelivery($id: ID!) { resendWebhookDelivery(id: $id) { id } }`);
const DELETE = graphql(`mutation DeleteWebhook($id: ID!) { deleteWebhook(id: $id) }`);
const REPLACE = graphql(`
  mutation ReplaceWebhookSecret($id: ID!, $overlapSeconds: Int!) {
    replaceWebhookSecret(id: $id, overlapSeconds: $overlapSeconds) { secret }
  }
`);

type Webhook = NonNullable<ResultOf<typeof WEBHOOK>['webhook']>;

const ROWS = 20;
const DAY_SECONDS = 86_400;

/** Adds a webhook of the consumer org: its settings, its secret and its deliveries. */
export function webhook(pages: PortalPages): void {
  pages.get('/webhooks/:id', (c) => showWebhook(c));

  pages.post('/webhooks/:id', async (c) => {
    const form = await webhookIn(c);
    const { run } = c.var.pageContext;
    const { refused } = await attempt(
      run(UPDATE, { id: c.req.param('id'), ...form, kinds: [...form.kinds] }),
    );
    return refused ? showWebhook(c, { form, refused }) : done(c, 'saved');
  });

  pages.post('/webhooks/:id/secret', async (c) => {
    const id = c.req.param('id');
    const { overlap } = await readForm(c, 'overlap');
    const overlapSeconds = overlap === 'yes' ? DAY_SECONDS : 0;
    const { result, refused } = await attempt(c.var.pageContext.run(REPLACE, { id, overlapSeconds }));
    return refused
      ? showWebhook(c, { refused })
      : showSecret(c, { id, secret: result.replaceWebhookSecret.secret });
  });

  pages.post('/webhooks/:id/change', changeWebhook);
}

const done = (c: Context<PortalEnv>, what: string) =>
  c.redirect(`${c.var.pageContext.base}/webhooks/${c.req.param('id')}?done=${what}`, 303);

/** Does what a button says: a test, a delivery again, off, on, or gone. */
async function changeWebhook(c: Context<PortalEnv>): Promise<Response> {
  const { base, run } = c.var.pageContext;
  const id = c.req.param('id') ?? '';
  const { action, of } = await readForm(c, 'action', 'of');
  if (action === 'delete') {
    const { refused } = await attempt(run(DELETE, { id }));
    return refused ? showWebhook(c, { refused }) : c.redirect(`${base}/webhooks?done=webhookDeleted`, 303);
  }
  if (action === 'test' || action === 'resend') {
    const { refused } = await (action === 'test'
      ? attempt(run(TEST, { id }))
      : attempt(run(RESEND, { id: of })));
    return refused ? showWebhook(c, { refused }) : done(c, 'sending');
  }
  const { refused } = await attempt(run(UPDATE, { id, active: action === 'activate' }));
  return refused ? showWebhook(c, { refused }) : done(c, 'saved');
}

type RefusedChange = { readonly form?: TypedWebhook; readonly refused: PageRefusal };

async function showWebhook(c: Context<PortalEnv>, sent?: RefusedChange): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text, run } = pageContext;
  const words = text.webhooks;
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { id: c.req.param('id') ?? '', first: ROWS, offset: offsetOf(page) };
  const { viewer, webhook: found } = await run(WEBHOOK, variables);
  if (!viewer) return askToSignIn(c);
  if (!found) return showNotFound(c);
  const isOwner = viewer.role === 'OWNER';
  const url = `${base}/webhooks/${found.id}`;
  return show(
    c,
    <>
      <Crumb href={`${base}/webhooks`}>{words.toWebhooks}</Crumb>
      <div class="head">
        <h1 class="title address">{hostOf(found.url)}</h1>
        <WebhookState pageContext={pageContext} row={found} />
      </div>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <RefusedNotice refused={sent?.refused} beside={sent?.form ? WEBHOOK_FIELDS : []} />
      <Trouble pageContext={pageContext} webhook={found} />
      {isOwner && <Actions pageContext={pageContext} webhook={found} />}
      <Section id="deliveries-heading" title={words.deliveries.title(found.deliveryCount)} class="section">
        <Deliveries
          pageContext={pageContext}
          deliveries={found.deliveries}
          action={isOwner ? `${url}/change` : undefined}
        />
        <Pager
          page={page}
          total={found.deliveryCount}
          href={(number: number) => `${url}?page=${number}`}
          text={text.pager}
        />
      </Section>
      {isOwner ? (
        <Owned pageContext={pageContext} webhook={found} sent={sent} />
      ) : (
        <p class="text quiet">{words.ownerAlone}</p>
      )}
    </>,
    { title: hostOf(found.url), menu: 'notices', refused: sent?.refused },
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

type WebhookPartProps = { readonly pageContext: PortalPageContext; readonly webhook: Webhook };

function Trouble({ pageContext: { text, format }, webhook: { disabledAt, failingSince } }: WebhookPartProps) {
  const words = text.webhooks;
  if (disabledAt !== null)
    return (
      <Notice tone="danger">
        <p class="text">
          <Timed format={format} text={words.disabled(disabledAt)} at={disabledAt} />
        </p>
      </Notice>
    );
  if (failingSince === null) return null;
  return (
    <Notice tone="warning">
      <p class="text">
        <Timed format={format} text={words.failing(failingSince)} at={failingSince} />
      </p>
    </Notice>
  );
}

function Actions({ pageContext: { base, text }, webhook: { id, url, active } }: WebhookPartProps) {
  const words = text.webhooks;
  const action = `${base}/webhooks/${id}/change`;
  return (
    <div class="row">
      <form class="row" method="post" action={action}>
        {active && (
          <button class="button" type="submit" name="action" value="test">
            {words.test}
          </button>
        )}
        <button class="button" type="submit" name="action" value={active ? 'pause' : 'activate'}>
          {active ? words.pause : words.activate}
        </button>
      </form>
      <form method="post" action={action} data-confirm={words.confirmRemoval(hostOf(url))}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {words.remove}
        </button>
      </form>
    </div>
  );
}

/** The settings and the secret, which the owner of the org changes. */
function Owned({
  pageContext,
  webhook,
  sent,
}: WebhookPartProps & { readonly sent: RefusedChange | undefined }) {
  const { base, text } = pageContext;
  const words = text.webhooks;
  const url = `${base}/webhooks/${webhook.id}`;
  return (
    <div class="columns section">
      <Section id="settings-heading" title={words.settings} class="card">
        <form class="form" method="post" action={url}>
          <WebhookFields
            pageContext={pageContext}
            form={sent?.form ?? webhook}
            refused={sent?.form && sent.refused}
          />
          <button class="button button-primary" type="submit">
            {words.save}
          </button>
        </form>
      </Section>
      <Section id="secret-heading" title={words.secret.title} class="card">
        <p class="text">{words.secret.text}</p>
        {webhook.previousSecretExpiresAt !== null &&
          new Date(webhook.previousSecretExpiresAt) > pageContext.clock() && (
            <p class="text">
              <Timed
                format={pageContext.format}
                text={words.secret.until(webhook.previousSecretExpiresAt)}
                at={webhook.previousSecretExpiresAt}
              />
            </p>
          )}
        <form class="form" method="post" action={`${url}/secret`} data-confirm={words.secret.confirm}>
          <CheckBox id="overlap" name="overlap" value="yes" label={words.secret.overlap} checked />
          <button class="button" type="submit">
            {words.secret.replace}
          </button>
        </form>
      </Section>
    </div>
  );
}
