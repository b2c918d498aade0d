import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  type ActionChoice,
  choiceOf,
  inputOf,
} from '../../../src/control-plane/console/pages/actions/action-choice.ts';
import { actionLinks } from '../../../src/control-plane/console/pages/actions/action-links.ts';
import {
  type ActionRow,
  apiActions,
  productActions,
} from '../../../src/control-plane/console/pages/actions/action-table.ts';
import { textOf } from '../../../src/control-plane/console/pages/actions/lifecycle-change.ts';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';
import { schema } from '../../../src/control-plane/management/schema.ts';
import type { ProductAction } from '../../../src/domain/product/lifecycle.ts';

const address = { org: 'acme', catalog: 'sandbox', name: 'customer', version: '1.9.0' };
const actionType = schema.getType('ProductAction')?.toConfig() as { values: Record<string, unknown> };
const version = (number: string, plans: readonly string[], state: 'STAGED' | 'PUBLISHED' = 'STAGED') => ({
  name: 'customer',
  title: 'Customer',
  version: number,
  state,
  plans: plans.map((name) => ({ name, title: name })),
});
const scene = {
  catalog: 'Sandbox',
  title: 'Customer 1.9.0',
  product: version('1.9.0', ['default-plan', 'gold'], 'PUBLISHED'),
  candidates: [version('2.0.0', ['gold', 'silver']), version('1.10.0', ['default-plan'])],
};

describe('the actions of the console', () => {
  it.each(Object.keys(actionType.values) as ProductAction[])(
    'lead from a product to its page: %s',
    (action) => {
      const product = {
        name: 'customer',
        version: '1.9.0',
        state: 'STAGED',
        allowedActions: [action],
      } as const;
      const [link, ...others] = actionLinks(messages.en, { org: 'acme', catalog: 'sandbox' }, product);
      expect(link?.href).toMatch(
        /^\/console\/catalogs\/acme\/sandbox\/products\/customer\/1\.9\.0\/[a-z-]+$/,
      );
      expect(others).toEqual([]);
    },
  );

  it.each(Object.entries<ActionRow>({ ...productActions, ...apiActions }))(
    'send a mutation that the schema takes: %s',
    (_name, { mutation }) => {
      expect(validate(schema, parse(textOf({ mutation, input: {} }).query))).toEqual([]);
    },
  );

  it('have the words of their addresses', () => {
    const rows = Object.entries<ActionRow>({ ...productActions, ...apiActions });
    expect(rows.map(([, { name }]) => name)).toEqual(rows.map(([segment]) => segment));
  });
});

describe('the choice of a successor', () => {
  const input = (values: Record<string, string>) =>
    inputOf(productActions.supersede, address, choiceOf(scene, values) as ActionChoice);

  it('begins with the first candidate, and plans of the same name', () => {
    expect(input({})).toEqual({
      org: 'acme',
      catalog: 'sandbox',
      old: 'customer:1.9.0',
      new: 'customer:2.0.0',
      plans: [{ source: 'gold', target: 'gold' }],
    });
  });

  it('is what the form says; a plan that another successor lacks falls back to its name', () => {
    expect(
      input({
        new: 'customer:2.0.0',
        'plan.default-plan': 'silver',
        'plan.gold': '',
        sunsetAt: '2027-01-31',
        sunsetIfIdleDays: '30',
      }),
    ).toMatchObject({
      plans: [{ source: 'default-plan', target: 'silver' }],
      sunsetAt: '2027-01-31T00:00:00Z',
      sunsetIfIdleDays: 30,
    });
    expect(input({ new: 'customer:1.10.0', 'plan.default-plan': 'silver' })).toMatchObject({
      new: 'customer:1.10.0',
      plans: [{ source: 'default-plan', target: 'default-plan' }],
    });
  });
});
