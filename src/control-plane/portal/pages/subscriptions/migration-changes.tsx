import type { ResultOf } from '@graphql-typed-document-node/core';
import {
  callsPerHour,
  isTighterConcurrency,
  isTighterUsage,
  tighterLimits,
} from '../../../../domain/plan/compared-limits.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { callLimits, furtherCostLimits } from '../parts/plan-limits.ts';
import { named } from '../products/product-name.ts';
import { SECURITY_OPTION, SecurityOptions } from '../products/security-options.tsx';

/** Limits of a plan, for comparison. */
export const PLAN_TERMS = graphql(`
  fragment PlanTerms on PortalPlan {
    title rateLimit rateLimitUnit maxConcurrentCalls maxGraphQLCost maxGraphQLDepth hiddenGraphQL
    graphQLCostLimit graphQLCostLimitUnit registeredOperationsOnly
    limits { name counts meter limit per every timeZone burst operations }
    price { id currency amount charges { counts meter included unitPrice per } }
  }
`);

/** Changes that an application meets at the new product. */
export const MIGRATION_CHANGES = graphql(
  `fragment MigrationChanges on PortalMigrationChanges {
    security(first: 200) { api before { ...SecurityOption } after { ...SecurityOption } }
    breaking(first: 200) { api operation message(language: $language) }
    addedApis(first: 200) { title version kind }
    removedApis(first: 200) { title version kind }
  }`,
  [SECURITY_OPTION],
);

export type ComparedPlan = ResultOf<typeof PLAN_TERMS>;
type Changes = ResultOf<typeof MIGRATION_CHANGES>;
type Product = { readonly title: string; readonly version: string; readonly sunsetAt: string | null };

type MigrationChangesProps = {
  readonly pageContext: PortalPageContext;
  readonly from: Product;
  readonly to: Product;
  /** Plans with their targets; null where the new product has none. */
  readonly plans: readonly { readonly from: ComparedPlan; readonly to: ComparedPlan | null }[];
  readonly changes: Changes;
};

/** Compares two products: the limits of their plans, and what callers have to change. */
export function MigrationChanges({ pageContext, from, to, plans, changes }: MigrationChangesProps) {
  const { text } = pageContext;
  const { security, breaking, addedApis, removedApis } = changes;
  const isSame = [security, breaking, addedApis, removedApis].every((each) => each.length === 0);
  return (
    <>
      <div class="stack">
        {plans.map((pair) => (
          <Plans pageContext={pageContext} from={from} to={to} pair={pair} />
        ))}
      </div>
      {plans.some(({ from: before, to: after }) => after && isFewer(after, before)) ? (
        <Notice tone="warning">
          <p class="text">{isSame ? text.changes.fewerCallsAlone : text.changes.fewerCalls}</p>
        </Notice>
      ) : (
        isSame && (
          <Notice tone="success">
            <p class="text">{text.changes.none}</p>
          </Notice>
        )
      )}
      <Security pageContext={pageContext} changes={security} />
      <Breaking pageContext={pageContext} changes={breaking} />
      <Apis pageContext={pageContext} title={text.changes.removedApis} apis={removedApis} />
      <Apis pageContext={pageContext} title={text.changes.addedApis} apis={addedApis} />
    </>
  );
}

type PlansProps = Omit<MigrationChangesProps, 'plans' | 'changes'> & {
  readonly pair: MigrationChangesProps['plans'][number];
};

