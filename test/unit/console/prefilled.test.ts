import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  linkTo,
  mutations,
  type PrefilledMutation,
  prefilled,
} from '../../../src/control-plane/console/pages/parts/prefilled.ts';
import { schema } from '../../../src/control-plane/management/schema.ts';

const opened = (link: string) => {
  const parameters = new URL(link, 'http://control.test').searchParams;
  return prefilled(parameters.get('open') ?? undefined, parameters.get('variables') ?? undefined);
};

describe('a link to a mutation', () => {
  it.each(Object.keys(mutations) as PrefilledMutation[])(
    'opens a document that the schema takes: %s',
    (name) => {
      const document = opened(linkTo(name, {}))?.query ?? '';
      expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
    },
  );

  it('opens it with the input of its row, however it is written', () => {
    const input = { org: 'acme', reason: 'a & b = "c"\n<script>', id: '1' };
    expect(JSON.parse(opened(linkTo('deleteProduct', input))?.variables ?? '')).toEqual({ input });
  });

  it.each([undefined, '', 'nothing', 'toString', '__proto__'])(
    'opens nothing for no mutation of ours: %s',
    (name) => {
      expect(prefilled(name, '{}')).toBeUndefined();
    },
  );

  it('shows variables that are no JSON as they came', () => {
    expect(prefilled('stageProduct', '{')?.variables).toBe('{');
    expect(prefilled('stageProduct', undefined)?.variables).toBe('{}');
  });
});
