// A back-end that breaks its own document: an error at the field, with its path; all else is answered.
// (docs/guides/graphql-servers.md)
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';

// Each server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const text = { type: 'string' };
const Thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    count: { type: 'integer' },
    when: { ...text, format: 'date-time' },
    size: { ...text, enum: ['S', 'L'] },
    tags: { type: 'array', items: text },
    constructor: text,
    inner: { $ref: '#/components/schemas/Thing' },
  },
};
const thing = { $ref: '#/components/schemas/Thing' };
const document = documentOf(
  {
    '/thing': { get: { operationId: 'thing', ...answering(thing) } },
    '/things': { get: { operationId: 'things', ...answering({ type: 'array', items: thing }) } },
    '/well': { get: { operationId: 'well', ...answering(thing) } },
  },
  { Thing },
);

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
  const sources = [{ name: 'a', url: world.url, openapi: document, timeoutMs: 2_000 }];
  expect(await world.make({ title: 'Things', sources })).toMatchObject({ state: 'READY' });
});
afterAll(() => world.close());
afterEach(() => world.answers.clear());

/** Asks for what is broken beside what is well. */
async function ask(query: string) {
  world.answers.set('GET /well', { id: 'w' });
  const { status, data, errors, text: whole } = await world.ask('things', `{ ${query} well { id } }`);
  expect({ status, well: data?.['well'] }).toEqual({ status: 200, well: { id: 'w' } });
  expect(whole).not.toContain('secret');
  return {
    data,
    errors: errors?.map(({ path, extensions }) => [path?.join('.'), extensions['code']]),
  };
}

describe('a value that its document does not allow', () => {
  it.each<[what: string, record: object, at: string]>([
    ['a text for a whole number', { count: 'secret' }, 'count'],
    ['a number with a fraction for a whole one', { count: 1.5 }, 'count'],
    ['a whole number of more than 32 bits', { count: 2 ** 40 }, 'count'],
    ['a record for a text', { when: { secret: 1 } }, 'when'],
    ['a value that the enum has not', { size: 'secret' }, 'size'],
    ['a text for a list', { tags: 'secret' }, 'tags'],
    ['a list for a record', { inner: ['secret'] }, 'inner'],
  ])('%s is null, and an error at that field', async (_what, record, at) => {
    world.answers.set('GET /thing', { id: '1', ...record });
    const { data, errors } = await ask(`thing { id ${at === 'inner' ? 'inner { id }' : at} }`);
    expect(data?.['thing']).toEqual({ id: '1', [at]: null });
    expect(errors).toEqual([[`thing.${at}`, 'BACKEND_ANSWER_INVALID']]);
  });
  it('that is required and missing leaves out its record alone', async () => {
    world.answers.set('GET /things', [{ id: '1' }, { count: 2 }, null, { id: '4', inner: {} }]);
    const { data, errors } = await ask('things { id inner { id } }');
    expect(data?.['things']).toEqual([{ id: '1', inner: null }, null, null, { id: '4', inner: null }]);
    expect(errors).toEqual([
      ['things.1.id', 'BACKEND_ANSWER_INVALID'],
      ['things.3.inner.id', 'BACKEND_ANSWER_INVALID'],
    ]);
  });
  it('is one error of its field where more than 1,000 values do not fit, and each is one up to there', async () => {
    const lacking = (count: number) => Array.from({ length: count }, () => ({ count: 1 }));
    world.answers.set('GET /things', [...lacking(1_000), { id: 'last' }]);
    const some = await ask('things { id }');
    expect(some.data?.['things']).toEqual([...lacking(1_000).map(() => null), { id: 'last' }]);
    expect(some.errors).toHaveLength(1_000);
    expect(some.errors?.[999]).toEqual(['things.999.id', 'BACKEND_ANSWER_INVALID']);

    world.answers.set('GET /things', [{ id: 'first' }, ...lacking(1_001)]);
    const { errors, data } = await world.ask('things', '{ well { id } things { id } }');
    expect({ errors, data }).toEqual({
      errors: [
        {
          message:
            'The back-end sent more than 1000 values of other types than its document describes, the first at things.1.id: the document or the back-end has to be corrected.',
          locations: [{ line: 1, column: 15 }],
          path: ['things'],
          extensions: { code: 'BACKEND_ANSWER_INVALID' },
        },
      ],
      data: { well: { id: 'w' }, things: null },
    });
  });
  it('and that no member has, though every object of JavaScript does, is null', async () => {
    world.answers.set('GET /thing', { id: '1' });
    expect(await ask('thing { constructor }')).toMatchObject({ data: { thing: { constructor: null } } });
  });
});

