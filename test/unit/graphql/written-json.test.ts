import { GraphQLNonNull, GraphQLObjectType, GraphQLScalarType, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, it } from 'vitest';
import { jsonText } from '../../../src/foundation/json-text.ts';
import { useWrittenJson } from '../../../src/graphql/server/use-written-json.ts';

const written = new GraphQLScalarType({ name: 'Written', serialize: (value) => value });

/** Asks for a field that is a list of texts, written one by one. */
async function asked(texts: readonly string[]): Promise<Response> {
  const resolve = () => texts.map((text) => jsonText({ text }));
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { texts: { type: new GraphQLNonNull(written), resolve } },
  });
  const yoga = createYoga({
    schema: new GraphQLSchema({ query }),
    plugins: [useWrittenJson()],
    logging: false,
  });
  return yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ texts }' }),
  });
}

async function chunksOf(response: Response): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return chunks;
}

it('an answer of several megabytes is sent in parts of less than one, whole, with its status and type', async () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => `${at} ${'ä'.repeat(1_000)}`);
  const response = await asked(texts);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const chunks = await chunksOf(response);
  expect(chunks.length).toBeGreaterThan(8);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(1_000_000);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
    data: { texts: texts.map((text) => ({ text })) },
  });
});

it('a small answer is sent at once, with its length', async () => {
  const response = await asked(['one']);
  expect(response.headers.get('content-length')).toBe('35');
  expect(await response.text()).toBe('{"data":{"texts":[{"text":"one"}]}}');
});

it('a large answer leaves others their turns, however fast it is read', async () => {
  const response = await asked(Array.from({ length: 3_000 }, (_, at) => `${at} ${'ä'.repeat(10_000)}`));
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const chunks = await chunksOf(response);
  isRead = true;
  expect(chunks.length).toBeGreaterThan(100);
  expect(turns).toBeGreaterThan(20);
});