function Plans({ pageContext, from, to, pair }: PlansProps) {
  const { text, format } = pageContext;
  const { changes } = text;
  const upTo = (bound: number | null) => (bound === null ? changes.unlimited : format.number(bound));
  const row = (name: string, tell: (plan: ComparedPlan) => string) => ({
    name,
    before: tell(pair.from),
    after: pair.to ? tell(pair.to) : changes.noPlan,
  });
  const always = [
    row(changes.plan, (plan) => plan.title),
    row(changes.limit, (plan) => callLimits(pageContext, plan)),
  ];
  const whereDifferent = [
    row(changes.price, ({ price }) => (price ? text.price.of(price) : text.price.free)),
    row(changes.atOnce, (plan) => format.number(plan.maxConcurrentCalls)),
    row(changes.cost, (plan) => upTo(plan.maxGraphQLCost)),
    row(changes.depth, (plan) => upTo(plan.maxGraphQLDepth)),
    row(changes.hidden, (plan) => format.number(plan.hiddenGraphQL)),
    row(changes.costLimit, (plan) => text.costLimit(plan.graphQLCostLimit, plan.graphQLCostLimitUnit)),
    row(changes.furtherCost, (plan) => furtherCostLimits(pageContext, plan).join(', ') || changes.unlimited),
    row(changes.documents, (plan) =>
      plan.registeredOperationsOnly ? changes.registeredOnly : changes.anyDocument,
    ),
    { name: changes.sunset, before: sunsetOf(pageContext, from), after: sunsetOf(pageContext, to) },
  ];
  return (
    <Table
      caption={changes.plans(pair.from.title)}
      columns={[
        { heading: changes.what, cell: ({ name }) => name },
        { heading: named(from), cell: ({ before }) => before },
        {
          heading: named(to),
          cell: ({ before, after }) => (before === after ? after : <strong>{after}</strong>),
        },
      ]}
      rows={[...always, ...whereDifferent.filter(({ before, after }) => before !== after)]}
    />
  );
}

/** The limit of the plan itself is told in numbers. A burst that fits an hour is no reason to warn. */
export const isFewer = (after: ComparedPlan, before: ComparedPlan) =>
  callsPerHour(after) < callsPerHour(before) ||
  tighterLimits(after, before, 'CALLS').some(({ name }) => name !== 'rateLimit') ||
  isTighterUsage(after, before) ||
  isTighterConcurrency(after, before);

const sunsetOf = ({ text, format }: PortalPageContext, { sunsetAt }: Product) =>
  sunsetAt === null ? text.changes.noSunset : format.date(sunsetAt);

function Security({
  pageContext,
  changes,
}: {
  pageContext: PortalPageContext;
  changes: Changes['security'];
}) {
  const { text } = pageContext;
  if (changes.length === 0) return null;
  return (
    <Section id="security-changes" title={text.changes.security}>
      <div class="stack">
        {changes.map(({ api, before, after }) => (
          <div class="card">
            <h3 class="subheading">{api}</h3>
            <div class="columns">
              <div>
                <p class="hint">{text.changes.before}</p>
                <SecurityOptions pageContext={pageContext} options={before} />
              </div>
              <div>
                <p class="hint">{text.changes.after}</p>
                <SecurityOptions pageContext={pageContext} options={after} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Breaking({
  pageContext: { text },
  changes,
}: {
  pageContext: PortalPageContext;
  changes: Changes['breaking'];
}) {
  if (changes.length === 0) return null;
  const apis = [...new Set(changes.map(({ api }) => api))];
  return (
    <Section id="breaking-changes" title={text.changes.breaking}>
      <p class="text">{text.changes.breakingText}</p>
      <div class="stack">
        {apis.map((api) => (
          <div class="card">
            <h3 class="subheading">{api}</h3>
            <Operations changes={changes.filter((change) => change.api === api)} />
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The sentences are those of the comparison, which speaks English. */
function Operations({ changes }: { changes: Changes['breaking'] }) {
  const operations = [...new Set(changes.map(({ operation }) => operation))];
  return (
    <ul class="plain-list">
      {operations.map((operation) => (
        <li>
          {operation !== null && <code class="code">{operation}</code>}
          <ul class="list">
            {changes
              .filter((change) => change.operation === operation)
              .map(({ message }) => (
                <li lang="en">{message}</li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type ApisProps = {
  readonly pageContext: PortalPageContext;
  readonly title: string;
  readonly apis: Changes['addedApis'];
};

function Apis({ pageContext: { text }, title, apis }: ApisProps) {
  if (apis.length === 0) return null;
  return (
    <section class="section">
      <h2 class="heading">{title}</h2>
      <ul class="list">
        {apis.map((api) => (
          <li>
            {named(api)} <span class="small quiet">{text.kind[api.kind]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
