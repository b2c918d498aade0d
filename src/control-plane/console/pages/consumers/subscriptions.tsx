import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Action, nextWhere } from '../parts/action.tsx';
import { applicationPath, catalogPath, subscriptionPath } from '../parts/console-paths.ts';
import { format, limitOf } from '../parts/format.ts';
import { State } from '../parts/state.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

type Subscription = ApplicationSectionProps['application']['subscriptions'][number];
const called = ({ product, plan }: Pick<NonNullable<Subscription['migrationTarget']>, 'product' | 'plan'>) =>
  `${product.title} ${product.version}, ${plan.title}`;

const endOf = ({ until }: NonNullable<Subscription['ownLimits']>) =>
  until === null ? 'Own limits' : `Own limits until ${format.dateTime(until)}`;

/** The subscriptions of an application, with the decisions about them. */
export function Subscriptions(part: ApplicationSectionProps) {
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">Subscriptions</h2>
        {part.mayChange && (
          <a class="button" href={`${applicationPath(part.address)}/plans`}>
            Subscribe to a plan
          </a>
        )}
      </div>
      {part.application.subscriptions.length === 0 ? (
        <p class="text">There is none: the application reaches no API.</p>
      ) : (
        <SubscriptionTable {...part} />
      )}
    </section>
  );
}

function SubscriptionTable({
  address,
  application: { subscriptions },
  mayChange,
  sent,
}: ApplicationSectionProps) {
  return (
    <Table
      caption="Subscriptions"
      rows={subscriptions}
      columns={[
        {
          heading: 'Product',
          cell: ({ product }) => (
            <>
              <a class="link" href={`${catalogPath(address)}?search=${product.name}`}>
                {product.title} {product.version}
              </a>{' '}
              <State state={product.state} />
            </>
          ),
        },
        {
          heading: 'Plan',
          cell: ({ product, plan, ownLimits }) => (
            <>
              <a class="link" href={subscriptionPath(address, product)}>
                {plan.title}
              </a>{' '}
              <span class="small quiet when">{ownLimits?.inEffect ? endOf(ownLimits) : limitOf(plan)}</span>
            </>
          ),
        },
        {
          heading: 'State',
          cell: ({ state, rejectionReason }) => (
            <>
              <State state={state} />
              {rejectionReason && <span class="small quiet"> {rejectionReason}</span>}
            </>
          ),
        },
        {
          heading: 'Can move to',
          cell: ({ migrationTarget }) => migrationTarget && called(migrationTarget),
        },
        ...nextWhere(mayChange, (subscription: Subscription) => (
          <SubscriptionActions path={applicationPath(address)} subscription={subscription} sent={sent} />
        )),
      ]}
    />
  );
}

type ActionsProps = {
  readonly path: string;
  readonly subscription: Subscription;
  readonly sent: ApplicationSectionProps['sent'];
};

function SubscriptionActions({ path, subscription, sent }: ActionsProps) {
  const { id, state, migrationTarget } = subscription;
  const name = called(subscription);
  const hidden = <span class="visually-hidden"> {name}</span>;
  return (
    <>
      {state === 'PENDING_APPROVAL' && (
        <>
          <Action path={path} of={id} action="approve">
            Approve{hidden}
          </Action>
          <Rejection path={path} subscription={subscription} sent={sent} />
        </>
      )}
      {migrationTarget && (
        <Action
          path={path}
          of={id}
          action="migrate"
          confirm={`Move the subscription to ${name} to ${called(migrationTarget)}?`}
        >
          Move<span class="visually-hidden"> to {called(migrationTarget)}</span>
        </Action>
      )}
      {state === 'ACTIVE' && (
        <a class="link" href={`${path}/plans?move=${id}`}>
          Another plan<span class="visually-hidden"> than {name}</span>
        </a>
      )}
      <Action path={path} of={id} action="end" confirm={`End the subscription to ${name}?`} isDanger>
        End{hidden}
      </Action>
    </>
  );
}

/** Form that rejects a subscription. The reason is optional; the portal shows it to the consumer. */
function Rejection({ path, subscription, sent }: ActionsProps) {
  const { id } = subscription;
  const own = sent?.form.action === 'reject' && sent.form.of === id ? sent : undefined;
  return (
    <details open={own !== undefined}>
      <summary class="details-summary">
        Reject<span class="visually-hidden"> {called(subscription)}</span>
      </summary>
      <form method="post" action={path} class="form">
        <input type="hidden" name="of" value={id} />
        <Field
          id={`reason-${id}`}
          name="reason"
          label="Why"
          hint="Its consumer reads it; may be left empty."
          value={own?.form.reason}
          refused={own?.refused}
          maxlength={500}
          autocomplete="off"
        />
        <div>
          <button class="button button-small button-danger" type="submit" name="action" value="reject">
            Reject
          </button>
        </div>
      </form>
    </details>
  );
}
