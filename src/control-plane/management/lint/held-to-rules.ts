import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { countsWords, findingsWords, type LintPolicy } from '../../../domain/product/lint-policy.ts';
import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { Catalog } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { countFrom, type Findings } from '../../../openapi/lint/finding.ts';
import { keptFindings, type RunnableRules, resultKey, runnableRules } from './lint.ts';
import { LintNeeded } from './linting-first.ts';

/** A catalog, whose policy says which rules hold. */
export type RuledCatalog = Pick<Catalog, 'orgId' | 'name' | 'lintPolicy'>;

type CopiedDocument = VersionedName & { readonly id: string; readonly hash: string };

/**
 * Holds the documents of a catalog product to the rules of its catalog. GraphQL APIs have none.
 *
 * @returns what the rules find, as warnings
 * @throws RULES_BROKEN where the catalog refuses findings of their severity; LintNeeded for documents that are new
 */
export async function heldToRules(
  transaction: Transaction,
  catalog: RuledCatalog,
  { id, to }: { readonly id: string; readonly to: 'STAGED' | 'PUBLISHED' },
): Promise<LifecycleWarning[]> {
  const policy = stored<LintPolicy | null>(catalog.lintPolicy);
  if (!policy) return [];
  const { orgId } = catalog;
  const rules = await runnableRules(transaction, { orgId, name: policy.ruleSet, path: ['input'] });
  const documents = await documentsOf(transaction, id);
  const found = await findingsOf(transaction, { orgId, rules, documents });
  const bound = to === 'PUBLISHED' ? policy.refusePublish : policy.refuseStage;
  return documents.flatMap((document, index) => {
    const findings = found[index];
    const api = versionedName(document);
    if (!findings || countFrom(findings, 'HINT') === 0) return [];
    const refused = bound ? countFrom(findings, bound) : 0;
    if (refused > 0)
      refuse('RULES_BROKEN', {
        detail: `The document of ${api} has ${quantity(refused, 'finding')} of the rule set ${policy.ruleSet} that the catalog ${catalog.name} does not take ${to === 'PUBLISHED' ? 'when it is published' : 'when it is staged'}: ${findingsWords(findings, refused)}. Mend the document; \`Api.findings\` lists all.`,
        path: ['input'],
        facts: { api, ruleSet: policy.ruleSet, counts: findings.counts },
      });
    return [warningOf({ api, ruleSet: policy.ruleSet, findings })];
  });
}

type Found = { readonly api: string; readonly ruleSet: string; readonly findings: Findings };

function warningOf({ api, ruleSet, findings }: Found): LifecycleWarning {
  const total = countFrom(findings, 'HINT');
  return {
    code: 'RULE_FINDINGS',
    message: `The rule set ${ruleSet} finds ${countsWords(findings)} in the document of ${api}: ${findingsWords(findings, total)}.`,
    subject: api,
    facts: { api, ruleSet, counts: findings.counts, first: findings.first.slice(0, NAMED_MAX) },
  };
}

const NAMED_MAX = 5;

/** Reads the documents of a copy by their hashes. Their texts stay in the database. */
function documentsOf(transaction: Transaction, catalogProductId: string): Promise<CopiedDocument[]> {
  return transaction.$queryRaw<CopiedDocument[]>`
    SELECT "id"::text, "name", "version", encode(sha256(convert_to("openapi"::text, 'UTF8')), 'hex') AS "hash"
    FROM "CatalogApi" WHERE "catalogProductId" = ${catalogProductId}::uuid AND "openapi" IS NOT NULL ORDER BY "position"`;
}

type FindingsRequest = {
  readonly orgId: string;
  readonly rules: RunnableRules;
  readonly documents: readonly CopiedDocument[];
};

async function findingsOf(
  transaction: Transaction,
  { orgId, rules, documents }: FindingsRequest,
): Promise<Findings[]> {
  const keyOf = ({ hash }: CopiedDocument) => resultKey(hash, rules);
  const kept = await keptFindings(transaction, orgId, documents.map(keyOf));
  const unlinted = documents.filter((document) => !kept.has(keyOf(document)));
  if (unlinted.length > 0)
    throw new LintNeeded(
      await Promise.all(
        unlinted.map(async (document) => ({
          key: keyOf(document),
          rules: rules.rules,
          text: (await readOpenApi(transaction, 'CatalogApi', document.id)) ?? '{}',
        })),
      ),
    );
  return documents.flatMap((document) => kept.get(keyOf(document)) ?? []);
}
