import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { planLimitLine, readPlanLimit } from '../../../../domain/plan/plan-limit.ts';
import { refusal } from '../../../../foundation/errors.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { asGraphQLError } from '../../../../graphql/server/refusals.ts';
import { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { linesOf, readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { limitOf } from '../parts/format.ts';
import { CREATE_PLAN, type Plan, UPDATE_PLAN } from './product-query.ts';

type PlanInput = VariablesOf<typeof UPDATE_PLAN>['input']['plan'];

const LIMITS = [
  'rateLimit',
  'maxConcurrentCalls',
  'maxGraphQLCost',
  'maxGraphQLDepth',
  'graphQLCostLimit',
] as const;
const FIELDS = [
  ...LIMITS,
  'title',
  'rateLimitUnit',
  'graphQLCostLimitUnit',
  'limits',
  'hiddenGraphQL',
  'registeredOperationsOnly',
  'approvalRequired',
] as const;

/** Reads the terms of a plan; an empty limit is none. */
export async function planIn(c: Context<ConsoleEnv>): Promise<PlanInput> {
  const form = await readForm(c, ...FIELDS);
  const limit = (text: string) => (text.trim() === '' ? undefined : Number(text));
  return {
    title: form.title,
    rateLimit: limit(form.rateLimit),
    rateLimitUnit: unitOf(form.rateLimitUnit),
    limits: sentencesOf(form.limits).map(planLimitOn),
    maxConcurrentCalls: limit(form.maxConcurrentCalls),
    maxGraphQLCost: limit(form.maxGraphQLCost),
    maxGraphQLDepth: limit(form.maxGraphQLDepth),
    graphQLCostLimit: limit(form.graphQLCostLimit),
    graphQLCostLimitUnit: unitOf(form.graphQLCostLimitUnit),
    hiddenGraphQL: linesOf(form.hiddenGraphQL),
    registeredOperationsOnly: form.registeredOperationsOnly !== '',
    approvalRequired: form.approvalRequired !== '',
  };
}

/** @throws PageRefusal for a line that is no limit */
function planLimitOn(line: string) {
  const read = readPlanLimit(line);
  if (read) return { ...read, operations: read.operations && [...read.operations] };
  const refused = refusal('BAD_USER_INPUT', {
    detail: `${JSON.stringify(short(line))} is no limit: write it as "10 calls per second", "500 calls per 10 minutes" or "2 calls per hour of GET /reports".`,
    path: ['input', 'plan', 'limits'],
  });
  throw new PageRefusal(asGraphQLError(refused, {}));
}

const unitOf = (text: string) => (text === 'MINUTE' ? 'MINUTE' : 'HOUR');

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

const units = [
  { value: 'HOUR', label: 'an hour' },
  { value: 'MINUTE', label: 'a minute' },
];

function PlanFields({ id, plan, hasGraphQL, refused }: PlanFieldsProps) {
  const number = (name: (typeof LIMITS)[number], label: string, hint: string) => (
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
      <div class="columns">
        {number('rateLimit', 'Calls', 'Empty is no limit.')}
        <SelectField
          name="rateLimitUnit"
          id={`${id}-rateLimitUnit`}
          label="In"
          hint="A fixed window."
          value={plan?.rateLimitUnit ?? 'HOUR'}
          options={units}
        />
      </div>
      <LinesField
        name="limits"
        id={`${id}-limits`}
        label="Further limits"
        hint="One a line: 10 calls per second, 500 of cost per 10 minutes, 2 calls per hour of GET /reports. A call has to fit all."
        value={(plan?.limits ?? []).map(planLimitLine).join('\n')}
        refused={refused}
      />
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
  readonly number: (name: (typeof LIMITS)[number], label: string, hint: string) => Child;
};

function GraphQLFields({ id, plan, refused, number }: GraphQLFieldsProps) {
  return (
    <>
      {number('maxGraphQLCost', 'Cost of one GraphQL document', 'At most; empty is no limit.')}
      {number('maxGraphQLDepth', 'Depth of one GraphQL document', 'At most; empty is no limit.')}
      {number('graphQLCostLimit', 'Cost of all documents together', 'Empty is no limit.')}
      <SelectField
        name="graphQLCostLimitUnit"
        id={`${id}-graphQLCostLimitUnit`}
        label="In"
        value={plan?.graphQLCostLimitUnit ?? 'HOUR'}
        options={units}
      />
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
