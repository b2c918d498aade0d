import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { applicationPath, planTrialPath, productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import {
  CallLimitFields,
  LIMIT_FIELDS,
  type LimitForm,
  limitForm,
  limitsIn,
} from '../parts/limit-fields.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const PLAN = graphql(`
  query TriedPlan($org: String!, $product: VersionedName!) {
    product(org: $org, product: $product) {
      title version
      plans(first: 200) {
        name title rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
        limits { name counts meter limit per every timeZone burst operations mode }
      }
    }
  }
`);

const TRY = graphql(`
  query TryPlan(
    $org: String!, $product: VersionedName!, $onPlan: String!, $limits: LimitsInput!, $days: Int!, $after: String
  ) {
    simulatePlan(
      org: $org, product: $product, onPlan: $onPlan, limits: $limits, days: $days, first: 50, after: $after
    ) {
      from
      limits { judgement limit { name counts meter limit per every timeZone burst operations mode } }
      nodes { catalog consumerOrg application calls refused refusedBy { limit calls } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Simulation = ResultOf<typeof TRY>['simulatePlan'];
type Plan = NonNullable<ResultOf<typeof PLAN>['product']>['plans'][number];

const PATH = '/products/:org/:name/:version/plans/:plan/trial';
const DAYS = ['1', '7', '14', '31'];

type TrialForm = LimitForm & { readonly days: string };

/** Adds the page that tells whom other limits of a plan would have refused. */
export function planTrial(pages: ConsolePages): void {
  pages.get(PATH, async (c) => {
    const { org, name, version, plan: planName } = c.req.param();
    const address = { org, product: `${name}:${version}` };
    const { product } = await c.var.pageContext.session.run(PLAN, address);
    const plan = product?.plans.find((each) => each.name === planName);
    if (!product || !plan) return showNotFound(c);
    const form = formIn(c, plan);
    const { result, refused } = await attempt(tried(c, { ...address, onPlan: plan.name }, form));
    const { trial } = c.var.pageContext.text.products;
    const title = trial.title(plan.title, `${product.title} ${product.version}`);
    return show(
      c.var.pageContext,
      <>
        <Crumbs
          org={org}
          trail={[{ title: `${product.title} ${product.version}`, href: productPath(address) }]}
        />
        <h1 class="title">{title}</h1>
        <p class="lead">{trial.lead}</p>
        <Form form={form} refused={refused} />
        {result && (
          <Results
            org={org}
            simulation={result.simulatePlan}
            next={(after) =>
              `${planTrialPath(address, plan.name)}?${new URLSearchParams({ ...form, after })}`
            }
          />
        )}
      </>,
      { title, menu: '/console/apis', org, refused },
    );
  });
}

/** Reads the form of the address, or that of the plan. */
function formIn({ req }: Context<ConsoleEnv>, plan: Plan): TrialForm {
  const days = DAYS.find((each) => each === req.query('days')) ?? '7';
  if (req.query('rateLimit') === undefined) return { ...limitForm(plan), days };
  const fields = LIMIT_FIELDS.map((name) => [name, req.query(name) ?? '']);
  return { ...(Object.fromEntries(fields) as LimitForm), days };
}

async function tried(
  c: Context<ConsoleEnv>,
  address: { readonly org: string; readonly product: string; readonly onPlan: string },
  { days, ...form }: TrialForm,
) {
  const variables = {
    ...address,
    limits: limitsIn(form, [], c.var.pageContext.text.limitFields),
    days: Number(days),
    after: c.req.query('after'),
  };
  return c.var.pageContext.session.run(TRY, variables);
}

function Form({ form, refused }: { form: TrialForm; refused: PageRefusal | undefined }) {
  const { trial } = useTexts().text.products;
  return (
    <form method="get" class="card form section">
      <RefusedNotice refused={refused} beside={LIMIT_FIELDS} />
      <CallLimitFields id="trial" form={form} refused={refused} />
      <input type="hidden" name="graphQLCostLimit" value={form.graphQLCostLimit} />
      <input type="hidden" name="graphQLCostLimitUnit" value={form.graphQLCostLimitUnit} />
      <SelectField
        name="days"
        label={trial.days}
        value={form.days}
        options={DAYS.map((value) => ({ value, label: trial.lastDays(Number(value)) }))}
      />
      <p>
        <button class="button button-primary" type="submit">
          {trial.try}
        </button>
      </p>
    </form>
  );
}

type ResultsProps = {
  readonly org: string;
  readonly simulation: Simulation;
  /** The address of the page behind a cursor. */
  readonly next: (after: string) => string;
};

function Results({ org, simulation: { from, limits, nodes, pageInfo }, next }: ResultsProps) {
  const { text, format } = useTexts();
  const { trial } = text.products;
  return (
    <Section id="results-heading" title={trial.since(from)}>
      <div class="stack">
        <Judgements limits={limits} />
        {nodes.length === 0 ? (
          <p class="text">{trial.noCalls}</p>
        ) : (
          <Table
            caption={trial.caption}
            rows={nodes}
            columns={[
              {
                heading: trial.application,
                cell: (subscription) => (
                  <a class="link" href={applicationPath({ org, ...subscription })}>
                    {subscription.consumerOrg}/{subscription.application}
                  </a>
                ),
              },
              { heading: trial.catalog, cell: ({ catalog }) => catalog },
              { heading: trial.calls, cell: ({ calls }) => format.number(calls), isNumber: true },
              { heading: trial.refused, cell: ({ refused }) => format.number(refused), isNumber: true },
              {
                heading: trial.by,
                cell: ({ refusedBy }) =>
                  refusedBy.map(({ limit, calls }) => `${limit}: ${format.number(calls)}`).join(', '),
              },
            ]}
          />
        )}
        {pageInfo.hasNextPage && (
          <p>
            <a class="button" rel="next" href={next(pageInfo.endCursor ?? '')}>
              {trial.more}
            </a>
          </p>
        )}
      </div>
    </Section>
  );
}

function Judgements({ limits }: Pick<Simulation, 'limits'>) {
  const { text } = useTexts();
  const { noLimit, judgements } = text.products.trial;
  if (limits.length === 0) return <p class="text">{noLimit}</p>;
  return (
    <ul class="plain-list">
      {limits.map(({ limit, judgement }) => (
        <li>
          {text.limits.of(limit)} <span class="small quiet">{judgements[judgement]}</span>
        </li>
      ))}
    </ul>
  );
}
