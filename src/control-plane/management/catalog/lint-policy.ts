import { Prisma } from '../../../../bundles/prisma.js';
import {
  type LintPolicy,
  type LintPolicyDraft,
  lintPolicyFrom,
} from '../../../domain/product/lint-policy.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { FindingSeverityEnum } from '../lint/finding.ts';
import { runnableRules } from '../lint/lint.ts';

const texts = {
  ruleSet: 'The rule set, by name; `spectral:oas` is the one of Spectral, which every org has.',
  refuseStage: 'The least severity that refuses to stage a product, with RULES_BROKEN; null refuses nothing.',
  refusePublish:
    'The least severity that refuses to publish, supersede or replace a product; null refuses nothing.',
};

export const LintPolicyRef = builder.objectRef<LintPolicy>('LintPolicy').implement({
  description:
    'The rules that OpenAPI documents are held to when they come into a catalog. What they find and do not refuse is a warning.',
  fields: (t) => ({
    ruleSet: t.exposeString('ruleSet', { description: texts.ruleSet }),
    refuseStage: t.expose('refuseStage', {
      type: FindingSeverityEnum,
      nullable: true,
      description: texts.refuseStage,
    }),
    refusePublish: t.expose('refusePublish', {
      type: FindingSeverityEnum,
      nullable: true,
      description: texts.refusePublish,
    }),
  }),
});

export const LintPolicyInput = builder.inputType('LintPolicyInput', {
  description: 'The rules that OpenAPI documents are held to when they come into a catalog.',
  fields: (t) => ({
    ruleSet: t.string({ defaultValue: 'spectral:oas', required: true, description: texts.ruleSet }),
    refuseStage: t.field({ type: FindingSeverityEnum, description: texts.refuseStage }),
    refusePublish: t.field({ type: FindingSeverityEnum, description: texts.refusePublish }),
  }),
});

/** The column of a policy. Undefined leaves it, null takes it away. @throws NOT_FOUND for an unknown rule set */
export async function lintPolicyColumn(
  transaction: Transaction,
  orgId: string,
  draft: LintPolicyDraft | null | undefined,
): Promise<Prisma.InputJsonValue | typeof Prisma.DbNull | undefined> {
  if (draft === undefined) return undefined;
  if (draft === null) return Prisma.DbNull;
  const policy = lintPolicyFrom(draft);
  await runnableRules(transaction, { orgId, name: policy.ruleSet, path: ['input', 'lintPolicy', 'ruleSet'] });
  return toStore(policy);
}
