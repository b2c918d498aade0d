import { describe, expect, it } from 'vitest';
import { NO_AUDIENCE } from '../../../../src/domain/consumer/audience.ts';
import type { CatalogProductDefinition } from '../../../../src/domain/manifest/definition.ts';
import { removalPath, transitionPath } from '../../../../src/domain/manifest/position-path.ts';
import {
  type Position,
  type ProductState,
  productTransitions,
} from '../../../../src/domain/product/lifecycle.ts';
import { NO_WORDS } from '../../../../src/domain/product/product-words.ts';

const STATES: readonly ProductState[] = ['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'];
const target = { product: 'customer:2.0.0', plans: [{ source: 'default-plan', target: 'gold' }] };

function position(
  state: ProductState,
  changes: Partial<CatalogProductDefinition> = {},
): CatalogProductDefinition {
  return {
    catalog: 'sandbox',
    product: 'customer:1.0.0',
    state,
    visibility: 'PUBLIC',
    subscribability: 'AUTHENTICATED',
    visibleTo: NO_AUDIENCE,
    subscribableBy: NO_AUDIENCE,
    planAudiences: [],
    subscriptionForm: null,
    copy: { title: 'Customer', words: NO_WORDS, plans: [], apis: [] },
    online: [],
    migrationTarget: null,
    sunsetAt: null,
    sunsetIfIdleDays: null,
    ...changes,
  };
}

const edited = { copy: { title: 'Edited', words: NO_WORDS, plans: [], apis: [] } };

describe('the way to a position', () => {
  it.each<[Position, ProductState, string | undefined]>([
    [null, 'STAGED', 'STAGE'],
    [null, 'PUBLISHED', 'PUBLISH'],
    [null, 'DEPRECATED', 'PUBLISH DEPRECATE'],
    [null, 'RETIRED', 'PUBLISH RETIRE'],
    [null, 'ARCHIVED', 'PUBLISH RETIRE ARCHIVE'],
    ['STAGED', 'PUBLISHED', 'PUBLISH'],
    ['STAGED', 'DEPRECATED', 'PUBLISH DEPRECATE'],
    ['PUBLISHED', 'DEPRECATED', 'DEPRECATE'],
    ['PUBLISHED', 'RETIRED', 'RETIRE'],
    ['PUBLISHED', 'STAGED', undefined],
    ['DEPRECATED', 'PUBLISHED', 'PUBLISH'],
    ['DEPRECATED', 'STAGED', undefined],
    ['RETIRED', 'STAGED', 'STAGE'],
    ['RETIRED', 'PUBLISHED', 'STAGE PUBLISH'],
    ['ARCHIVED', 'PUBLISHED', undefined],
    ['ARCHIVED', 'RETIRED', undefined],
  ])('from %s to %s is %s', (from, to, way) => {
    expect(transitionPath(from === null ? undefined : position(from), position(to))?.join(' ')).toBe(way);
  });

  it.each(STATES)('is nothing where it is %s already', (state) => {
    expect(transitionPath(position(state), position(state))).toEqual([]);
  });

  it('takes rows of the table alone, and retires nothing that is to serve', () => {
    for (const from of [null, ...STATES])
      for (const to of STATES) {
        let state: Position = from;
        for (const action of transitionPath(from === null ? undefined : position(from), position(to)) ?? []) {
          const row = productTransitions.find((each) => each.from === state && each.action === action);
          expect(row, `${state} ${action}`).toBeDefined();
          state = row?.to ?? null;
          if (to !== 'RETIRED' && to !== 'ARCHIVED') expect(state).not.toBe('RETIRED');
        }
      }
  });

  it.each<[ProductState, string | undefined]>([
    ['STAGED', 'STAGE'],
    ['PUBLISHED', 'PUBLISH'],
    ['DEPRECATED', 'PUBLISH DEPRECATE'],
    ['ARCHIVED', undefined],
  ])('brings the edits into what is %s: %s', (state, way) => {
    expect(transitionPath(position(state), position(state, edited))?.join(' ')).toBe(way);
  });

  it('supersedes where subscribers are offered to go elsewhere', () => {
    expect(
      transitionPath(position('PUBLISHED'), position('DEPRECATED', { migrationTarget: target })),
    ).toEqual(['SUPERSEDE']);
    expect(transitionPath(undefined, position('DEPRECATED', { migrationTarget: target }))).toEqual([
      'PUBLISH',
      'SUPERSEDE',
    ]);
  });

  it('sets another migration target without another state', () => {
    expect(
      transitionPath(position('DEPRECATED'), position('DEPRECATED', { migrationTarget: target })),
    ).toEqual(['SET_MIGRATION_TARGET']);
  });

  it('keeps the migration target where another sunset is said', () => {
    const before = position('DEPRECATED', { migrationTarget: target, sunsetAt: '2028-01-01T00:00:00.000Z' });
    const after = { ...before, sunsetAt: '2029-01-01T00:00:00.000Z' };
    expect(transitionPath(before, after)).toEqual(['PUBLISH', 'SUPERSEDE']);
  });
});

describe('the way out of a catalog', () => {
  it.each<[ProductState, string]>([
    ['STAGED', 'REMOVE'],
    ['PUBLISHED', 'RETIRE REMOVE'],
    ['DEPRECATED', 'RETIRE REMOVE'],
    ['RETIRED', 'REMOVE'],
    ['ARCHIVED', 'REMOVE'],
  ])('of what is %s is %s', (state, way) => {
    expect(removalPath(position(state))?.join(' ')).toBe(way);
  });
});
