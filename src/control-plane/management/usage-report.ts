import { type UsageDimension, usageRange } from '../../domain/call/usage.ts';
import { takeSkipOf } from '../../graphql/server/take-skip.ts';
import { type MeterUsage, meterReport } from '../../infrastructure/usage/meter-report.ts';
import { type UsageGroup, type UsageRequest, usageReport } from '../../infrastructure/usage/report.ts';
import { builder, inOrg, partArgs } from './builder.ts';
import type { ManagementContext } from './context.ts';
import { cursorOf, type Page, PageInfoRef, pageOf, readCursor } from './page.ts';
import type { TitledKind } from './titles.ts';
import { UsageDimensionEnum, UsageFilter, UsageIntervalEnum, whereOf } from './usage-arguments.ts';

const of = (dimension: UsageDimension) => (group: UsageGroup) => group.dimensions[dimension] ?? null;
const within = (share: number) => (group: UsageGroup) => group.percentile(share);
const nullable = true as const;

/** A group, with the units of its meters once somebody asks for them. */
type MeteredGroup = UsageGroup & {
  readonly orgId: string;
  readonly meters: () => Promise<readonly MeterUsage[]>;
};

/** The title of a group, by the dimensions whose names lead to it. */
const titleOf =
  (kind: TitledKind, ...by: readonly UsageDimension[]) =>
  ({ orgId, dimensions: found }: MeteredGroup, _args: object, { titles }: ManagementContext) => {
    const names = by.flatMap((dimension) => found[dimension] ?? []);
    return names.length < by.length ? null : titles.load({ kind, within: orgId, names });
  };

const MeterUsageRef = builder.objectRef<MeterUsage>('MeterUsage').implement({
  description: 'The units of a meter that answers told, for example tokens of a language model.',
  fields: (t) => ({
    name: t.exposeString('meter', { description: 'The name of the meter.' }),
    units: t.exposeFloat('units', { description: 'The units, whole.' }),
    faults: t.exposeFloat('faults', {
      description:
        'Answers that told none: nothing was there, or no number from 0 to 2147483647, or the body could not be read.',
    }),
  }),
});

const UsageGroupRef = builder.objectRef<MeteredGroup>('UsageGroup').implement({
  description:
    'Calls together. What they are not grouped by is null, and so is what was not known: a call can be refused before anybody knows whose it is. Numbers of calls are whole, and may be more than an Int holds.',
  fields: (t) => ({
    from: t.expose('from', {
      type: 'DateTime',
      nullable,
      description: 'When its bucket begins; null without an interval.',
    }),
    catalog: t.string({ nullable, description: 'The catalog.', resolve: of('CATALOG') }),
    catalogTitle: t.string({
      nullable,
      description: 'What people call the catalog; null once it is deleted.',
      resolve: titleOf('CATALOG', 'CATALOG'),
    }),
    consumerOrg: t.string({ nullable, description: 'The consumer org.', resolve: of('CONSUMER_ORG') }),
    consumerOrgTitle: t.string({
      nullable,
      description:
        'What people call the consumer org; null once it is deleted, and where catalogs have several of the name.',
      resolve: titleOf('CONSUMER_ORG', 'CONSUMER_ORG'),
    }),
    application: t.string({ nullable, description: 'The application.', resolve: of('APPLICATION') }),
    applicationTitle: t.string({
      nullable,
      description: 'The same of the application, where CONSUMER_ORG is asked for, too.',
      resolve: titleOf('APPLICATION', 'CONSUMER_ORG', 'APPLICATION'),
    }),
    subscription: t.id({ nullable, description: 'The subscription.', resolve: of('SUBSCRIPTION') }),
    product: t.field({
      type: 'VersionedName',
      nullable,
      description: 'The product.',
      resolve: of('PRODUCT'),
    }),
    productTitle: t.string({
      nullable,
      description: 'What people call the product; null once it is deleted.',
      resolve: titleOf('PRODUCT', 'PRODUCT'),
    }),
    plan: t.string({ nullable, description: 'The plan.', resolve: of('PLAN') }),
    planTitle: t.string({
      nullable,
      description: 'The same of the plan, where PRODUCT is asked for, too.',
      resolve: titleOf('PLAN', 'PRODUCT', 'PLAN'),
    }),
    api: t.field({ type: 'VersionedName', nullable, description: 'The API.', resolve: of('API') }),
    apiTitle: t.string({
      nullable,
      description: 'What people call the API; null once it is deleted.',
      resolve: titleOf('API', 'API'),
    }),
    operation: t.string({
      nullable,
      description:
        'Method and path as the OpenAPI document has them; of a GraphQL API `query`, `mutation` or `subscription`, or the id of a registered operation.',
      resolve: of('OPERATION'),
    }),
    code: t.string({
      nullable,
      description: 'The code of the refusal; null where the back-end answered.',
      resolve: of('CODE'),
    }),
    calls: t.exposeFloat('calls', { description: 'All calls.' }),
    answered: t.exposeFloat('answered', {
      description: 'Calls that the back-end answered with a status below 400.',
    }),
    clientErrors: t.exposeFloat('clientErrors', {
      description: 'Calls that the back-end answered with 4xx, or whose caller left before the answer.',
    }),
    limited: t.exposeFloat('limited', {
      description: "Calls refused with 429: the plan's limit was reached.",
    }),
    refused: t.exposeFloat('refused', {
      description: 'Calls that the gateway refused for another reason (4xx).',
    }),
    serverErrors: t.exposeFloat('serverErrors', {
      description: 'Calls that failed with 5xx, here or at the back-end.',
    }),
    measuredRefusals: t.exposeFloat('measuredRefusals', {
      description:
        'Those of the answered and failed calls that a limit of mode MEASURE would have refused if it were enforced.',
    }),
    p50Ms: t.float({
      nullable,
      description:
        'Milliseconds that half of the calls that were not refused took at most. Percentiles come of a histogram, and are off by a factor of 1.41 at most; null where there was no such call.',
      resolve: within(0.5),
    }),
    meters: t.field({
      type: [MeterUsageRef],
      description:
        'The units of meters, by name. They are kept by the hour: a range that begins within an hour has all of it, and the interval MINUTE has none.',
      resolve: async ({ meters }) => [...(await meters())],
    }),
    p95Ms: t.float({ nullable, description: 'The same of 95 in a hundred.', resolve: within(0.95) }),
    p99Ms: t.float({ nullable, description: 'The same of 99 in a hundred.', resolve: within(0.99) }),
  }),
});

