import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../src/domain/rehearsal/answer-shape.ts';
import { responseNames } from '../../../src/graphql/schema/response-names.ts';

const placesOf = (document: string, data: object, operation = '') => [
  ...shapeOf({ data }, responseNames(parse(document), operation), '').keys(),
];

describe('the places of a GraphQL answer', () => {
  it('are its fields, through aliases and fragments that spread each other', () => {
    const document = `query A { mine: customer { ...F } } query B { other }
      fragment F on Customer { n: name friends { ...G ... on Customer { e: email } } }
      fragment G on Customer { ...F id }`;
    const customer = { n: 'x', friends: [{ n: 'y', id: 1, e: 'z', friends: [{ n: 'w' }] }] };
    expect(placesOf(document, { mine: customer }, 'A')).toEqual([
      '',
      '/data',
      '/data/customer',
      '/data/customer/name',
      '/data/customer/friends',
      '/data/customer/friends/*',
      '/data/customer/friends/*/name',
      '/data/customer/friends/*/id',
      '/data/customer/friends/*/email',
      '/data/customer/friends/*/friends',
      '/data/customer/friends/*/friends/*',
      '/data/customer/friends/*/friends/*/name',
    ]);
  });

  it('show nothing that was not asked for, and nothing within scalars and errors', () => {
    expect(placesOf('{ a: json }', { a: { key: { deeper: 1 } }, unasked: 1 })).toEqual([
      '',
      '/data',
      '/data/json',
      '/data/json/*',
      '/data/json/*/*',
      '/data/*',
    ]);
    const names = responseNames(parse('{ a }'));
    expect([...shapeOf({ errors: [{ message: 'x' }], secret: 1 }, names, '').keys()]).toEqual([
      '',
      '/errors',
      '/*',
    ]);
  });
});
