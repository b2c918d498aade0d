// What a document may not do, and what a server says of it: issue by issue, the sentence that says why.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GraphQLServers } from '../../../src/data-plane/graphql-server/serve/graphql-servers.ts';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';
import { nobodyKnown } from '../../support/graphql-server.ts';
import { isThorough } from '../../support/runs.ts';

// Each server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
});
afterAll(() => world.close());

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const get = (schema: object) => ({ get: { operationId: 'get', ...answering(schema) } });
const sources = (openapi: unknown) => [{ name: 'a', url: world.url, openapi }];

describe('a document is refused at once', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi']
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
    .join('\n')}\n`;
  const paths = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, get(text)]));
  const nested = (depth: number): object =>
    depth === 0 ? text : { type: 'array', items: nested(depth - 1) };

  it.each<[what: string, document: () => unknown, refusal: [code: string, words: string]]>([
    ['of YAML that unfolds without end', () => `${bomb}openapi: 3.0.3`, ['OPENAPI_INVALID', 'alias']],
    [
      'that refers to another document',
      () => documentOf({ '/a': get({ $ref: 'http://169.254.169.254/latest#/x' }) }),
      ['OPENAPI_INVALID', 'is in another document'],
    ],
    [
      'that refers to a file',
      () => documentOf({ '/a': get({ $ref: '../../etc/passwd' }) }),
      ['OPENAPI_INVALID', 'is in another document'],
    ],
    [
      'with a template',
      () => documentOf({ '/a/{env.SECRET_KEY}': get(text) }),
      ['OPENAPI_INVALID', 'begins a template'],
    ],
    [
      'of ten thousand operations',
      () => documentOf(paths(10_000)),
      ['OPENAPI_INVALID', 'there are 10000 operations; a source may have 5000'],
    ],
    [
      'that is nested without end',
      () => documentOf({ '/a': get(nested(120)) }),
      ['OPENAPI_INVALID', 'nested deeper than 100 levels'],
    ],
  ])('%s', async (_what, document, [code, words]) => {
    const input = { title: 'Hostile', policies: {}, sources: sources(document()) };
    expect(await world.refused('createGraphQLServer', input, '{ name }')).toMatchObject({
      code,
      path: ['input', 'sources', 0, 'openapi'],
      message: expect.stringContaining(words),
    });
  });

  it.each<[what: string, document: object]>([
    ['a method in capitals', documentOf({ '/a': { ...get(text), GET: answering(text) } })],
    [
      'a member that OpenAPI does not have',
      documentOf({ '/a': { get: { ...answering(text), colour: 'red' } } }),
    ],
    ['a schema of no type', documentOf({ '/a': get(text) }, { A: { type: 'thing' } })],
  ])('with %s, as createApi refuses it', async (_what, openapi) => {
    const api = await world.refused('createApi', { title: 'Hostile', openapi }, '{ name }');
    const input = { title: 'Hostile', policies: {}, sources: sources(openapi) };
    expect(await world.refused('createGraphQLServer', input, '{ name }')).toEqual({
      ...api,
      code: 'OPENAPI_INVALID',
      path: ['input', 'sources', 0, 'openapi'],
    });
  });
});

describe('a document that takes too much', () => {
  it('of space, more than 20 MB, is refused at once', async () => {
    const document = documentOf({ '/a': get({ ...text, description: 'x'.repeat(21 * 1_048_576) }) });
    const input = { title: 'Hostile', policies: {}, sources: sources(document) };
    expect(await world.refused('createGraphQLServer', input, '{ name }')).toMatchObject({
      status: 413,
      code: 'REQUEST_TOO_LARGE',
    });
  });

  /** Each of these types has the members of all that follow it. */
  const tower = (height: number) => {
    const levels = Array.from({ length: height }, (_, at) => [
      `L${at}`,
      { allOf: [ref(`L${at + 1}`), { properties: { [`m${at}`]: ref(`L${(at * 7) % height}`) } }] },
    ]);
    return documentOf({ '/a': get(ref('L0')) }, Object.fromEntries(levels));
  };
  /** What becomes of it under these limits, in another process as it were. */
  async function built(openapi: unknown, buildLimits: { timeMs: number; memoryMb: number }) {
    const name = 'tower';
    await world.mutate('createGraphQLServer', { title: name, sources: sources(openapi) }, '{ name }');
    const faults: unknown[] = [];
    const servers = new GraphQLServers({
      ...nobodyKnown,
      ...world.deps,
      buildLimits,
      backendsUrl: world.url,
      onFault: (fault) => faults.push(fault),
    });
    await servers.refresh();
    servers.close();
    const standing = await world.serverState(name);
    expect(faults).toEqual([]);
    await world.mutate('deleteGraphQLServer', { name }, '');
    return standing;
  }

  it('of time ends as Failed, and this process goes on', async () => {
    const limits = { timeMs: 1, memoryMb: 512 };
    expect(await built(tower(200), limits)).toMatchObject({
      state: 'FAILED',
      // A busy machine may leave the child process none of its millisecond: integration/child-processes tells the two
      // apart.
      failure: expect.stringMatching(
        /^(It takes more than 0\.001 seconds to build|This is temporarily unavailable)\.$/,
      ),
    });
  });
  it('of memory ends as Failed, and this process goes on', async () => {
    // A newer Node takes less memory for the same.
    expect(await built(tower(1_500), { timeMs: 60_000, memoryMb: 64 })).toMatchObject({
      state: 'FAILED',
      failure: 'It takes more than 64 MB of memory to build.',
    });
  });
  /** Types that refer on, each to the next. */
  function rowOf(length: number): unknown {
    const row = Array.from({ length }, (_, at) => {
      const next = at + 1 < length ? ref(`T${at + 1}`) : text;
      return [`T${at}`, { type: 'object', properties: { next } }];
    });
    return documentOf({ '/a': get(ref('T0')) }, Object.fromEntries(row));
  }
  const roomy = { timeMs: 60_000, memoryMb: 1_024 };
  it.runIf(isThorough)('of stack ends as Failed with the reason', async () => {
    expect(await built(rowOf(30_000), roomy)).toMatchObject({
      state: 'FAILED',
      failure:
        'Its types refer on from one to the next too far to be followed: leave some out of its documents.',
    });
  });
  it('of stack for this process, but not for a child process, is built once: how much room there is differs', async () => {
    expect(['FAILED', 'READY']).toContain((await built(rowOf(6_000), roomy)).state);
  });
  it('of neither, though deep, becomes a server: a hundred levels of allOf', async () => {
    expect(await built(tower(100), { timeMs: 60_000, memoryMb: 512 })).toMatchObject({
      state: 'READY',
      failure: null,
    });
  });
});
