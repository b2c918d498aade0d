import { describe, expect, it } from 'vitest';
import * as management from '../../../src/control-plane/management/costs.ts';
import { schema as managementSchema } from '../../../src/control-plane/management/schema.ts';
import * as portal from '../../../src/control-plane/portal/api/costs.ts';
import { schema as portalSchema } from '../../../src/control-plane/portal/api/schema.ts';
import { costFault } from '../../../src/graphql/cost/cost-rules.ts';

describe('the costs of the platform’s own APIs', () => {
  it('are of places that are in their schemas', () => {
    expect(costFault(managementSchema, management.costs)).toBeUndefined();
    expect(costFault(portalSchema, portal.costs)).toBeUndefined();
  });
});
