import { Action, nextWhere } from '../parts/action.tsx';
import { webhookPath } from '../parts/console-paths.ts';
import { enumLabel, format } from '../parts/format.ts';
import type { Overview } from './overview-query.ts';
import { Hidden, Waiting } from './waiting.tsx';

type WebhooksProps = {
  readonly org: string;
  readonly webhooks: Overview['failingWebhooks'];
  /** True when the page has buttons. */
  readonly mayChange: boolean;
};
type FailingWebhook = WebhooksProps['webhooks'][number];

/** The webhooks that do not take their events: one row each, however many wait. */
export function FailingWebhooks({ org, webhooks, mayChange }: WebhooksProps) {
  const pathOf = ({ name, catalog }: FailingWebhook) =>
    webhookPath({ org, catalog: catalog.name, webhook: name });
  return (
    <Waiting
      icon="webhook"
      title="Webhooks that fail"
      rows={webhooks}
      columns={[
        {
          heading: 'Webhook',
          cell: (webhook) => (
            <a class="link" href={pathOf(webhook)}>
              {webhook.catalog.name}/{webhook.name}
            </a>
          ),
        },
        {
          heading: 'Waiting',
          cell: ({ waitingCount }) =>
            `${format.number(waitingCount)} ${waitingCount === 1 ? 'waits' : 'wait'}`,
        },
        {
          heading: 'Newest event',
          cell: ({ deliveries: [last] }) => last && `${enumLabel(last.event.type)} ${last.event.subject}`,
        },
        { heading: 'Last answer', cell: ({ deliveries: [last] }) => last?.lastError },
        ...nextWhere(mayChange, (webhook: FailingWebhook) => {
          const [last] = webhook.deliveries;
          return (
            <>
              {last && (
                <Action path={pathOf(webhook)} of={last.id} action="resend">
                  Send again
                  <Hidden of={webhook.name} />
                </Action>
              )}
              <Action path={pathOf(webhook)} action={webhook.active ? 'pause' : 'activate'}>
                {webhook.active ? 'Pause' : 'Activate'}
                <Hidden of={webhook.name} />
              </Action>
            </>
          );
        }),
      ]}
    />
  );
}
