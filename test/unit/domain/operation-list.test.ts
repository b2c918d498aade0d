import { expect, it } from 'vitest';
import { operationList } from '../../../src/openapi/operation-list.ts';

it('operations are listed by path, and by method in the order of the specification', () => {
  const paths = {
    '/b': { delete: { summary: 'Go' }, get: { summary: 7 }, parameters: [], 'x-note': {} },
    '/a/{id}': { $ref: '#/components/pathItems/a' },
    'x-extension': { get: {} },
  };
  const components = { pathItems: { a: { patch: { summary: 'Change' } } } };
  expect(operationList({ paths, components })).toEqual([
    { method: 'PATCH', path: '/a/{id}', summary: 'Change' },
    { method: 'GET', path: '/b', summary: null },
    { method: 'DELETE', path: '/b', summary: 'Go' },
  ]);
});

it('a document without paths has none', () => expect(operationList({})).toEqual([]));
