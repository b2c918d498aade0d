import { LRUCache } from 'lru-cache';
import { Refusal, refusal, refuse } from '../../foundation/errors.ts';
import { createTurns, type Turns } from '../../foundation/turn-queue.ts';
import { appendAudit } from './audit-chain.ts';
import { CHANGED, type Database, PUBLISHED } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import { outOfReach } from './unreachable.ts';

/** What changes in a transaction. */
export type Transaction = Prisma.TransactionClient;

export type ChangeRequest<Result = unknown> = {
  /** The org that is changed; its revision rises by one. */
  readonly orgId: string;
  /** Who does it, for the audit: `token:ci`, `consumer:carol`. */
  readonly actor: string;
  /** Whose turn it takes among those who wait to change the org; the actor's unless given. */
  readonly place?: readonly string[];
  /** What is done, in the words of the API: `supersedeProduct`. */
  readonly action: string;
  /** What it is done to: `customer:2.0.0`. */
  readonly subject: string;
  /** What the audit keeps besides; never a secret. */
  readonly detail?: Prisma.InputJsonValue;
  /** The same where it is known only when the work is done; in place of `detail`. */
  readonly detailOf?: (result: Result) => Prisma.InputJsonValue;
  /** Where the request came from, for the audit; nothing for what happens by itself. */
  readonly address?: string | undefined;
  /** Do everything, then undo it: the answer is what would have happened. */
  readonly dryRun?: boolean;
  /** Where only the work tells whether anything changes: when not, all is undone, and the revision stays. */
  readonly isChange?: (result: Result) => boolean;
  /** How long the transaction may take, where its work is larger than that of others. */
  readonly timeoutMs?: number;
};

/**
 * One change of an org: rows, audit event, revision and announcement in one transaction, or nothing of it. Changes of
 * one org follow one another, so that what a rule has checked still holds when it is written; who comes with many waits
 * for their own, and delays another by a turn or two.
 *
 * @param work gets the transaction; using the outer client inside it would wait for itself
 * @throws Refusal: what `work` refuses, NAME_TAKEN or IN_USE where a constraint stands in the way,
 *   TEMPORARILY_UNAVAILABLE when the database is out of reach, or too many changes wait
 */
export function change<Result>(
  database: Pick<Database, 'prisma'>,
  request: ChangeRequest<Result>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return turnsOf(request.orgId)(request.place ?? [request.actor], () => changeNow(database, request, work));
}

/** Changes of an org that a process has under way: one that works, and one that waits in the database for the lock. */
const AT_ONCE_MAX = 2;
/** How many wait: in all, of one caller or all consumers, of one consumer org. */
const WAITING_MAX = [1_000, 400, 50];
/** Orgs changed last: an org that comes back finds nobody of its own waiting, or its place kept. */
const ORGS_MAX = 10_000;
const turns = new LRUCache<string, Turns>({ max: ORGS_MAX });

/** PostgreSQL gives the lock of an org in the order in which it is asked for: so few ask at once, and in turn. */
function turnsOf(orgId: string): Turns {
  const known = turns.get(orgId);
  if (known) return known;
  const made = createTurns({ atOnceMax: AT_ONCE_MAX, waitingMax: WAITING_MAX, tooMany });
  turns.set(orgId, made);
  return made;
}

function tooMany(): never {
  refuse('TEMPORARILY_UNAVAILABLE', {
    detail: 'Too many of your changes wait: try again when some are done.',
    headers: { 'Retry-After': '1' },
  });
}

async function changeNow<Result>(
  { prisma }: Pick<Database, 'prisma'>,
  request: ChangeRequest<Result>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const rehearsal = new Rehearsal<Result>();
  try {
    const { timeoutMs } = request;
    return await transact({ prisma, ...(timeoutMs && { timeoutMs }) }, async (transaction) => {
      await lockOrg(transaction, request.orgId);
      const result = await work(transaction);
      if (request.dryRun || request.isChange?.(result) === false) throw rehearsal.with(result);
      await recordAudit(transaction, { ...request, detail: request.detailOf?.(result) ?? request.detail });
      await announce({ prisma: transaction }, request.orgId);
      return result;
    });
  } catch (error) {
    if (error === rehearsal) return rehearsal.result as Result;
    throw error;
  }
}

/** The first thing in a change of an org: its revision rises, and other changes of the org wait. */
export async function lockOrg(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.org.update({
    where: { id: orgId },
    data: { revision: { increment: 1 } },
    select: { id: true },
  });
}

/** Other changes of the org wait, as in `lockOrg`, for what leaves the revision as it is. Its events keep their order. */
export async function waitForTurn(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "Org" WHERE "id" = ${orgId}::uuid FOR NO KEY UPDATE`;
}

/**
 * One transaction, for what is no change within an org: its own beginning and end.
 *
 * @throws Refusal: what `work` refuses, NAME_TAKEN or IN_USE where a constraint stands in the way,
 *   TEMPORARILY_UNAVAILABLE when the database is out of reach
 */
export async function transact<Result>(
  { prisma, timeoutMs: timeout, isolationLevel }: TransactOptions,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await prisma.$transaction(work, {
      ...(timeout !== undefined && { timeout }),
      ...(isolationLevel && { isolationLevel }),
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

type TransactOptions = Pick<Database, 'prisma'> & {
  readonly timeoutMs?: number;
  readonly isolationLevel?: Prisma.TransactionIsolationLevel;
};

/** Reads in several statements what there was at one moment, between changes. @throws as `transact` */
export function atOneMoment<Result>(
  where: Pick<TransactOptions, 'prisma' | 'timeoutMs'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return transact({ ...where, isolationLevel: 'RepeatableRead' }, work);
}

type AuditRequest = Pick<ChangeRequest, 'orgId' | 'actor' | 'action' | 'subject' | 'address'> & {
  readonly detail: Prisma.InputJsonValue | undefined;
};

/** The audit event of what changes no org's definition; a `change` has its own. */
export async function recordAudit(transaction: Transaction, request: AuditRequest): Promise<void> {
  const { orgId, actor, action, subject, detail, address } = request;
  await appendAudit(transaction, [orgId], { actor, action, subject, detail, address });
}

/** Announces a change of an org, to gateways too: the last thing in its transaction. */
export async function announce(
  { prisma }: { readonly prisma: Pick<Transaction, '$executeRaw'> },
  orgId: string,
): Promise<void> {
  await prisma.$executeRaw`SELECT pg_notify(${CHANGED}, ${orgId}), pg_notify(${PUBLISHED}, ${orgId})`;
}

/** Thrown to roll a rehearsed change back. */
class Rehearsal<Result> extends Error {
  override readonly name = 'Rehearsal';
  result: Result | undefined;
  with(result: Result): this {
    this.result = result;
    return this;
  }
}

/** What an error of the database means to the caller; anything unknown stays as it is. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const unreached = outOfReach(error);
  if (unreached || !(error instanceof Prisma.PrismaClientKnownRequestError)) return unreached ?? error;
  if (error.code === 'P2002')
    return refusal('NAME_TAKEN', {
      detail: 'There is one of that name already: choose another.',
      path: ['input', 'name'],
      cause: error,
    });
  if (error.code === 'P2003' || error.code === 'P2014') return refusal('IN_USE', { cause: error });
  if (error.code === 'P2025') return refusal('NOT_FOUND', { cause: error });
  if (error.code === 'P2034') return refusal('CONFLICT', { cause: error });
  return error;
}
