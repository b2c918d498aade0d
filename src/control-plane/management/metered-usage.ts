import { DAY_MS } from '../../domain/call/usage.ts';
import { meteredEvent } from '../../domain/plan/metered-event.ts';
import { refuse } from '../../foundation/errors.ts';
import { csvLine } from '../../foundation/text/csv.ts';
import { streamedText } from '../../foundation/text/streamed-text.ts';
import { inTurnOf } from '../../graphql/server/org-work.ts';
import type { ManagementContext } from './context.ts';
import { createDownload } from './download.ts';

/** Names the metered usage of an org in a range of hours. */
type MeteredUsageRequest = {
  readonly org: string;
  readonly file: string;
  /** RFC 3339. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
};

const RANGE_MAX_DAYS = 31;
const PAGE = 500;

/** Serves the metered usage of an org to scripts. */
export const createMeteredUsage = createDownload<MeteredUsageRequest>(async (requested, context) =>
  meteredFile(context, { ...requested, ...rangeIn(requested, context.clock()) }),
);

type MeteredFile = {
  readonly org: string;
  readonly file: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
};

/**
 * Answers with the metered usage of an org. It is CSV where the file's name ends so, else JSON lines of CloudEvents.
 *
 * @throws NOT_FOUND for an org that the caller does not reach
 */
export async function meteredFile(
  context: ManagementContext,
  { org: name, file, from, to }: MeteredFile,
): Promise<Response> {
  const org = await context.org(name, ['org']);
  const isCsv = file.endsWith('.csv');
  const pages = pagesOf(context, { org, from, to, isCsv });
  return new Response(streamedText(isCsv ? csvLine(COLUMNS) : '', pages), {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** @throws BAD_USER_INPUT for what is no instant, and for a range that is empty or too long */
function rangeIn({ from: begin = '', to: end }: MeteredUsageRequest, now: Date) {
  const [from, to] = [new Date(begin), end === undefined ? now : new Date(end)];
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days > 0 && days <= RANGE_MAX_DAYS) return { from, to };
  return refuse('BAD_USER_INPUT', {
    detail: `Give from, and perhaps a later to, as instants, for example from=2026-11-01T00:00:00Z: at most ${RANGE_MAX_DAYS} days.`,
    path: ['from'],
  });
}

type Export = {
  readonly org: { readonly id: string; readonly name: string };
  readonly from: Date;
  readonly to: Date;
  readonly isCsv: boolean;
};

type MeteredEvent = ReturnType<typeof meteredEvent>;

async function* pagesOf(
  { database: { prisma } }: ManagementContext,
  { org, from, to, isCsv }: Export,
): AsyncGenerator<string, undefined> {
  let last: { readonly hour: Date; readonly id: string } | undefined;
  for (;;) {
    const beyond = last && { OR: [{ hour: { gt: last.hour } }, { hour: last.hour, id: { gt: last.id } }] };
    const where = { AND: [{ orgId: org.id, hour: { gte: from, lt: to } }, ...(beyond ? [beyond] : [])] };
    // The reader asks for the next page when it likes, outside the turn of its request.
    const rows = await inTurnOf(org.id, () =>
      prisma.meteredUsage.findMany({ where, orderBy: [{ hour: 'asc' }, { id: 'asc' }], take: PAGE }),
    );
    if (rows.length > 0)
      yield rows
        .map((row) => meteredEvent({ ...row, org: org.name }))
        .map((event) => (isCsv ? csvOf(event) : `${JSON.stringify(event)}\n`))
        .join('');
    last = rows.at(-1);
    if (rows.length < PAGE) return undefined;
  }
}

const COLUMNS = [
  'id',
  'type',
  'time',
  'subject',
  'source',
  'value',
  'consumerOrg',
  'application',
  'product',
  'plan',
  'price',
  'correction',
];

const csvOf = ({ id, type, time, subject, source, data }: MeteredEvent): string => {
  const { value, consumerOrg, application, product, plan, price, correction } = data;
  return csvLine([
    id,
    type,
    time,
    subject,
    source,
    value,
    consumerOrg,
    application,
    product,
    plan,
    price,
    correction,
  ]);
};
