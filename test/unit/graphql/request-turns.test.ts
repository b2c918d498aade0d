import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGraphQLHandler } from '../../../src/graphql/server/graphql-handler.ts';
import { useResponseBudget } from '../../../src/graphql/server/use-response-budget.ts';

/** The orgs of the requests that came, and of those whose document was parsed. */
let came: string[];
let parsed: string[];
/** Ends the queries under way. */
let answers: (() => void)[];
beforeEach(() => {
  [came, parsed, answers] = [[], [], []];
  // No time passes by itself: nobody loses patience.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const schema = buildSchema('type Query { thing: ID }');
const thing = (schema.getQueryType() as GraphQLObjectType).getFields()['thing'];
if (thing) thing.resolve = () => new Promise((resolve) => answers.push(() => resolve('it')));

type Context = { readonly org: string };
const orgOf = (request: Request) => request.headers.get('x-org') ?? '';
const noteParsed: Plugin<{ request: Request }> = {
  onParse: ({ context }) => void parsed.push(orgOf(context.request)),
};
const server = createGraphQLHandler<Context>({
  schema,
  endpoint: '/graphql',
  context: ({ request }) => ({ org: orgOf(request) }),
  async ownerOf(request) {
    came.push(orgOf(request));
    return orgOf(request);
  },
  onFault: (fault) => expect.unreachable(String(fault)),
  plugins: [useResponseBudget<Context>(({ org }) => org), noteParsed as Plugin],
});

async function ask(org: string): Promise<unknown> {
  const response = await server.fetch('http://control.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-org': org },
    body: JSON.stringify({ query: '{ thing }' }),
  });
  return response.json();
}
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe('a request', () => {
  it('is not even read while an org that asks for much less is served', async () => {
    const flood = Array.from({ length: 4 }, () => ask('eve'));
    await expect.poll(() => answers.length).toBe(4);
    vi.advanceTimersByTime(1_000);

    const other = ask('vic');
    await expect.poll(() => answers.length).toBe(5);
    const late = ask('eve');
    await expect.poll(() => came.length).toBe(6);
    await someTurns();
    expect(parsed).toEqual(['eve', 'eve', 'eve', 'eve', 'vic']);

    answers[4]?.();
    expect(await other).toEqual({ data: { thing: 'it' } });
    await expect.poll(() => answers.length).toBe(6);
    for (const answer of answers) answer();
    for (const answered of await Promise.all([...flood, late]))
      expect(answered).toEqual({ data: { thing: 'it' } });
  });
});
