import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Action, nextWhere } from '../parts/action.tsx';
import { applicationPath, catalogPath, subscriptionPath } from '../parts/console-paths.ts';
import { limitsOfPlan } from '../parts/plan-texts.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import type { ApplicationSectionProps } from './application-query.ts';
import { GivenAnswers } from './form-answers.tsx';

type Subscription = ApplicationSectionProps['application']['subscriptions'][number];
const called = ({ product, plan }: Pick<NonNullable<Subscription['migrationTarget']>, 'product' | 'plan'>) =>
  `${product.title} ${product.version}, ${plan.title}`;

/** The subscriptions of an application, with the decisions about them. */
export function Subscriptions(part: ApplicationSectionProps) {
  const words = useTexts().text.consumers.subscriptions;
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">{words.heading}</h2>
        {part.mayChange && (
          <a class="button" href={`${applicationPath(part.address)}/plans`}>
            {words.subscribe}
          </a>
        )}
      </div>
      {part.application.subscriptions.length === 0 ? (
        <p class="text">{words.none}</p>
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
  const words = useTexts().text.consumers.subscriptions;
  return (
    <Table
      caption={words.heading}
      rows={subscriptions}
      columns={[
        {
          heading: words.product,
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
          heading: words.plan,
          cell: (subscription) => (
            <PlanCell href={subscriptionPath(address, subscription.product)} subscription={subscription} />
          ),
        },
        {
          heading: words.state,
          cell: ({ state, rejectionReason }) => (
            <>
              <State state={state} />
              {rejectionReason && <span class="small quiet"> {rejectionReason}</span>}
            </>
          ),
        },
        {
          heading: words.target,
          cell: ({ migrationTarget }) => migrationTarget && called(migrationTarget),
        },
        ...nextWhere(mayChange, (subscription: Subscription) => (
          <SubscriptionActions path={applicationPath(address)} subscription={subscription} sent={sent} />
        )),
      ]}
    />
  );
}

type PlanCellProps = { readonly href: string; readonly subscription: Subscription };

function PlanCell({ href, subscription }: PlanCellProps) {
  const { text } = useTexts();
  const words = text.consumers.subscriptions;
  const { plan, ownLimits, planRequest } = subscription;
  return (
    <>
      <a class="link" href={href}>
        {plan.title}
      </a>{' '}
      <span class="small quiet when">
        {ownLimits?.inEffect ? words.ownLimits(ownLimits.until) : limitsOfPlan(text, plan)}
      </span>
      {planRequest && <p class="small">{aboutRequest(words, planRequest)}</p>}
      <AnswersToRead subscription={subscription} />
    </>
  );
}

/** Says which other plan is asked for, or that it was rejected and why. */
function aboutRequest(
  words: ReturnType<typeof useTexts>['text']['consumers']['subscriptions'],
  { plan, rejectedAt, rejectionReason }: NonNullable<Subscription['planRequest']>,
): string {
  return rejectedAt === null
    ? words.planRequested(plan.title)
    : words.planRejected(plan.title, rejectedAt, rejectionReason);
}

/** The answers of a consumer, where the provider has to decide by them. */
function AnswersToRead({
  subscription: { state, planRequest, formAnswers },
}: {
  readonly subscription: Pick<Subscription, 'state' | 'planRequest' | 'formAnswers'>;
}) {
  if (planRequest?.rejectedAt === null) return <GivenAnswers given={planRequest.formAnswers} />;
  return state === 'PENDING_APPROVAL' ? <GivenAnswers given={formAnswers} /> : null;
}

type ActionsProps = {
  readonly path: string;
  readonly subscription: Subscription;
  readonly sent: ApplicationSectionProps['sent'];
};

function SubscriptionActions({ path, subscription, sent }: ActionsProps) {
  const words = useTexts().text.consumers.subscriptions;
  const { id, state, migrationTarget, planRequest } = subscription;
  const waits = state === 'PENDING_APPROVAL' || planRequest?.rejectedAt === null;
  const name = called(subscription);
  const hidden = <span class="visually-hidden"> {name}</span>;
  return (
    <>
      {waits && (
        <>
          <Action path={path} of={id} action="approve">
            {words.approve}
            {hidden}
          </Action>
          <Rejection path={path} subscription={subscription} sent={sent} />
        </>
      )}
      {migrationTarget && (
        <Action
          path={path}
          of={id}
          action="migrate"
          confirm={words.confirmMove(name, called(migrationTarget))}
        >
          {words.move}
          <span class="visually-hidden"> {words.to(called(migrationTarget))}</span>
        </Action>
      )}
      {state === 'ACTIVE' && (
        <a class="link" href={`${path}/plans?move=${id}`}>
          {words.anotherPlan}
          <span class="visually-hidden"> {words.than(name)}</span>
        </a>
      )}
      <Action path={path} of={id} action="end" confirm={words.confirmEnd(name)} isDanger>
        {words.end}
        {hidden}
      </Action>
    </>
  );
}

/** Form that rejects a subscription. The reason is optional; the portal shows it to the consumer. */
function Rejection({ path, subscription, sent }: ActionsProps) {
  const words = useTexts().text.consumers.subscriptions;
  const { id } = subscription;
  const own = sent?.form.action === 'reject' && sent.form.of === id ? sent : undefined;
  return (
    <details open={own !== undefined}>
      <summary class="details-summary">
        {words.reject}
        <span class="visually-hidden"> {called(subscription)}</span>
      </summary>
      <form method="post" action={path} class="form">
        <input type="hidden" name="of" value={id} />
        <Field
          id={`reason-${id}`}
          name="reason"
          label={words.why}
          hint={words.whyHint}
          value={own?.form.reason}
          refused={own?.refused}
          maxlength={500}
          autocomplete="off"
        />
        <div>
          <button class="button button-small button-danger" type="submit" name="action" value="reject">
            {words.reject}
          </button>
        </div>
      </form>
    </details>
  );
}
