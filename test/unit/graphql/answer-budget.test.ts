import { buildSchema, type GraphQLObjectType } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGraphQLHandler } from '../../../src/graphql/server/graphql-handler.ts';
import { readDocument, readInLine, withResponseBudget } from '../../../src/graphql/server/response-budget.ts';
import { useResponseBudget } from '../../../src/graphql/server/use-response-budget.ts';
import { useWrittenJson } from '../../../src/graphql/server/use-written-json.ts';

const MEGABYTE = 1_000_000;
const never = new Promise<string>(() => undefined);

const schema = buildSchema(`
  scalar JSON
  type Query { document: JSON slow: String after: String shelf: [Book!]! library: [Book!]! }
  type Book { document: JSON! }
`);
/** `readMs` is how long a read holds the event loop. */
const work = { reads: 0, afters: 0, readMs: 0 };
const text = JSON.stringify({ title: 'x'.repeat(MEGABYTE) });
let goOn: (value: string) => void;
let slow: Promise<string>;
const document = (_root: unknown, _args: unknown, context: object) =>
  readDocument(context, async () => {
    work.reads += 1;
    const until = performance.now() + work.readMs;
    while (performance.now() < until);
    return text;
  });
Object.assign(schema.getQueryType()?.getFields()['document'] ?? {}, { resolve: document });
const ofBook = (schema.getType('Book') as GraphQLObjectType).getFields()['document'];
Object.assign(ofBook ?? {}, { resolve: document });
Object.assign(schema.getQueryType()?.getFields()['shelf'] ?? {}, { resolve: () => [{}, {}, {}, {}] });
// More items than are resolved in one turn of the event loop.
const library = Array.from({ length: 100 }, () => ({}));
Object.assign(schema.getQueryType()?.getFields()['library'] ?? {}, { resolve: () => library });
Object.assign(schema.getQueryType()?.getFields()['slow'] ?? {}, { resolve: () => slow });
const later = (_root: unknown, _args: unknown, context: object) =>
  readInLine(context, () => slow).then(() =>
    readInLine(context, async () => {
      work.afters += 1;
      return 'after';
    }),
  );
Object.assign(schema.getQueryType()?.getFields()['after'] ?? {}, { resolve: later });

const faults: unknown[] = [];
const server = createGraphQLHandler({
  schema: withResponseBudget(schema),
  endpoint: '/graphql',
  context: () => ({}),
  onFault: (fault) => faults.push(fault),
  plugins: [useWrittenJson(), useResponseBudget(() => 'org')],
});
const send = async (query: string) => {
  const response = await server.fetch('http://control.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...((await response.json()) as object) };
};
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: document`).join(' ')} }`;

beforeEach(() => {
  Object.assign(work, { reads: 0, afters: 0, readMs: 0 });
  slow = new Promise((resolve) => {
    goOn = resolve;
  });
});
afterEach(() => {
  vi.useRealTimers();
  expect(faults).toEqual([]);
});

describe('documents in an answer', () => {
  it('are counted by their bytes, and given where they fit', async () => {
    const value = JSON.parse(text) as object;
    expect(await send(aliases(4))).toEqual({
      status: 200,
      data: { a0: value, a1: value, a2: value, a3: value },
    });
    expect(work.reads).toBe(4);
  });

  it('are read one after another, and no more of them once the answer is refused', async () => {
    expect(await send(aliases(20))).toEqual({
      status: 400,
      errors: [
        {
          message:
            'The answer would be larger than 5000000 bytes: select fewer fields, leave documents out, or ask for shorter lists with `first`.',
          extensions: { code: 'ANSWER_TOO_LARGE' },
        },
      ],
    });
    expect(work.reads).toBeLessThanOrEqual(7);
  });
});

describe('an answer that is refused', () => {
  /** Promises that rejected with nobody to hear of it: they end a process. */
  const unheard: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  beforeEach(() => {
    unheard.length = 0;
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (each) => unheard.push(each));
  });
  afterEach(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });

  it.each([
    ['shelf', 0],
    ['shelf', 5],
    ['library', 0],
    ['library', 5],
  ])('leaves nothing behind that rejects unheard: %s, reads of %d ms', async (list, readMs) => {
    Object.assign(work, { readMs });
    for (let round = 0; round < 10; round += 1) {
      const shelves = Array.from({ length: 8 }, (_, at) => `a${at}: ${list} { document }`).join(' ');
      expect(await send(`{ ${shelves} }`)).toMatchObject({ status: 400 });
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    }
    expect(unheard).toEqual([]);
  });
});

describe('a query that takes longer than 10 seconds', () => {
  const refused = {
    status: 400,
    errors: [
      {
        message: 'The query took longer than 10 seconds: select less, or ask in several requests.',
        extensions: { code: 'QUERY_TIMEOUT' },
      },
    ],
  };

  it('is refused, also where what it waits for never comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    slow = never;
    const answer = send('{ slow }');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(10_000);
    expect(await answer).toEqual(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads nothing more afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = send('{ after }');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(10_000);
    expect(await answer).toEqual(refused);
    goOn('at last');
    await slow;
    await new Promise(setImmediate);
    expect(work.afters).toBe(0);
  });
});
