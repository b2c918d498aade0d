import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { linesOf, readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { planTrialPath } from '../parts/console-paths.ts';
import { limitOf } from '../parts/format.ts';
import {
  CallLimitFields,
  CostLimitFields,
  LIMIT_FIELDS,
  limitForm,
  limitsIn,
  numberIn,
} from '../parts/limit-fields.tsx';
import { CREATE_PLAN, type Plan, UPDATE_PLAN } from './product-query.ts';

type PlanInput = VariablesOf<typeof UPDATE_PLAN>['input']['plan'];

const NUMBERS = ['maxConcurrentCalls', 'maxGraphQLCost', 'maxGraphQLDepth'] as const;
const FIELDS = [
  ...LIMIT_FIELDS,
  ...NUMBERS,
  'title',
  'hiddenGraphQL',
  'registeredOperationsOnly',
  'approvalRequired',
] as const;

/** Reads the terms of a plan; an empty limit is none. */
export async function planIn(c: Context<ConsoleEnv>): Promise<PlanInput> {
  const form = await readForm(c, ...FIELDS);
  return {
    title: form.title,
    ...limitsIn(form, ['input', 'plan']),
    maxConcurrentCalls: numberIn(form.maxConcurrentCalls),
    maxGraphQLCost: numberIn(form.maxGraphQLCost),
    maxGraphQLDepth: numberIn(form.maxGraphQLDepth),
    hiddenGraphQL: linesOf(form.hiddenGraphQL),
    registeredOperationsOnly: form.registeredOperationsOnly !== '',
    approvalRequired: form.approvalRequired !== '',
  };
}

type PlanCardProps = {
  readonly path: string;
  /** The product, as inputs name it. */
  readonly address: { readonly org: string; readonly product: string };
  /** Undefined for a new plan. */
  readonly plan: Plan | undefined;
  readonly hasGraphQL: boolean;
  readonly mayChange: boolean;
  /** The refusal of this card's form. */
  readonly refused: PageRefusal | undefined;
};

/** A plan: its terms, what it hides, and the form that changes them. */
export function PlanCard({ path, address, plan, hasGraphQL, mayChange, refused }: PlanCardProps) {
  const id = plan?.name ?? 'new';
  return (
    <article class="card plan-card" aria-label={plan ? `Plan ${plan.title}` : 'A new plan'} id={`plan-${id}`}>
      {plan ? <Terms plan={plan} /> : <h3 class="subheading">Another plan</h3>}
      {plan && (
        <p>
          <a class="link" href={planTrialPath(address, plan.name)}>
            Try on the last 7 days<span class="visually-hidden">: {plan.title}</span>
          </a>
        </p>
      )}
      {mayChange && (
        <details class="disclosure" open={refused !== undefined}>
          <summary class="disclosure-summary">{plan ? 'Change it' : 'Add a plan'}</summary>
          <form method="post" action={path} class="form">
            <input type="hidden" name="plan" value={plan?.name ?? ''} />
            <RefusedNotice refused={refused} beside={FIELDS} />
            <PlanFields id={id} plan={plan} hasGraphQL={hasGraphQL} refused={refused} />
            <p class="row">
              <button class="button button-primary" type="submit" name="action" value="savePlan">
                {plan ? 'Save the plan' : 'Add the plan'}
              </button>
              {plan && (
                <button class="button button-danger" type="submit" name="action" value="deletePlan">
                  Delete
                </button>
              )}
            </p>
            {plan ? (
              <AsGraphQL
                document={UPDATE_PLAN}
                variables={{ input: { ...address, name: plan.name, plan } }}
              />
            ) : (
              <AsGraphQL
                document={CREATE_PLAN}
                variables={{ input: { ...address, plan: { title: 'Gold' } } }}
              />
            )}
          </form>
        </details>
      )}
    </article>
  );
}

function Terms({ plan }: { plan: Plan }) {
  const { title, name, approvalRequired, hiddenGraphQL, maxGraphQLCost, maxGraphQLDepth } = plan;
  return (
    <>
      <h3 class="subheading">
        {title} <code class="code">{name}</code>
      </h3>
      <p class="text">{limitOf(plan)}</p>
      <ul class="plain-list small">
        {approvalRequired && <li>A subscription waits for your approval.</li>}
        {maxGraphQLCost !== null && <li>A GraphQL document costs at most {maxGraphQLCost}.</li>}
        {maxGraphQLDepth !== null && <li>A GraphQL document is nested at most {maxGraphQLDepth} deep.</li>}
        {plan.registeredOperationsOnly && <li>Registered operations alone.</li>}
        {hiddenGraphQL.length > 0 && (
          <li>
            Hides{' '}
            {hiddenGraphQL.map((coordinate) => (
              <>
                <code class="code">{coordinate}</code>{' '}
              </>
            ))}
          </li>
        )}
      </ul>
    </>
  );
}

type PlanFieldsProps = Pick<PlanCardProps, 'plan' | 'hasGraphQL' | 'refused'> & { readonly id: string };

function PlanFields({ id, plan, hasGraphQL, refused }: PlanFieldsProps) {
  const number = (name: (typeof NUMBERS)[number], label: string, hint: string) => (
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
        label="Title"
        value={plan?.title}
        refused={refused}
        maxlength={200}
        required
      />
      <CallLimitFields id={id} form={limitForm(plan)} refused={refused} />
      {number('maxConcurrentCalls', 'Calls at the same time', '1 to 10000; 100 where empty.')}
      <CheckBox
        id={`${id}-approvalRequired`}
        name="approvalRequired"
        value="yes"
        label="A subscription waits for approval"
        checked={plan?.approvalRequired ?? false}
      />
      {hasGraphQL && <GraphQLFields id={id} plan={plan} refused={refused} number={number} />}
    </>
  );
}

type GraphQLFieldsProps = Omit<PlanFieldsProps, 'hasGraphQL'> & {
  readonly number: (name: (typeof NUMBERS)[number], label: string, hint: string) => Child;
};

function GraphQLFields({ id, plan, refused, number }: GraphQLFieldsProps) {
  return (
    <>
      {number('maxGraphQLCost', 'Cost of one GraphQL document', 'At most; empty is no limit.')}
      {number('maxGraphQLDepth', 'Depth of one GraphQL document', 'At most; empty is no limit.')}
      <CostLimitFields id={id} form={limitForm(plan)} refused={refused} />
      <LinesField
        name="hiddenGraphQL"
        id={`${id}-hiddenGraphQL`}
        label="Hidden parts of the schema"
        hint="One a line: User, User.email, Query.users(filter:), Role.ADMIN."
        value={(plan?.hiddenGraphQL ?? []).join('\n')}
        refused={refused}
      />
      <CheckBox
        id={`${id}-registeredOperationsOnly`}
        name="registeredOperationsOnly"
        value="yes"
        label="Registered operations alone"
        checked={plan?.registeredOperationsOnly ?? false}
      />
    </>
  );
}
