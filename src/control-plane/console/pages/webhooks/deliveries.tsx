import type { ResultOf } from '@graphql-typed-document-node/core';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { State } from '../parts/state.tsx';
import { type PageTexts, useTexts } from '../parts/texts.ts';

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
  const texts = useTexts();
  const { text, format } = texts;
  const { deliveries: words } = text.webhooks;
  if (deliveries.length === 0) return <p class="text">{words.none}</p>;
  return (
    <Table
      caption={words.title}
      rows={deliveries}
      columns={[
        {
          heading: words.event,
          cell: ({ event }) => (
            <span class="address">
              {text.label(event.type)} <code class="code">{event.subject}</code>
            </span>
          ),
        },
        {
          heading: words.happened,
          cell: ({ event }) => <span class="when">{format.dateTime(event.at)}</span>,
        },
        { heading: words.state, cell: ({ state }) => <State state={state} /> },
        { heading: words.attempts, cell: ({ attempts }) => attempts, isNumber: true },
        { heading: words.lastAnswer, cell: (delivery) => answerIn(texts, delivery) },
        { heading: words.sentAgain, cell: ({ nextAttemptAt }) => againAt(texts, nextAttemptAt, now) },
        ...(action === undefined
          ? []
          : [
              {
                heading: text.next,
                cell: (delivery: Delivery) => <Resend action={action} delivery={delivery} />,
              },
            ]),
      ]}
    />
  );
}

/** Result of a delivery: the reason of a failure, else the status and the time. */
function answerIn({ text, format }: PageTexts, { lastError, lastStatus, deliveredAt }: Delivery): string {
  const { accepted, noAnswer } = text.webhooks.deliveries;
  if (deliveredAt !== null) return `${lastStatus ?? accepted}, ${format.dateTime(deliveredAt)}`;
  return lastError ?? noAnswer;
}

function againAt({ text, format }: PageTexts, nextAttemptAt: string | null, now: Date): string {
  const { never, atOnce } = text.webhooks.deliveries;
  if (nextAttemptAt === null) return never;
  return new Date(nextAttemptAt) <= now ? atOnce : format.relative(nextAttemptAt, now);
}

function Resend({ action, delivery: { id, event } }: { action: string; delivery: Delivery }) {
  const { text } = useTexts();
  return (
    <form method="post" action={action}>
      <input type="hidden" name="of" value={id} />
      <button class="button button-small" type="submit" name="action" value="resend">
        {text.webhooks.deliveries.resend}
        <span class="visually-hidden"> {event.subject}</span>
      </button>
    </form>
  );
}
