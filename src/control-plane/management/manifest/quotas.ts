import type { Kind } from '../../../domain/manifest/definition.ts';
import { faultOf } from '../../../domain/manifest/manifest-fault.ts';
import type { ManifestStep } from '../../../domain/manifest/plan-manifest.ts';
import type { StoredResource } from '../../../domain/org/quota.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { StepRefused } from './step-refused.ts';
import type { WriteContext } from './write-context.ts';

/** Resources with a quota for each kind. */
const resources: Readonly<Partial<Record<Kind, StoredResource>>> = {
  Backend: 'BACKENDS',
  RuleSet: 'RULE_SETS',
  Api: 'APIS',
  Product: 'PRODUCTS',
  Catalog: 'CATALOGS',
  GraphQLServer: 'GRAPHQL_SERVERS',
  UserRegistry: 'USER_REGISTRIES',
  OAuthProvider: 'OAUTH_PROVIDERS',
};

/**
 * Checks the quotas of an org for a manifest. All steps of a kind are counted at once, before the first is carried
 * out: what goes makes room for what comes.
 */
export async function checkQuotas(
  { transaction, orgId, clock }: WriteContext,
  steps: readonly ManifestStep[],
): Promise<void> {
  for (const [kind, resource] of Object.entries(resources)) {
    const ofKind = (action: ManifestStep['action']) =>
      steps.filter((step) => step.kind === kind && step.action === action);
    const [first, ...others] = ofKind('CREATE');
    const adding = others.length + 1 - ofKind('DELETE').length;
    if (!first || adding <= 0) continue;
    const input = { resource, ownerId: orgId, now: clock(), adding, path: ['input'] };
    await checkQuota(transaction, input).catch((error: unknown) => {
      throw error instanceof Refusal ? new StepRefused(faultOf(error, first.path)) : error;
    });
  }
}
