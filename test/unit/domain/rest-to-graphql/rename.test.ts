import { describe, expect, it } from 'vitest';
import { readRename } from '../../../../src/openapi/to-graphql/rename.ts';
import { restOperations } from '../../../../src/openapi/to-graphql/rest-operations.ts';
import { answering, documentOf } from '../../../support/built-server.ts';

const customerId = { name: 'customerId', in: 'query', schema: { type: 'string' } };
const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
const answer = answering({ type: 'string' });
const operations = restOperations(
  documentOf({
    '/c': {
      get: { operationId: 'getCustomer', parameters: [customerId, page], ...answer },
      post: { operationId: 'addCustomer', ...answer },
    },
    '/o': { get: { operationId: 'order', ...answer } },
  }),
);
const read = (rename: unknown) => readRename(rename, operations, ['rename']);

describe('other names for fields and arguments', () => {
  it('are taken where the document has the operation and the argument', () => {
    const rename = { getCustomer: { field: 'customer', arguments: { customerId: 'id' } } };
    expect(read(rename)).toEqual(rename);
  });
  it('may be those of others that are renamed too, or of the other root type', () => {
    const rename = {
      getCustomer: { field: 'order', arguments: { customerId: 'page', page: 'customerId' } },
      order: { field: 'getCustomer' },
      addCustomer: { field: 'order' },
    };
    expect(read(rename)).toEqual(rename);
  });
  it.each<[what: string, rename: unknown, refusal: [detail: string, path: string[]]]>([
    ['an operation', { getCustomr: {} }, ['Did you mean "getCustomer"?', ['rename', 'getCustomr']]],
    [
      'an argument',
      { getCustomer: { arguments: { customerid: 'id' } } },
      [
        'getCustomer has no argument "customerid"; it has customerId, page. Did you mean "customerId"?',
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
    [
      'a field, one that another has',
      { getCustomer: { field: 'order' } },
      ['Query.order is what "order" is called: choose another name', ['rename', 'getCustomer', 'field']],
    ],
    [
      'two fields, the same',
      { getCustomer: { field: 'x' }, order: { field: 'x' } },
      ['Query.x is what "getCustomer" is called', ['rename', 'order', 'field']],
    ],
    [
      'an argument, one that another has',
      { getCustomer: { arguments: { customerId: 'page' } } },
      ['page is what "page" is called', ['rename', 'getCustomer', 'arguments', 'customerId']],
    ],
  ])(
    'that cannot be given are refused, with the place and what to change: for %s',
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