describe('an answer that is none', () => {
  const send =
    (status: number, type: string, body: string) => (_request: unknown, response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body);

  const sendCoded = (coding: string, body: Buffer) => (_request: unknown, response: ServerResponse) =>
    response.writeHead(200, { 'content-encoding': coding }).end(body);

  it.each<[what: string, answer: unknown, code: string]>([
    ['HTML', send(200, 'text/html', '<h1>secret</h1>'), 'BACKEND_ANSWER_INVALID'],
    ['JSON that is cut off', send(200, 'application/json', '{"id": "secret'), 'BACKEND_ANSWER_INVALID'],
    ['nothing at all', send(200, 'application/json', ''), 'BACKEND_ANSWER_INVALID'],
    ['a list for a record', '[{"id":"secret"}]', 'BACKEND_ANSWER_INVALID'],
    ['a text for a record', '"secret"', 'BACKEND_ANSWER_INVALID'],
    [
      '500 with a problem',
      send(500, 'application/problem+json', '{"title":"secret"}'),
      'BACKEND_ANSWER_INVALID',
    ],
    ['what is no gzip, as gzip', sendCoded('gzip', Buffer.from('{"id":"secret"}')), 'BACKEND_ANSWER_INVALID'],
    ['a coding that nobody knows', sendCoded('secret', Buffer.from('{}')), 'BACKEND_ANSWER_INVALID'],
    [
      'a little gzip that is more than 10 MB',
      sendCoded('gzip', gzipSync(Buffer.alloc(10_000_001, ' '))),
      'BACKEND_ANSWER_INVALID',
    ],
    ['a redirect', send(302, 'text/plain', 'secret'), 'BACKEND_ANSWER_INVALID'],
    [
      'more than 10 MB',
      send(200, 'application/json', `"${'x'.repeat(10_000_001)}"`),
      'BACKEND_ANSWER_INVALID',
    ],
    [
      'a connection that breaks off',
      (_request: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"id":');
        response.destroy();
      },
      'BACKEND_UNREACHABLE',
    ],
    [
      'a body that never comes',
      (_request: unknown, response: ServerResponse) => response.writeHead(200).write('{'),
      'BACKEND_TIMEOUT',
    ],
  ])('%s is null, and an error at that field', async (_what, answer, code) => {
    world.answers.set('GET /thing', answer);
    const { data, errors } = await ask('thing { id }');
    expect({ thing: data?.['thing'], errors }).toEqual({ thing: null, errors: [['thing', code]] });
  });
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is read when it is compressed: %s', async (coding, compress) => {
    world.answers.set('GET /thing', sendCoded(coding, compress('{"id":"1"}')));
    expect(await ask('thing { id }')).toMatchObject({ data: { thing: { id: '1' } }, errors: undefined });
  });
  it('is asked for again when a kept connection ends just as it is used', async () => {
    let asked = 0;
    world.answers.set('GET /thing', ({ socket }: IncomingMessage, response: ServerResponse) => {
      asked += 1;
      if (asked === 1) socket.destroy();
      else response.end('{"id":"1"}');
    });
    expect(await ask('thing { id }')).toMatchObject({ data: { thing: { id: '1' } }, errors: undefined });
    expect(asked).toBe(2);
  });
  it('204 is null without an error', async () => {
    world.answers.set('GET /thing', (_request: unknown, response: ServerResponse) =>
      response.writeHead(204).end(),
    );
    expect(await ask('thing { id }')).toMatchObject({ data: { thing: null }, errors: undefined });
  });
});
