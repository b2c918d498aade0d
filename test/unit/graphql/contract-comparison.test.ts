import { expect, it } from 'vitest';
import type { ApiContract } from '../../../src/graphql/breaks/contract-breaks.ts';
import { contractBreaks, publishedBreaks } from '../../../src/graphql/breaks/contract-comparison.ts';

/** A REST API with so many paths, all of which answer with the properties. */
function contract(paths: number, properties: readonly string[]): ApiContract {
  const schema = {
    type: 'object',
    required: properties,
    properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
  };
  const item = { get: { responses: { 200: { content: { 'application/json': { schema } } } } } };
  const openapi = {
    paths: Object.fromEntries(Array.from({ length: paths }, (_, index) => [`/things${index}`, item])),
  };
  return { kind: 'REST', openapi: JSON.stringify(openapi), sdl: null };
}

const removed = (index: number) =>
  expect.objectContaining({ operation: `GET /things${index}`, message: expect.stringContaining('email') });

it.each([1, 1000])('what breaks the callers of an API with %i paths is told', async (paths) => {
  const [before, after] = [contract(paths, ['id', 'email']), contract(paths, ['id'])];
  const breaks = await contractBreaks(before, after, 'acme');
  expect(breaks).toHaveLength(paths);
  expect(breaks).toContainEqual(removed(0));
  expect(await contractBreaks(after, after, 'acme')).toEqual([]);
  const moved = { operation: null, message: 'its base path is /b now, was /a' };
  const at = (basePath: string) => ({
    name: 'things',
    version: '1.0.0',
    securityDefinitions: [],
    security: [],
    settings: {},
    basePath,
  });
  expect(await publishedBreaks({ ...before, ...at('/a') }, { ...after, ...at('/b') }, 'acme')).toMatchObject([
    moved,
    ...breaks,
  ]);
});

it('large contracts are compared while this process goes on', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const breaks = await contractBreaks(contract(1000, ['id', 'email']), contract(1000, ['id']), 'acme');
  clearInterval(timer);
  expect([breaks.length, turns > 0]).toEqual([1000, true]);
});
