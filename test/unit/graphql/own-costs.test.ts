import { describe, expect, it } from 'vitest';
import { costFault } from '../../../src/graphql/cost-rules.ts';
import * as management from '../../../src/management/costs.ts';
import { schema as managementSchema } from '../../../src/management/schema.ts';
import * as portal from '../../../src/portal/costs.ts';
import { schema as portalSchema } from '../../../src/portal/schema.ts';

describe('the costs of the platform’s own APIs', () => {
  it('are of places that are in their schemas', () => {
    expect(costFault(managementSchema, management.costs)).toBeUndefined();
    expect(costFault(portalSchema, portal.costs)).toBeUndefined();
  });
});
