import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  type ActingProduct,
  actionLinks,
} from '../../../src/control-plane/console/pages/catalogs/product-actions.ts';
import { prefilled } from '../../../src/control-plane/console/pages/parts/prefilled.ts';
import { schema } from '../../../src/control-plane/management/schema.ts';
import type { ProductAction } from '../../../src/domain/product/lifecycle.ts';

const address = { org: 'acme', catalog: 'sandbox' };
const actions = schema.getType('ProductAction')?.toConfig() as { values: Record<string, unknown> };
const product = (
  version: string,
  plans: readonly string[],
  allowedActions: readonly ProductAction[] = [],
): ActingProduct => ({
  name: 'customer',
  version,
  state: 'STAGED',
  allowedActions,
  plans: plans.map((name) => ({ name })),
});
function opened(href = '') {
  const parameters = new URL(href, 'http://control.test').searchParams;
  const found = prefilled(parameters.get('open') ?? '', parameters.get('variables') ?? '');
  return { query: found?.query ?? '', input: JSON.parse(found?.variables ?? '{}').input };
}

describe('what can be done with a product', () => {
  it.each(Object.keys(actions.values) as ProductAction[])('is a link to a valid mutation: %s', (action) => {
    const [link] = actionLinks(address, product('1.0.0', ['gold'], [action]), []);
    const { query, input } = opened(link?.href);
    expect(validate(schema, parse(query))).toEqual([]);
    expect(link?.name.toUpperCase().replaceAll(' ', '_')).toBe(action);
    expect(input).toMatchObject({ ...address, dryRun: true });
  });

  it.each([
    ['SUPERSEDE', 'customer:1.10.0'],
    ['SET_MIGRATION_TARGET', 'customer:1.9.1'],
  ] as const)(
    'names the newest other version that it can be done with, and maps the plans: %s',
    (action, next) => {
      const old = product('1.9.0', ['default-plan', 'gold'], [action]);
      const published = { ...product('1.9.1', ['gold']), state: 'PUBLISHED' } as const;
      const staged = product('1.10.0', ['gold', 'silver']);
      const stranger = { ...product('3.0.0', ['gold']), name: 'other' };
      const [link] = actionLinks(address, old, [old, staged, published, product('1.0.0', []), stranger]);
      expect(opened(link?.href).input).toEqual({
        ...address,
        old: 'customer:1.9.0',
        new: next,
        plans: [
          { source: 'default-plan', target: '' },
          { source: 'gold', target: 'gold' },
        ],
        dryRun: true,
      });
    },
  );
});
