import type { ResultOf } from '@graphql-typed-document-node/core';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { enumLabel, format } from '../parts/format.ts';
import { State } from '../parts/state.tsx';

export const DELIVERY = graphql(`
  fragment Delivery on WebhookDelivery @_unmask {
    id state attempts nextAttemptAt lastStatus lastError deliveredAt
    event { at type subject }
  }
`);

type Delivery = ResultOf<typeof DELIVERY>;

type DeliveriesProps = {
  readonly deliveries: readonly Delivery[];
  /** Address of the buttons; undefined for readers. */
  readonly action: string | undefined;
  readonly now: Date;
};

/** Deliveries of a webhook, the newest first, with their answers. */
export function Deliveries({ deliveries, action, now }: DeliveriesProps) {
  if (deliveries.length === 0) return <p class="text">Nothing has happened yet that it is told of.</p>;
  return (
    <Table
      caption="Deliveries"
      rows={deliveries}
      columns={[
        {
          heading: 'Event',
          cell: ({ event }) => (
            <span class="address">
              {enumLabel(event.type)} <code class="code">{event.subject}</code>
            </span>
          ),
        },
        {
          heading: 'Happened',
          cell: ({ event }) => <span class="when">{format.dateTime(event.at)}</span>,
        },
        { heading: 'State', cell: ({ state }) => <State state={state} /> },
        { heading: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
        { heading: 'Last answer', cell: (delivery) => answerIn(delivery) },
        { heading: 'Sent again', cell: ({ nextAttemptAt }) => againAt(nextAttemptAt, now) },
        ...(action === undefined
          ? []
          : [
              {
                heading: 'Next',
                cell: (delivery: Delivery) => <Resend action={action} delivery={delivery} />,
              },
            ]),
      ]}
    />
  );
}

/** Result of a delivery: the reason of a failure, else the status and the time. */
function answerIn({ lastError, lastStatus, deliveredAt }: Delivery): string {
  if (deliveredAt !== null) return `${lastStatus ?? 'Accepted'}, ${format.dateTime(deliveredAt)}`;
  return lastError ?? 'None yet';
}

function againAt(nextAttemptAt: string | null, now: Date): string {
  if (nextAttemptAt === null) return 'No';
  return new Date(nextAttemptAt) <= now ? 'At once' : format.relative(nextAttemptAt, now);
}

function Resend({ action, delivery: { id, event } }: { action: string; delivery: Delivery }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="of" value={id} />
      <button class="button button-small" type="submit" name="action" value="resend">
        Send again<span class="visually-hidden"> {event.subject}</span>
      </button>
    </form>
  );
}
