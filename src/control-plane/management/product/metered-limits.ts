import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { PlanTerms } from '../../../domain/plan/plan.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { nearest } from '../../../foundation/text/did-you-mean.ts';
import type { Api } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';

type MeteredProduct = {
  readonly plans: readonly Pick<PlanTerms, 'name' | 'limits'>[];
  readonly apis: readonly Pick<Api, 'settings'>[];
};

/**
 * Checks that an API of the product has each meter that its plans limit. A limit on another one would count nothing.
 *
 * @throws BAD_USER_INPUT
 */
export function checkMetered({ plans, apis }: MeteredProduct, path: InputPath): void {
  const known = new Set(
    apis.flatMap(({ settings }) => (stored<ApiSettings>(settings).meters ?? []).map(({ name }) => name)),
  );
  for (const plan of plans)
    for (const { meter } of plan.limits) {
      if (meter == null || known.has(meter)) continue;
      const meant = nearest(meter, known);
      refuse('BAD_USER_INPUT', {
        detail: `The plan ${plan.name} limits the meter ${meter}, which no API of the product has${meant === undefined ? ': set meters of an API first.' : `: did you mean ${meant}?`}`,
        path,
      });
    }
}
