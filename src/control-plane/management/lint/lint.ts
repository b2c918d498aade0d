import { createHash } from 'node:crypto';
import { type InputPath, refusal, refuse } from '../../../foundation/errors.ts';
import { awayFromTurn, TurnQueue } from '../../../foundation/turn-queue.ts';
import { type ChildLimits, runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import type { Findings } from '../../../openapi/lint/finding.ts';
import { checkRuleSet, lintDocument } from '../../../openapi/lint/lint-document.ts';
import { BUILT_IN } from '../../../openapi/lint/rule-set.ts';

const LIMITS: ChildLimits = { timeMs: 6_000, memoryMb: 512 };
/** The limits of linting for a query, which has ten seconds. */
const LIMITS_OF_QUERY: ChildLimits = { ...LIMITS, lastsMs: 8_000 };
/** The nice value of linting. A caller waits for it, so that it yields to calls, but hardly to other work. */
const NICE = 2;
/** The engine of the bundle. Another one may find something else in the same document. */
const ENGINE = 'spectral 1.24.1';

/** The turns of orgs. Each has one child process at most, so that its rules never keep another's documents waiting. */
const turns = new TurnQueue({
  atOnceMax: 2,
  atOnceEach: 1,
  waitingMax: [200, 20],
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many documents are held to rules at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/** A rule set to be run: its text, null for the one of Spectral. */
export type RunnableRules = { readonly name: string; readonly rules: string | null };

/** Reads a rule set by its name. @throws NOT_FOUND */
export async function runnableRules(
  { ruleSet }: Pick<Transaction, 'ruleSet'>,
  { orgId, name, path }: { readonly orgId: string; readonly name: string; readonly path: InputPath },
): Promise<RunnableRules> {
  if (name === BUILT_IN) return { name, rules: null };
  const row = await ruleSet.findUnique({ where: { orgId_name: { orgId, name } }, select: { rules: true } });
  if (row) return { name, rules: row.rules };
  return refuse('NOT_FOUND', {
    detail: `There is no rule set ${name} in this org: create it, or take ${BUILT_IN}.`,
    path,
  });
}

type LintRequest = {
  readonly orgId: string;
  readonly text: string;
  readonly rules: string | null;
  readonly withLines?: boolean;
  readonly limits?: ChildLimits;
  readonly paths: { readonly document: InputPath; readonly rules: InputPath };
};

/**
 * Holds a document to a rule set, in a child process.
 *
 * @throws OPENAPI_INVALID; RULE_SET_INVALID, also with the rule that takes too long; TEMPORARILY_UNAVAILABLE when too
 *   many of the org wait
 */
export function lint({
  orgId,
  withLines = false,
  limits = LIMITS_OF_QUERY,
  ...request
}: LintRequest): Promise<Findings> {
  return awayFromTurn(() =>
    turns.run([orgId], () =>
      runInChild({
        module: 'openapi/lint/lint-document',
        work: lintDocument,
        input: { ...request, withLines },
        limits,
        nice: NICE,
        owner: orgId,
        ...endedRule(request.paths.rules),
      }),
    ),
  );
}

/** Checks the text of a rule set, in a child process. @throws RULE_SET_INVALID; TEMPORARILY_UNAVAILABLE */
export function checkRules(orgId: string, rules: string, path: InputPath): Promise<void> {
  const paths = { document: path, rules: path };
  return turns.run([orgId], () =>
    runInChild({
      module: 'openapi/lint/lint-document',
      work: checkRuleSet,
      input: { rules, paths },
      limits: LIMITS,
      nice: NICE,
      owner: orgId,
      ...endedRule(path),
    }),
  );
}

/** The refusals of rules that are ended. They name the rule that ran last. */
function endedRule(path: InputPath) {
  let rule: string | undefined;
  const what = () => (rule === undefined ? 'The rule set' : `The rule ${rule}`);
  return {
    onNote: (name: string) => {
      rule = name;
    },
    tooMuch: (amount: string) =>
      refusal('RULE_SET_INVALID', {
        detail: `${what()} takes ${amount}: simplify its pattern or its JSONPath.`,
        path,
      }),
    tooBusy: (time: string) =>
      refusal('TEMPORARILY_UNAVAILABLE', {
        detail: `${what()} was not done within ${time}, on a machine that is busy: try again, or simplify its pattern or its JSONPath.`,
        path,
        headers: { 'Retry-After': '5' },
      }),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The key of the findings of a rule set in a document. */
export const resultKey = (documentHash: string, { rules }: RunnableRules): string =>
  `${documentHash}:${sha256(`${ENGINE}\n${rules ?? BUILT_IN}`)}`;

/** Reads kept findings by their keys. */
export async function keptFindings(
  { lintResult }: Pick<Transaction, 'lintResult'>,
  orgId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Findings>> {
  const rows = await lintResult.findMany({ where: { orgId, key: { in: [...keys] } } });
  return new Map(rows.map(({ key, findings }) => [key, stored<Findings>(findings)]));
}

/** A document whose findings are not kept yet. */
export type UnlintedDocument = { readonly key: string; readonly text: string; readonly rules: string | null };

/** Lints a document, and keeps the findings. */
export async function lintAndKeep(
  { prisma }: Pick<Database, 'prisma'>,
  orgId: string,
  { key, ...document }: UnlintedDocument & Pick<LintRequest, 'limits'>,
): Promise<Findings> {
  const path = ['input'];
  const findings = await lint({ orgId, ...document, paths: { document: path, rules: path } });
  await prisma.lintResult.createMany({
    data: [{ orgId, key, findings: toStore(findings) }],
    skipDuplicates: true,
  });
  return findings;
}

/** Results that an org keeps. The oldest go. */
const KEPT_MAX = 500;

/** Removes the results of an org that are more than it keeps. */
export async function removeOldest({ prisma }: Pick<Database, 'prisma'>, orgId: string): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM "LintResult" WHERE "id" IN (
      SELECT "id" FROM "LintResult" WHERE "orgId" = ${orgId}::uuid ORDER BY "id" DESC OFFSET ${KEPT_MAX})`;
}
