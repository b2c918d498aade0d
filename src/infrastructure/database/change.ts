import { Prisma } from '../../../bundles/prisma.js';
import { Refusal, refusal, refuse } from '../../foundation/errors.ts';
import { growingCache } from '../../foundation/growing-cache.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';
import { appendAudit } from './audit-chain.ts';
import { CHANGED, type Database, PUBLISHED } from './database.ts';
import { outOfReach } from './unreachable.ts';

/** The client within a transaction. */
export type Transaction = Prisma.TransactionClient;

export type OrgChange<Result = unknown> = {
  /** The org that is changed. Its revision rises by one. */
  readonly orgId: string;
  /** The actor, for the audit: `token:ci`, `consumer:carol`. */
  readonly actor: string;
  /** The keys that it queues under among those who change the org. The default is the actor. */
  readonly queueKeys?: readonly string[];
  /** The action in the words of the API: `supersedeProduct`. */
  readonly action: string;
  /** The subject of the action: `customer:2.0.0`. */
  readonly subject: string;
  /** Details for the audit, never a secret. */
  readonly detail?: Prisma.InputJsonValue;
  /** Details that are known only after the work. It replaces `detail`. */
  readonly detailOf?: (result: Result) => Prisma.InputJsonValue;
  /** The address that the request came from, for the audit. Absent for background work. */
  readonly address?: string | undefined;
  /** Does everything, then rolls it back. The result is what would have happened. */
  readonly dryRun?: boolean;
  /** Tells from the result whether anything changed. If not, all is rolled back and the revision stays. */
  readonly isChange?: (result: Result) => boolean;
  /** Waits until the change may begin, once those of the org before it are done. A transaction under way never waits. */
  readonly turn?: () => Promise<void> | undefined;
  /** True for what is no part of the org's definition. Its revision stays, and gateways are told nothing. */
  readonly keepsRevision?: boolean;
  /** The time limit of the transaction, where its work is larger than usual. */
  readonly timeoutMs?: number;
};

/**
 * Runs one change of an org: rows, audit event, revision and announcement in one transaction. Changes of one org run
 * one after another, so that checked rules still hold when the change is written. Callers take turns: one with many
 * changes waits for its own, and delays another by a turn or two.
 *
 * @param work gets the transaction; the outer client inside it would wait for itself
 * @throws Refusal: a refusal of `work`, NAME_TAKEN or IN_USE where a constraint is violated,
 * TEMPORARILY_UNAVAILABLE when the database is out of reach, or too many changes wait
 */
export function change<Result>(
  database: Pick<Database, 'prisma'>,
  request: OrgChange<Result>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return turnsOf(request.orgId).run(request.queueKeys ?? [request.actor], async () => {
    await request.turn?.();
    return changeNow(database, request, work);
  });
}

/** Changes of an org that a process has under way. A second one would wait in the database for the org's lock. */
const AT_ONCE_MAX = 1;
/** Changes that may wait: in all, per caller or all consumers, per consumer org. */
const WAITING_MAX = [1_000, 400, 50];
/** Orgs whose turns are remembered, the most recently changed ones. An org that returns later has none waiting. */
const ORGS_MAX = 10_000;
const turns = growingCache<TurnQueue>(ORGS_MAX);

/**
 * Returns the turns of an org. PostgreSQL gives an org's lock in the order of requests, so few request it at once, and
 * in turn.
 */
function turnsOf(orgId: string): TurnQueue {
  const known = turns.get(orgId);
  if (known) return known;
  const made = new TurnQueue({ atOnceMax: AT_ONCE_MAX, waitingMax: WAITING_MAX, tooMany });
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
  request: OrgChange<Result>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const rehearsal = new Rehearsal<Result>();
  try {
    const { timeoutMs } = request;
    return await transact({ prisma, ...(timeoutMs && { timeoutMs }) }, async (transaction) => {
      const { orgId, keepsRevision = false } = request;
      await (keepsRevision ? waitForTurn : lockOrg)(transaction, orgId);
      const result = await work(transaction);
      if (request.dryRun || request.isChange?.(result) === false) throw rehearsal.with(result);
      await recordAudit(transaction, { ...request, detail: request.detailOf?.(result) ?? request.detail });
      if (!keepsRevision) await announce({ prisma: transaction }, orgId);
      return result;
    });
  } catch (error) {
    if (error === rehearsal) return rehearsal.result as Result;
    throw error;
  }
}

/** Locks an org and raises its revision. It comes first in a change; other changes of the org wait. */
export async function lockOrg(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.org.update({
    where: { id: orgId },
    data: { revision: { increment: 1 } },
    select: { id: true },
  });
}

/** Locks an org and keeps its revision. Other changes wait, as in `lockOrg`, and its events keep their order. */
export async function waitForTurn(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "Org" WHERE "id" = ${orgId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Runs one transaction outside the changes of an org, such as its creation.
 *
 * @throws Refusal: a refusal of `work`, NAME_TAKEN or IN_USE where a constraint is violated,
 * TEMPORARILY_UNAVAILABLE when the database is out of reach
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

/**
 * Reads in several statements from one moment between changes.
 * @throws as `transact`
 */
export function atOneMoment<Result>(
  where: Pick<TransactOptions, 'prisma' | 'timeoutMs'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return transact({ ...where, isolationLevel: 'RepeatableRead' }, work);
}

type AuditRequest = Pick<OrgChange, 'orgId' | 'actor' | 'action' | 'subject' | 'address'> & {
  readonly detail: Prisma.InputJsonValue | undefined;
};

/** Records an audit event that changes no org's definition. A `change` has its own event. */
export async function recordAudit(transaction: Transaction, request: AuditRequest): Promise<void> {
  const { orgId, actor, action, subject, detail, address } = request;
  await appendAudit(transaction, [orgId], { actor, action, subject, detail, address });
}

/** Announces a change of an org, to gateways too. It comes last in its transaction. */
export async function announce(
  { prisma }: { readonly prisma: Pick<Transaction, '$executeRaw'> },
  orgId: string,
): Promise<void> {
  await prisma.$executeRaw`SELECT pg_notify(${CHANGED}, ${orgId}), pg_notify(${PUBLISHED}, ${orgId})`;
}

/** Rolls a rehearsed change back. */
class Rehearsal<Result> extends Error {
  override readonly name = 'Rehearsal';
  result: Result | undefined;
  with(result: Result): this {
    this.result = result;
    return this;
  }
}

/** Converts an error of the database to a refusal. Unknown errors stay as they are. */
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
