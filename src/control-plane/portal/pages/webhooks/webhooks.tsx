import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { noticeKindNames } from '../../../../domain/events/notices.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import {
  showSecret,
  type TypedWebhook,
  WEBHOOK_FIELDS,
  WebhookFields,
  webhookIn,
} from './webhook-fields.tsx';

const WEBHOOKS = graphql(`
  query Webhooks {
    viewer { role }
    webhooks(first: 100) { id url active failingSince disabledAt format kinds }
  }
`);

const CREATE = graphql(`
  mutation CreateWebhook($url: URL!, $kinds: [NoticeKind!]!, $format: PortalWebhookFormat!) {
    createWebhook(url: $url, kinds: $kinds, format: $format) { secret webhook { id } }
  }
`);

type Row = ResultOf<typeof WEBHOOKS>['webhooks'][number];

/** Adds the webhooks of the consumer org, and the form that adds another. */
export function webhooks(pages: PortalPages): void {
  pages.get('/webhooks', (c) => showWebhooks(c));

  pages.post('/webhooks', async (c) => {
    const form = await webhookIn(c);
    const { result, refused } = await attempt(
      c.var.pageContext.run(CREATE, { ...form, kinds: [...form.kinds] }),
    );
    if (refused) return showWebhooks(c, { form, refused });
    const { secret, webhook } = result.createWebhook;
    return showSecret(c, { id: webhook.id, secret });
  });
}

type RefusedWebhook = { readonly form: TypedWebhook; readonly refused: PageRefusal };
const EMPTY: TypedWebhook = { url: '', kinds: noticeKindNames, format: 'STANDARD' };

async function showWebhooks(c: Context<PortalEnv>, sent?: RefusedWebhook): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text, run } = pageContext;
  const words = text.webhooks;
  const { viewer, webhooks: rows } = await run(WEBHOOKS);
  if (!viewer) return askToSignIn(c);
  const isOwner = viewer.role === 'OWNER';
  return show(
    c,
    <>
      <Crumb href={`${base}/notices`}>{words.toNotices}</Crumb>
      <h1 class="title">{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      {rows.length === 0 ? (
        <EmptyState icon="bell" title={words.none} text={words.noneText} />
      ) : (
        <ul class="plain-list stack section">
          {rows.map((row) => (
            <li>
              <WebhookCard pageContext={pageContext} row={row} />
            </li>
          ))}
        </ul>
      )}
      {isOwner ? (
        <CreateForm pageContext={pageContext} sent={sent} />
      ) : (
        <p class="text quiet">{words.ownerAlone}</p>
      )}
    </>,
    { title: words.title, menu: 'notices', refused: sent?.refused },
  );
}

function WebhookCard({ pageContext, row }: { pageContext: PortalPageContext; row: Row }) {
  const { base, text } = pageContext;
  return (
    <article class="card">
      <div class="head">
        <h2 class="card-title">
          <a class="link address" href={`${base}/webhooks/${row.id}`}>
            {row.url}
          </a>
        </h2>
        <WebhookState pageContext={pageContext} row={row} />
      </div>
      <p class="small quiet">
        {text.webhooks.formats[row.format]} ·{' '}
        {row.kinds.length === noticeKindNames.length
          ? text.notices.everyKind
          : row.kinds.map((kind) => text.notices.kinds[kind]).join(', ')}
      </p>
    </article>
  );
}

type WebhookStateProps = {
  readonly pageContext: PortalPageContext;
  readonly row: Pick<Row, 'active' | 'failingSince' | 'disabledAt'>;
};

/** The state of a webhook in a word. */
export function WebhookState({ pageContext: { text }, row }: WebhookStateProps) {
  const { states } = text.webhooks;
  if (row.disabledAt !== null) return <Badge tone="bad">{states.disabled}</Badge>;
  if (!row.active) return <Badge>{states.off}</Badge>;
  if (row.failingSince !== null) return <Badge tone="waiting">{states.failing}</Badge>;
  return <Badge tone="good">{states.active}</Badge>;
}

function CreateForm({
  pageContext,
  sent,
}: {
  pageContext: PortalPageContext;
  sent: RefusedWebhook | undefined;
}) {
  const { base, text } = pageContext;
  return (
    <Section id="create-heading" title={text.webhooks.create} class="section card">
      <RefusedNotice refused={sent?.refused} beside={WEBHOOK_FIELDS} />
      <form class="form" method="post" action={`${base}/webhooks`}>
        <WebhookFields pageContext={pageContext} form={sent?.form ?? EMPTY} refused={sent?.refused} />
        <button class="button button-primary" type="submit">
          {text.webhooks.submit}
        </button>
      </form>
    </Section>
  );
}
