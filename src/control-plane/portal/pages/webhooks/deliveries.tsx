import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

export const DELIVERY = graphql(`
  fragment PortalDelivery on PortalWebhookDelivery @_unmask {
    id kind about createdAt state attempts nextAttemptAt lastStatus lastError deliveredAt
  }
`);

type Delivery = ResultOf<typeof DELIVERY>;

type DeliveriesProps = {
  readonly pageContext: PortalPageContext;
  readonly deliveries: readonly Delivery[];
  /** Address of the buttons; undefined for who may not. */
  readonly action: string | undefined;
};

const TONES = { PENDING: 'waiting', DELIVERED: 'good', GIVEN_UP: 'bad' } as const;

/** Deliveries of a webhook, the newest first, with their answers. */
export function Deliveries({ pageContext, deliveries, action }: DeliveriesProps) {
  const { text, format } = pageContext;
  const words = text.webhooks.deliveries;
  if (deliveries.length === 0) return <p class="text">{words.none}</p>;
  return (
    <Table
      caption={words.caption}
      rows={deliveries}
      columns={[
        {
          heading: words.notice,
          cell: ({ kind, about }) => (
            <span class="address">
              {kind === null ? words.test : text.notices.kinds[kind]}{' '}
              {about !== null && <code class="code">{about}</code>}
            </span>
          ),
        },
        {
          heading: words.at,
          cell: ({ createdAt }) => <LocalTime at={createdAt} text={format.dateTime(createdAt)} />,
        },
        {
          heading: words.state,
          cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
        },
        { heading: words.attempts, cell: ({ attempts }) => format.number(attempts), isNumber: true },
        {
          heading: words.answer,
          cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? words.noAnswer,
        },
        { heading: words.next, cell: ({ nextAttemptAt }) => nextAt(pageContext, nextAttemptAt) },
        ...(action === undefined
          ? []
          : [
              {
                heading: words.change,
                cell: (delivery: Delivery) => (
                  <Resend pageContext={pageContext} action={action} delivery={delivery} />
                ),
              },
            ]),
      ]}
    />
  );
}

function nextAt({ text, format, clock }: PortalPageContext, nextAttemptAt: string | null): Child {
  const { never, soon } = text.webhooks.deliveries;
  if (nextAttemptAt === null) return never;
  return new Date(nextAttemptAt) <= clock() ? (
    soon
  ) : (
    <LocalTime at={nextAttemptAt} text={format.dateTime(nextAttemptAt)} />
  );
}

type ResendProps = {
  readonly pageContext: PortalPageContext;
  readonly action: string;
  readonly delivery: Delivery;
};

function Resend({ pageContext: { text }, action, delivery: { id, about } }: ResendProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="of" value={id} />
      <button class="button button-small" type="submit" name="action" value="resend">
        {text.webhooks.deliveries.resend}
        <span class="visually-hidden"> {about}</span>
      </button>
    </form>
  );
}
