import { describe, expect, it } from 'vitest';
import { restOperations } from '../../../../src/domain/rest-to-graphql/operations.ts';
import { readRename } from '../../../../src/domain/rest-to-graphql/rename.ts';
import { answering, documentOf } from '../../../support/built-server.ts';

const customerId = { name: 'customerId', in: 'query', schema: { type: 'string' } };
const operations = restOperations(
  documentOf({
    '/c': { get: { operationId: 'getCustomer', parameters: [customerId], ...answering({ type: 'string' }) } },
  }),
);
const read = (rename: unknown) => readRename(rename, operations, ['rename']);

describe('other names for fields and arguments', () => {
  it('are taken where the document has the operation and the argument', () => {
    const rename = { getCustomer: { field: 'customer', arguments: { customerId: 'id' } } };
    expect(read(rename)).toEqual(rename);
  });
  it.each<[what: string, rename: unknown, refusal: [detail: string, path: string[]]]>([
    ['an operation', { getCustomr: {} }, ['Did you mean "getCustomer"?', ['rename', 'getCustomr']]],
    [
      'an argument',
      { getCustomer: { arguments: { customerid: 'id' } } },
      [
        'getCustomer has no argument "customerid"; it has customerId. Did you mean "customerId"?',
        ['rename', 'getCustomer', 'arguments', 'customerid'],
      ],
    ],
    [
      'a member',
      { getCustomer: { fields: 'x' } },
      ['Did you mean "field"?', ['rename', 'getCustomer', 'fields']],
    ],
    [
      'a name of GraphQL',
      { getCustomer: { field: '__x' } },
      ['"__x" is no name in GraphQL', ['rename', 'getCustomer', 'field']],
    ],
  ])(
    'that are for %s that there is not are refused, with the place and what was meant',
    (_what, rename, [detail, path]) => {
      expect(() => read(rename)).toThrow(
        expect.objectContaining({
          code: 'BAD_USER_INPUT',
          message: expect.stringContaining(detail),
          inputPath: path,
        }),
      );
    },
  );
});
