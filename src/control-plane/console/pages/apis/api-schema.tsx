import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import type { Column } from '../../../../ui/components/table.tsx';
import type { ConsoleEnv } from '../../page-context.ts';
import type { Messages } from '../messages.ts';
import { apiPath } from '../parts/console-paths.ts';
import type { Member } from '../parts/schema-query.ts';
import {
  type SchemaOnPage,
  type SchemaPart,
  SchemaView,
  schemaHref,
  schemaPartIn,
  schemaVariables,
} from '../parts/schema-view.tsx';
import { type PageTexts, useTexts } from '../parts/texts.ts';
import type { ApiAddress } from './api-query.ts';
import type { ApiSchema, TabProps } from './api-tab.ts';
import { Eye, EyesForm, planColumn } from './plan-eyes.tsx';
import { API_SCHEMA, type ApiOfSchema, type ApiSchemaPage } from './schema-query.ts';
import { Held, Refreshes } from './schema-refreshes.tsx';

const MONTH_MS = 30 * 86_400_000;

/** Reads a part of an API's schema, with its use of thirty days. The first type that a search finds is open. */
export async function readApiSchema(c: Context<ConsoleEnv>, address: ApiAddress): Promise<ApiSchema> {
  const { session, clock } = c.var.pageContext;
  const from = new Date(clock().getTime() - MONTH_MS).toISOString();
  const read = (part: SchemaPart) =>
    session.run(API_SCHEMA, { ...address, subject: address.api, from, ...schemaVariables(part) });
  const part = schemaPartIn(c);
  const found = await read(part);
  const [first] = found.api?.schema?.types ?? [];
  const product = found.api?.products.find((each) => versionedName(each) === c.req.query('product'));
  const shown = { product: product ?? found.api?.products[0] };
  if (part.search === '' || c.req.query('type') !== undefined || !first) return { found, part, ...shown };
  const opened = { ...part, type: first.name };
  return { found: await read(opened), part: opened, ...shown };
}

/** Its schema: fields with cost, list size, use and an eye for each plan. The refreshes follow. */
export function SchemaTab({ address, schema: content, mayChange, sent }: TabProps) {
  const texts = useTexts();
  const text = texts.text.apis.schema;
  const api = content?.found.api;
  if (!content || !api?.schema) return <EmptyState icon="network" title={text.none} text={text.noneText} />;
  const { part, product, found } = content;
  const kept = { tab: 'schema', ...(product && { product: versionedName(product) }) };
  const view = { path: apiPath(address), kept, part, schema: api.schema };
  const own = schemaHref(view, {});
  const open = api.schema.type?.name ?? '';
  const eyes = (product?.plans ?? []).map((plan) => planColumn(plan, open, mayChange));
  return (
    <section class="section stack" aria-label={text.title}>
      <RefusedNotice refused={sent.refused} />
      {api.schemaRefresh?.held && <Held path={own} held={api.schemaRefresh.held} mayChange={mayChange} />}
      {product && <EyesForm path={own} product={product} />}
      <SchemaView
        {...view}
        columns={[...costColumns(texts), useColumn(texts, found.usage.nodes), ...eyes]}
        beside={<Plans {...content} view={view} api={api} mayChange={mayChange} />}
      />
      <p class="small quiet">{useNote(texts.text, found)}</p>
      <Refreshes path={own} api={api} events={found.auditEvents.nodes} mayChange={mayChange} />
    </section>
  );
}

const costColumns = ({ text: { apis }, format }: PageTexts): readonly Column<Member>[] => [
  {
    heading: apis.schema.cost,
    isNumber: true,
    cell: ({ weight }) => (weight === null ? '' : format.number(weight)),
  },
  {
    heading: apis.schema.list,
    isNumber: true,
    cell: ({ listSize, slicingArguments }) =>
      listSize === null ? '' : apis.schema.listSize([...slicingArguments, format.number(listSize)]),
  },
];

type Counted = ApiSchemaPage['usage']['nodes'];

/** A column of the calls of registered operations that select a field. */
const useColumn = ({ text, format }: PageTexts, counted: Counted): Column<Member> => ({
  heading: text.apis.schema.use,
  isNumber: true,
  cell: ({ usedBy }) =>
    usedBy.length === 0 ? (
      ''
    ) : (
      <span title={usedBy.join(', ')}>{format.number(callsOf(counted, usedBy))}</span>
    ),
});

const callsOf = (counted: Counted, operations: readonly string[]) =>
  counted
    .filter(({ operation }) => operation !== null && operations.includes(operation))
    .reduce((sum, { calls }) => sum + calls, 0);

/** Operations of documents that are not registered. */
const PLAIN = ['query', 'mutation', 'subscription'];

/** Says what the column of use counts, and what it cannot. */
function useNote({ apis: { schema } }: Messages, { usage: { nodes } }: ApiSchemaPage): string {
  const plain = callsOf(nodes, PLAIN);
  return `${schema.useText} ${plain === 0 ? schema.noOtherDocument : schema.otherDocuments(plain)}`;
}

type PlansProps = ApiSchema & {
  readonly view: SchemaOnPage;
  readonly api: ApiOfSchema;
  readonly mayChange: boolean;
};

/** The product whose plans have eyes, and those for the open type as a whole. */
function Plans({ view, api: { products, schema }, product, mayChange }: PlansProps) {
  const text = useTexts().text.apis.schema;
  if (!product) return <p class="small quiet">{text.noProduct}</p>;
  const open = schema?.type?.name ?? '';
  const isRoot = open === 'Query' || open === '';
  return (
    <div class="row">
      <span class="small quiet">{text.seenByPlansOf}</span>
      {products.map((each) => (
        <a
          class="link"
          href={schemaHref(view, { product: versionedName(each) })}
          aria-current={each === product ? 'true' : undefined}
        >
          {each.title} {each.version}
        </a>
      ))}
      {!isRoot &&
        product.plans.map((plan) => (
          <span class="row small">
            {plan.title}
            <Eye plan={plan} part={{ coordinate: open, within: [] }} mayChange={mayChange} />
          </span>
        ))}
    </div>
  );
}
