import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { PlanTerms } from '../../../domain/plan/plan.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { nearest } from '../../../foundation/text/did-you-mean.ts';
import { listed } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Api } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { storedPlan } from '../../../infrastructure/database/stored-plan.ts';

type MeteredApi = Pick<Api, 'settings'>;
type MeteredProduct = {
  readonly plans: readonly (Pick<PlanTerms, 'name' | 'limits'> & Partial<Pick<PlanTerms, 'price'>>)[];
  readonly apis: readonly MeteredApi[];
};

const metersOf = (apis: readonly MeteredApi[]): ReadonlySet<string> =>
  new Set(
    apis.flatMap(({ settings }) => (stored<ApiSettings>(settings).meters ?? []).map(({ name }) => name)),
  );

/** Lists what a plan does with each meter. */
const usesOf = ({ limits, price }: MeteredProduct['plans'][number]) => [
  ...limits.map(({ meter }) => ({ verb: 'limits', meter })),
  ...(price?.charges ?? []).map(({ meter }) => ({ verb: 'charges for', meter })),
];

/**
 * Checks that an API of the product has each meter that its plans count. Another one would count nothing.
 *
 * @throws BAD_USER_INPUT
 */
export function checkMetered({ plans, apis }: MeteredProduct, path: InputPath): void {
  const known = metersOf(apis);
  for (const plan of plans)
    for (const { verb, meter } of usesOf(plan)) {
      if (meter == null || known.has(meter)) continue;
      const meant = nearest(meter, known);
      refuse('BAD_USER_INPUT', {
        detail: `The plan ${plan.name} ${verb} the meter ${meter}, which no API of the product has${meant === undefined ? ': set meters of an API first.' : `: did you mean ${meant}?`}`,
        path,
      });
    }
}

/**
 * Refuses an API that has lost a meter which a plan counts.
 *
 * @throws IN_USE, with the plans
 */
export async function refuseLostMeters(
  transaction: Transaction,
  { apiId, path }: { readonly apiId: string; readonly path: InputPath },
): Promise<void> {
  const products = await transaction.product.findMany({
    where: { apis: { some: { apiId } } },
    include: { plans: true, apis: { select: { api: { select: { settings: true } } } } },
    orderBy: { id: 'asc' },
    relationLoadStrategy: 'join',
  });
  const limiting = products.flatMap(({ plans, apis, ...product }) => {
    const known = metersOf(apis.map(({ api }) => api));
    return plans
      .map(storedPlan)
      .filter((plan) => usesOf(plan).some(({ meter }) => meter != null && !known.has(meter)))
      .map(({ name }) => `${name} of ${versionedName(product)}`);
  });
  if (limiting.length === 0) return;
  refuse('IN_USE', {
    detail: `A meter that plans count would be gone. Change the limits and prices of these plans first: ${listed(limiting, 'and')}.`,
    path,
  });
}
