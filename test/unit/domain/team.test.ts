import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/portal/api/schema.ts';
import { hasRight, memberRoles, portalRights } from '../../../src/domain/consumer/team.ts';

const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

describe('the rights of people of a consumer org', () => {
  it('have a row for each mutation of the portal, and no other', () => {
    expect(Object.keys(portalRights).toSorted()).toEqual(mutations.toSorted());
  });

  it.each([
    ['NONE', [true, true, true, true]],
    ['SIGNED_IN', [true, true, true, false]],
    ['DEVELOPER', [true, true, false, false]],
    ['OWNER', [true, false, false, false]],
  ] as const)('%s: owner, developer, viewer, nobody', (right, expected) => {
    expect([...memberRoles, undefined].map((role) => hasRight(role, right))).toEqual(expected);
  });
});
