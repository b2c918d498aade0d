import { describe, expect, it } from 'vitest';
import {
  allowedMethods,
  methodsAt,
  type OperationTree,
  operationBy,
  readOperations,
} from '../../../src/openapi/path-template.ts';

const document = {
  info: { title: 'Customers', version: '1.0.0' },
  paths: {
    '/': { get: {} },
    '/customers': { get: {}, post: {}, parameters: [] },
    '/customers/me': { get: {} },
    '/customers/{id}': { get: {}, put: {}, delete: {} },
    '/customers/{customerId}/orders/{orderId}': { get: {} },
    '/reports/{name}.{format}': { get: {} },
    '/reports/{name}': { post: {} },
    '/v{version}/{a}-{b}': { head: {} },
    '/a.b+(c)[d]*|^$': { get: {} },
    '/.*/{id}.x': { get: {} },
    '/größe/{id}': { get: {} },
    '/maße-{id}': { put: {} },
    '/a%2fb': { post: {} },
    '/elsewhere': { $ref: '#/components/pathItems/x' },
    'x-not-a-path': { get: {} },
  },
};
const operations = readOperations(document) as OperationTree;
const at = (path: string) => {
  const methods = methodsAt(operations, path);
  return methods && [...methods.keys()].join(' ');
};

describe('the operations of a document', () => {
  it.each([
    ['/', 'GET'],
    ['/customers', 'GET POST'],
    ['/customers/me', 'GET'],
    ['/customers/mine', 'GET PUT DELETE'],
    ['/customers/1%2F2', 'GET PUT DELETE'],
    ['/customers/1/orders/2', 'GET'],
    ['/customers/me/orders/2', 'GET'],
    ['/reports/a.b.json', 'GET'],
    ['/reports/a', 'POST'],
    ['/v2/x-y', 'HEAD'],
    ['/a.b+(c)[d]*|^$', 'GET'],
    ['/axb+(c)[d]*|^$', undefined],
    ['/.*/1.x', 'GET'],
    ['/any/1.x', undefined],
    ['/.*/1yx', undefined],
    ['/gr%C3%B6%C3%9Fe/1', 'GET'],
    ['/gr%c3%b6%c3%9fe/1', 'GET'],
    ['/ma%C3%9Fe-1', 'PUT'],
    ['/a%2Fb', 'POST'],
    ['/a%2fb', 'POST'],
    ['/a/b', undefined],
  ])('are found at %s: %s', (path, methods) => {
    expect(at(path)).toBe(methods);
  });

  it.each([
    '/customer',
    '/customers/',
    '/customers/1/',
    '/customers/1/orders',
    '/customers//orders/2',
    '/reports/',
    '/v/x-y',
    '/v2/x-',
    '/v2/-y',
    '/CUSTOMERS',
    '/x-not-a-path',
  ])('are not found at %s', (path) => {
    expect(at(path)).toBeUndefined();
  });

  it('are named by method and template, never by what was called', () => {
    const methods = methodsAt(operations, '/customers/1/orders/2');
    expect([...(methods?.values() ?? [])]).toEqual(['GET /customers/{customerId}/orders/{orderId}']);
  });

  it('of a path that refers to another document are all methods', () => {
    expect(at('/elsewhere')?.split(' ')).toContain('PATCH');
  });

  it.each([null, undefined, 'text', {}, { paths: null }])('are unknown without paths: %j', (document) => {
    expect(readOperations(document)).toBeUndefined();
  });
});

describe('a method', () => {
  it('HEAD goes where GET goes', () => {
    const get = new Map([['GET', 'GET /x']]);
    expect([operationBy(get, 'HEAD'), operationBy(get, 'POST')]).toEqual(['GET /x', undefined]);
    expect(operationBy(new Map([['POST', 'POST /x']]), 'HEAD')).toBeUndefined();
    expect([allowedMethods(['GET']), allowedMethods(['POST', 'PUT'])]).toEqual(['GET, HEAD', 'POST, PUT']);
  });
});
