import { answeredCallsKept } from '../../../domain/call/answered-call.ts';
import { refusedCallsKept } from '../../../domain/call/refused-call.ts';
import type {
  AnsweredCall,
  Prisma,
  RefusedCall,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import type { ManagementContext } from '../context.ts';

/** A call that is kept: a refused one with its decision, or an answered one. */
export type RecordedCall = Omit<AnsweredCall, 'durationMs'> & {
  readonly durationMs: number | null;
} & Partial<Pick<RefusedCall, 'code' | 'detail' | 'decision' | 'oauthProvider'>>;

/** Filters of calls; a call fits all those that are given. */
export type CallFilter = {
  readonly [Member in 'catalog' | 'outcome' | 'code' | 'consumerOrg' | 'application' | 'api' | 'operation']?:
    | string
    | null
    | undefined;
} & { readonly [Member in 'status' | 'slowerThanMs']?: number | null | undefined };

/** Conditions on the rows of both tables; undefined where none can fit. */
export type CallConditions = {
  readonly refused: Prisma.RefusedCallWhereInput | undefined;
  readonly answered: Prisma.AnsweredCallWhereInput | undefined;
};

type Deps = Pick<ManagementContext, 'database' | 'clock'>;

/** Reads a filter as conditions on the rows of an org. Names are those of now. */
export async function callConditions(
  { database: { prisma } }: Deps,
  orgId: string,
  filter: CallFilter,
): Promise<CallConditions> {
  const { catalog, outcome, code, consumerOrg, application, api, operation, status, slowerThanMs } = filter;
  const catalogs = await prisma.catalog.findMany({
    where: { orgId, ...(catalog != null && { name: catalog }) },
    select: { id: true },
  });
  const catalogId = { in: idsOf(catalogs) };
  const applications =
    consumerOrg == null && application == null
      ? undefined
      : await prisma.application.findMany({
          where: {
            consumerOrg: { catalogId, ...(consumerOrg != null && { name: consumerOrg }) },
            ...(application != null && { name: application }),
          },
          select: { id: true },
        });
  const common = {
    catalogId,
    ...(applications && { applicationId: { in: idsOf(applications) } }),
    ...(api != null && { api }),
    ...(operation != null && { operation }),
    ...(status != null && { status }),
    ...(slowerThanMs != null && { durationMs: { gt: slowerThanMs } }),
  };
  return {
    refused: outcome === 'ANSWERED' ? undefined : { ...common, ...(code != null && { code }) },
    answered: outcome === 'REFUSED' || code != null ? undefined : common,
  };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** A part of the kept calls: how many, and which. */
type CallPart = {
  readonly take: number;
  /** Only calls before then. */
  readonly until?: Date | undefined;
  /** Only rows after these, by the ids of both tables. */
  readonly after?: LastIds;
};

export type LastIds = { readonly refused: bigint; readonly answered: bigint };

/** A call with the name of its table, in which its id is unique. */
export type ReadCall = RecordedCall & { readonly table: keyof CallConditions };

/** Reads kept calls, the newest first. */
export async function readCalls(
  { database: { prisma }, clock }: Deps,
  { refused, answered }: CallConditions,
  { take, until, after }: CallPart,
): Promise<ReadCall[]> {
  const orderBy = [{ at: 'desc' as const }, { id: 'desc' as const }];
  const at = (keptMs: number) => ({ gt: new Date(clock().getTime() - keptMs), ...(until && { lt: until }) });
  const [refusedCalls, answeredCalls] = await Promise.all([
    refused
      ? prisma.refusedCall.findMany({
          where: {
            ...refused,
            at: at(refusedCallsKept.milliseconds),
            ...(after && { id: { gt: after.refused } }),
          },
          orderBy,
          take,
        })
      : [],
    answered
      ? prisma.answeredCall.findMany({
          where: {
            ...answered,
            at: at(answeredCallsKept.milliseconds),
            ...(after && { id: { gt: after.answered } }),
          },
          orderBy,
          take,
        })
      : [],
  ]);
  return [
    ...refusedCalls.map((call) => ({ ...call, table: 'refused' as const })),
    ...answeredCalls.map((call) => ({ ...call, table: 'answered' as const })),
  ]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, take);
}

/** Returns the last ids of both tables. */
export async function lastIds({ database: { prisma } }: Pick<Deps, 'database'>): Promise<LastIds> {
  const [refused, answered] = await Promise.all([
    prisma.refusedCall.aggregate({ _max: { id: true } }),
    prisma.answeredCall.aggregate({ _max: { id: true } }),
  ]);
  return { refused: refused._max.id ?? 0n, answered: answered._max.id ?? 0n };
}
