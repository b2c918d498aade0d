import type { ResultOf } from '@graphql-typed-document-node/core';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import type { Messages } from '../messages.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import {
  CallLimitFields,
  CostLimitFields,
  LIMIT_FIELDS,
  type LimitForm,
  limitForm,
  limitsIn,
} from '../parts/limit-fields.tsx';
import { limitsInWords } from '../parts/plan-texts.ts';
import type { Actions } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';

export const LIMITED_SUBSCRIPTION = graphql(`
  fragment LimitedSubscription on Subscription @_unmask {
    id
    plan {
      title rateLimit rateLimitUnit maxConcurrentCalls
      graphQLCostLimit graphQLCostLimitUnit limits { name counts meter limit per every timeZone burst operations mode }
    }
    ownLimits {
      until reason plan inEffect rateLimit rateLimitUnit
      graphQLCostLimit graphQLCostLimitUnit limits { name counts meter limit per every timeZone burst operations mode }
    }
  }
`);

type LimitedSubscription = ResultOf<typeof LIMITED_SUBSCRIPTION>;

const SET_LIMITS = graphql(`
  mutation SetSubscriptionLimits($input: SetSubscriptionLimitsInput!) {
    setSubscriptionLimits(input: $input) { id }
  }
`);

/** The fields of both forms. */
export const OWN_LIMITS_FIELDS = [...LIMIT_FIELDS, 'action', 'until', 'reason'] as const;
type OwnLimitsForm = Readonly<Record<(typeof OWN_LIMITS_FIELDS)[number], string>>;

type Target = { readonly org: string; readonly id: string };

/** Makes the actions of the page's forms. A day ends at midnight, UTC. */
export const actionsIn = ({ limitFields }: Messages): Actions<Target, OwnLimitsForm> => ({
  async setLimits(run, target, form) {
    const until = form.until === '' ? undefined : `${form.until}T23:59:59Z`;
    const limits = limitsIn(form, ['input', 'limits'], limitFields);
    await run(SET_LIMITS, { input: { ...target, limits, until, reason: form.reason.trim() } });
    return 'ownLimits';
  },
  async restorePlan(run, target, { reason }) {
    await run(SET_LIMITS, { input: { ...target, limits: null, reason: reason.trim() } });
    return 'planLimits';
  },
});

type OwnLimitsProps = {
  readonly org: string;
  readonly path: string;
  readonly subscription: LimitedSubscription;
  readonly mayChange: boolean;
  /** A form that was refused, as it was sent. */
  readonly sent: { readonly form: OwnLimitsForm; readonly refused: PageRefusal } | undefined;
};

/** The own limits of a subscription, and the forms that change them. */
export function OwnLimits(props: OwnLimitsProps) {
  const words = useTexts().text.consumers.ownLimits;
  const { subscription, mayChange } = props;
  const { ownLimits } = subscription;
  return (
    <Section id="own-limits-heading" title={words.title} class="card">
      {ownLimits ? (
        <Terms subscription={subscription} ownLimits={ownLimits} />
      ) : (
        <p class="text">{words.none}</p>
      )}
      {mayChange && <SetForm {...props} />}
      {mayChange && ownLimits && <RestoreForm {...props} />}
    </Section>
  );
}

type TermsProps = {
  readonly subscription: LimitedSubscription;
  readonly ownLimits: NonNullable<LimitedSubscription['ownLimits']>;
};

function Terms({ subscription: { plan }, ownLimits }: TermsProps) {
  const { text } = useTexts();
  const words = text.consumers.ownLimits;
  const { until, reason, inEffect, plan: name } = ownLimits;
  return (
    <>
      <p class="text">{words.terms(limitsInWords(text, ownLimits), until)}</p>
      <p class="small quiet">{reason}</p>
      {!inEffect && <p class="text">{words.rest(name, plan.title)}</p>}
    </>
  );
}

function SetForm({ org, path, subscription, sent }: OwnLimitsProps) {
  const words = useTexts().text.consumers.ownLimits;
  const { id, plan, ownLimits } = subscription;
  const own = sent?.form.action === 'setLimits' ? sent : undefined;
  const limits: LimitForm = own?.form ?? limitForm(ownLimits ?? plan);
  const reason = own?.form.reason ?? ownLimits?.reason ?? '';
  return (
    <details class="disclosure" open={own !== undefined}>
      <summary class="disclosure-summary">{ownLimits ? words.change : words.give}</summary>
      <form method="post" action={path} class="form">
        <RefusedNotice refused={own?.refused} beside={OWN_LIMITS_FIELDS} />
        <CallLimitFields id="own" form={limits} refused={own?.refused} />
        <CostLimitFields id="own" form={limits} refused={own?.refused} />
        <Field
          name="until"
          label={words.until}
          hint={words.untilHint}
          type="date"
          value={own?.form.until ?? ownLimits?.until?.slice(0, 10) ?? ''}
          refused={own?.refused}
        />
        <ReasonField id="set-reason" value={reason} refused={own?.refused} />
        <p>
          <button class="button button-primary" type="submit" name="action" value="setLimits">
            {words.set}
          </button>
        </p>
        <AsGraphQL
          document={SET_LIMITS}
          variables={{ input: { org, id, limits: { rateLimit: 1000 }, reason: 'Trial' } }}
        />
      </form>
    </details>
  );
}

function RestoreForm({ path, sent }: OwnLimitsProps) {
  const words = useTexts().text.consumers.ownLimits;
  const own = sent?.form.action === 'restorePlan' ? sent : undefined;
  return (
    <details class="disclosure" open={own !== undefined}>
      <summary class="disclosure-summary">{words.takeBack}</summary>
      <form method="post" action={path} class="form">
        <RefusedNotice refused={own?.refused} beside={OWN_LIMITS_FIELDS} />
        <ReasonField id="restore-reason" value={own?.form.reason ?? ''} refused={own?.refused} />
        <p>
          <button class="button button-danger" type="submit" name="action" value="restorePlan">
            {words.restore}
          </button>
        </p>
      </form>
    </details>
  );
}

type ReasonFieldProps = {
  readonly id: string;
  readonly value: string;
  readonly refused: PageRefusal | undefined;
};

function ReasonField({ id, value, refused }: ReasonFieldProps) {
  const words = useTexts().text.consumers.ownLimits;
  return (
    <Field
      name="reason"
      id={id}
      label={words.why}
      hint={words.whyHint}
      value={value}
      refused={refused}
      maxlength={500}
      autocomplete="off"
      required
    />
  );
}
