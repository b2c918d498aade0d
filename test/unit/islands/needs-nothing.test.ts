import { describe, expect, it } from 'vitest';
import { needsNothing } from '../../../web/scalar/needs-nothing.ts';

const optional = { name: 'page', in: 'query', schema: { type: 'integer' } };
const required = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const document = {
  paths: {
    '/things': { get: { parameters: [optional] }, post: {} },
    '/things/{id}': { parameters: [required], get: {} },
    '/search': { get: { parameters: [optional, { ...required, in: 'query' }] } },
    '/shared': { get: { parameters: [{ $ref: '#/components/parameters/id' }] } },
  },
};

describe('a request that Try it sends at once', () => {
  it.each([
    ['get', '/things', true],
    ['post', '/things', false],
    ['get', '/things/{id}', false],
    ['get', '/search', false],
    ['get', '/shared', false],
  ])('%s %s: %s', (method, path, isSent) => {
    expect(needsNothing(document, { method, path })).toBe(isSent);
  });
});