const UsageConnection = builder.objectRef<Page<MeteredGroup>>('UsageConnection').implement({
  description: 'A page of usage.',
  fields: (t) => ({
    nodes: t.field({
      type: [UsageGroupRef],
      description: 'The groups: the earlier bucket first, and within it the one with the most calls.',
      resolve: ({ nodes }) => nodes,
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      description: 'Where the page ends.',
      resolve: ({ pageInfo }) => pageInfo,
    }),
  }),
});

builder.queryField('usage', (t) =>
  t.field({
    type: UsageConnection,
    description:
      'The calls of an org over time, in groups. They are counted within about a second; a gateway that is lost takes the last of them with it. A page that follows may differ by what was called meanwhile.',
    args: {
      org: t.arg.string(inOrg),
      from: t.arg({
        type: 'DateTime',
        required: true,
        description:
          'From the hour of this instant, or from its day (UTC) with the interval DAY. From its minute with the interval MINUTE; also without one, where at most 6 of the last 24 hours are asked for.',
      }),
      to: t.arg({ type: 'DateTime', description: 'To before this instant; now unless given.' }),
      interval: t.arg({
        type: UsageIntervalEnum,
        description:
          'In buckets of this length; all in one unless given. By the minute at most the last day, by the hour 31 days, else 400.',
      }),
      by: t.arg({
        type: [UsageDimensionEnum],
        defaultValue: [],
        description: 'What the groups have in common; all is one group unless given.',
      }),
      filter: t.arg({ type: UsageFilter, description: 'Only these calls.' }),
      first: partArgs.first,
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (
      _root,
      { org, interval = null, by, filter, ...args },
      context,
    ): Promise<Page<MeteredGroup>> => {
      const { id: orgId } = await context.org(org, ['org']);
      const { take: first } = takeSkipOf(args);
      const offset = args.after == null ? 0 : readCursor('usage', args.after);
      const now = context.clock();
      const range = usageRange({ from: args.from, to: args.to ?? now, interval }, now);
      const request: UsageRequest = {
        orgId,
        ...range,
        interval,
        by: [...new Set(by)],
        where: whereOf(filter ?? {}),
        limit: first + 1,
        offset,
      };
      const groups = metered(context, request, await usageReport(context.database, request));
      return pageOf(groups, first, (_last, count) => cursorOf('usage', offset + count));
    },
  }),
);

/** Adds the units of meters, which are read once for all groups of a page. */
function metered(
  { database }: Pick<ManagementContext, 'database'>,
  request: UsageRequest,
  groups: readonly UsageGroup[],
): MeteredGroup[] {
  let report: ReturnType<typeof meterReport> | undefined;
  return groups.map((group, at) => ({
    ...group,
    orgId: request.orgId,
    async meters() {
      report ??= meterReport(database, request, groups);
      return (await report)[at] ?? [];
    },
  }));
}
