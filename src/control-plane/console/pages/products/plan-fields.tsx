import { type Child, useContext } from 'hono/jsx';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { CostLimitFields, FurtherLimitsField, limitForm, RateLimitFields } from '../parts/limit-fields.tsx';
import { PRICE_FIELDS, PriceFields } from '../parts/price-fields.tsx';
import { useTexts } from '../parts/texts.ts';
import { PLAN_WORDS, PlanWordsFields } from './plan-words.tsx';
import type { Plan } from './product-query.ts';

/** Names of the fields with a number that is no rate. */
export const PLAN_NUMBERS = ['maxConcurrentCalls', 'maxGraphQLCost', 'maxGraphQLDepth'] as const;

type PlanFieldsProps = {
  /** Begins the ids of the fields: a page has those of several plans. */
  readonly id: string;
  /** Undefined for a new plan. */
  readonly plan: Plan | undefined;
  readonly hasGraphQL: boolean;
  readonly refused: PageRefusal | undefined;
};

/** The fields of a plan: its title and its limit, then what few plans need. */
export function PlanFields({ id, plan, hasGraphQL, refused }: PlanFieldsProps) {
  const { planFields } = useTexts().text.products;
  const limits = limitForm(plan);
  const number = (name: (typeof PLAN_NUMBERS)[number], label: string, hint: string) => (
    <Field
      name={name}
      id={`${id}-${name}`}
      label={label}
      hint={hint}
      type="number"
      value={plan?.[name] == null ? '' : `${plan[name]}`}
      refused={refused}
    />
  );
  return (
    <>
      <Field
        name="title"
        id={`${id}-title`}
        label={planFields.title}
        value={plan?.title}
        refused={refused}
        maxlength={200}
        required
      />
      <RateLimitFields id={id} form={limits} refused={refused} />
      <CheckBox
        id={`${id}-approvalRequired`}
        name="approvalRequired"
        value="yes"
        label={planFields.approval}
        checked={plan?.approvalRequired ?? false}
      />
      <Group title={planFields.more} names={MORE_LIMITS} refused={refused} isUsed={usesMore(plan)}>
        <FurtherLimitsField id={id} form={limits} refused={refused} />
        {number('maxConcurrentCalls', planFields.atOnce, planFields.atOnceHint)}
        {hasGraphQL && <GraphQLFields id={id} plan={plan} refused={refused} number={number} />}
      </Group>
      <Group title={planFields.price} names={PRICE_FIELDS} refused={refused} isUsed={plan?.price != null}>
        <PriceFields id={id} price={plan?.price} refused={refused} />
      </Group>
      <Group title={planFields.words} names={PLAN_WORDS} refused={refused} isUsed={hasWords(plan)}>
        <PlanWordsFields id={id} plan={plan} refused={refused} />
      </Group>
    </>
  );
}

/** The field that is never empty: a plan has this limit in any case. */
const HAS_DEFAULT = 'maxConcurrentCalls';

const MORE_LIMITS = [
  HAS_DEFAULT,
  'limits',
  'maxGraphQLCost',
  'maxGraphQLDepth',
  'graphQLCostLimit',
  'hiddenGraphQL',
  'registeredOperationsOnly',
] as const;

const usesMore = (plan: Plan | undefined): boolean =>
  plan !== undefined &&
  (plan.limits.length > 0 ||
    plan.hiddenGraphQL.length > 0 ||
    plan.registeredOperationsOnly ||
    (plan.maxGraphQLCost ?? plan.maxGraphQLDepth ?? plan.graphQLCostLimit) !== null);

const hasWords = (plan: Plan | undefined): boolean =>
  plan !== undefined &&
  ((plan.summary ?? plan.description) !== null || plan.tags.length > 0 || plan.links.length > 0);

type GroupProps = {
  readonly title: string;
  /** Names of the fields that tell whether something was typed here. */
  readonly names: readonly string[];
  readonly refused: PageRefusal | undefined;
  /** Tells whether the plan has something here. */
  readonly isUsed: boolean;
  readonly children?: Child;
};

/** Fields of a plan that few plans need. They are closed until there is something in them. */
function Group({ title, names, refused, isUsed, children }: GroupProps) {
  const typed = useContext(TypedFormContext);
  const isTyped = names.some((name) => name !== HAS_DEFAULT && (typed?.get(name)?.[0] ?? '') !== '');
  const isAtFault = names.includes(refused?.field ?? '');
  return (
    <details class="disclosure" open={isUsed || isTyped || isAtFault}>
      <summary class="disclosure-summary">{title}</summary>
      <div class="form">{children}</div>
    </details>
  );
}

type GraphQLFieldsProps = Omit<PlanFieldsProps, 'hasGraphQL'> & {
  readonly number: (name: (typeof PLAN_NUMBERS)[number], label: string, hint: string) => Child;
};

function GraphQLFields({ id, plan, refused, number }: GraphQLFieldsProps) {
  const { planFields } = useTexts().text.products;
  return (
    <>
      {number('maxGraphQLCost', planFields.cost, planFields.atMost)}
      {number('maxGraphQLDepth', planFields.depth, planFields.atMost)}
      <CostLimitFields id={id} form={limitForm(plan)} refused={refused} />
      <LinesField
        name="hiddenGraphQL"
        id={`${id}-hiddenGraphQL`}
        label={planFields.hidden}
        hint={planFields.hiddenHint}
        value={(plan?.hiddenGraphQL ?? []).join('\n')}
        refused={refused}
      />
      <CheckBox
        id={`${id}-registeredOperationsOnly`}
        name="registeredOperationsOnly"
        value="yes"
        label={planFields.registeredOnly}
        checked={plan?.registeredOperationsOnly ?? false}
      />
    </>
  );
}
