import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { linesOf, readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { planTrialPath } from '../parts/console-paths.ts';
import { LIMIT_FIELDS, limitsIn, numberIn } from '../parts/limit-fields.tsx';
import { linksIn } from '../parts/link-lines.ts';
import { limitsOfPlan } from '../parts/plan-texts.ts';
import { PRICE_FIELDS, priceIn } from '../parts/price-fields.tsx';
import { useTexts } from '../parts/texts.ts';
import { PLAN_NUMBERS, PlanFields } from './plan-fields.tsx';
import { PLAN_WORDS, PlanWords } from './plan-words.tsx';
import { CREATE_PLAN, type Plan, UPDATE_PLAN } from './product-query.ts';

type PlanInput = VariablesOf<typeof UPDATE_PLAN>['input']['plan'];

const FIELDS = [
  ...LIMIT_FIELDS,
  ...PRICE_FIELDS,
  ...PLAN_NUMBERS,
  ...PLAN_WORDS,
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
    summary: form.summary || null,
    description: form.description.replaceAll('\r\n', '\n') || null,
    tags: sentencesOf(form.tags),
    links: linksIn(form.links),
    ...limitsIn(form, ['input', 'plan'], c.var.pageContext.text.limitFields),
    price: priceIn(form, ['input', 'plan'], c.var.pageContext),
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
  const { plans } = useTexts().text.products;
  const id = plan?.name ?? 'new';
  return (
    <article
      class="card plan-card"
      aria-label={plan ? plans.plan(plan.title) : plans.newPlan}
      id={`plan-${id}`}
    >
      {plan ? <Terms plan={plan} /> : <h3 class="subheading">{plans.another}</h3>}
      {plan && (
        <p>
          <a class="link" href={planTrialPath(address, plan.name)}>
            {plans.try}
            <span class="visually-hidden">: {plan.title}</span>
          </a>
        </p>
      )}
      {mayChange && (
        <details class="disclosure" open={refused !== undefined}>
          <summary class="disclosure-summary">{plan ? plans.change : plans.add}</summary>
          <form method="post" action={path} class="form">
            <input type="hidden" name="plan" value={plan?.name ?? ''} />
            <RefusedNotice refused={refused} beside={FIELDS} />
            <PlanFields id={id} plan={plan} hasGraphQL={hasGraphQL} refused={refused} />
            <p class="row">
              <button class="button button-primary" type="submit" name="action" value="savePlan">
                {plan ? plans.save : plans.saveNew}
              </button>
              {plan && (
                <button class="button button-danger" type="submit" name="action" value="deletePlan">
                  {plans.delete}
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
  const { text } = useTexts();
  const { terms } = text.products;
  const { title, name, approvalRequired, hiddenGraphQL, maxGraphQLCost, maxGraphQLDepth } = plan;
  return (
    <>
      <h3 class="subheading">
        {title} <code class="code">{name}</code>
      </h3>
      <PlanWords plan={plan} />
      <p class="text">{limitsOfPlan(text, plan)}</p>
      {plan.price && <p class="text">{text.price.of(plan.price)}</p>}
      <ul class="plain-list small">
        {approvalRequired && <li>{terms.approval}</li>}
        {maxGraphQLCost !== null && <li>{terms.cost(maxGraphQLCost)}</li>}
        {maxGraphQLDepth !== null && <li>{terms.depth(maxGraphQLDepth)}</li>}
        {plan.registeredOperationsOnly && <li>{terms.registeredOnly}</li>}
        {hiddenGraphQL.length > 0 && (
          <li>
            {terms.hides}{' '}
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
