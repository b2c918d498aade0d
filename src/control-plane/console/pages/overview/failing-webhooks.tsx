import { Action, nextWhere } from '../parts/action.tsx';
import { webhookPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import type { Overview } from './overview-query.ts';
import { Hidden, Waiting } from './waiting.tsx';

type WebhooksProps = {
  readonly org: string;
  readonly webhooks: Overview['failingWebhooks'];
  /** True when the page has buttons. */
  readonly mayChange: boolean;
};
type FailingWebhook = WebhooksProps['webhooks'][number];

/** The webhooks that do not take their events: one row each, however many wait. Its buttons are in sight. */
export function FailingWebhooks({ org, webhooks, mayChange }: WebhooksProps) {
  const { text } = useTexts();
  const { waiting } = text.overview;
  const { webhooks: words } = waiting;
  const pathOf = ({ name, catalog }: FailingWebhook) =>
    webhookPath({ org, catalog: catalog.name, webhook: name });
  return (
    <Waiting
      icon="webhook"
      title={words.title}
      rows={webhooks}
      columns={[
        {
          heading: words.webhook,
          cell: (webhook) => (
            <>
              <a class="link" href={pathOf(webhook)}>
                {webhook.name}
              </a>{' '}
              <span class="small quiet">{webhook.catalog.title}</span>
            </>
          ),
        },
        {
          heading: words.answer,
          cell: ({ waitingCount, deliveries: [last] }) => (
            <>
              {last?.lastError}{' '}
              <span class="small quiet">
                {words.wait(waitingCount)}
                {last && `, ${text.label(last.event.type)} ${last.event.subject}`}
              </span>
            </>
          ),
        },
        ...nextWhere(mayChange, (webhook: FailingWebhook) => {
          const [last] = webhook.deliveries;
          return (
            <>
              {last && (
                <Action path={pathOf(webhook)} of={last.id} action="resend">
                  {words.sendAgain}
                  <Hidden of={webhook.name} />
                </Action>
              )}
              <Action path={pathOf(webhook)} action={webhook.active ? 'pause' : 'activate'}>
                {webhook.active ? words.pause : words.activate}
                <Hidden of={webhook.name} />
              </Action>
            </>
          );
        }),
      ]}
    />
  );
}
