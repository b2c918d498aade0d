import { buildSchema, type GraphQLObjectType } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphQLHandler } from '../../../src/graphql/server/graphql-handler.ts';
import { useOperationLimits } from '../../../src/graphql/server/use-operation-limits.ts';

/** A query that costs more than 200, one that costs little, and a change; each waits until a test lets it go on. */
const schema = buildSchema('type Query { dear: ID cheap: ID } type Mutation { dear: ID }');
let waiting: (() => void)[];
beforeEach(() => {
  waiting = [];
});
const resolve = () =>
  new Promise((goOn) => {
    waiting.push(() => goOn('done'));
  });
for (const type of [schema.getQueryType(), schema.getMutationType()])
  for (const field of Object.values((type as GraphQLObjectType).getFields())) field.resolve = resolve;

type Context = { readonly org: string; readonly actor: string };
const server = createGraphQLHandler<Context>({
  schema,
  endpoint: '/graphql',
  context: ({ request }) => ({
    org: request.headers.get('x-org') ?? '',
    actor: request.headers.get('x-actor') ?? '',
  }),
  onFault: (fault) => expect.unreachable(String(fault)),
  plugins: [
    useOperationLimits<Context>({
      schema,
      costs: {
        rules: [
          { at: 'Query.dear', weight: 201 },
          { at: 'Mutation.dear', weight: 201 },
        ],
      },
      costMax: 1_000,
      queueKeysOf: ({ org, actor }) => [org, actor],
    }),
  ],
});
async function send(org: string, actor: string, query = '{ dear }') {
  const response = await server.fetch('http://control.test/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      'x-org': org,
      'x-actor': actor,
    },
    body: JSON.stringify({ query }),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...(await response.json()),
  };
}
const letGo = () => waiting.shift()?.();
/** Lets go on what comes, until everything is answered. */
async function finish<Answers>(answers: Promise<Answers>): Promise<Answers> {
  const timer = setInterval(letGo, 1);
  return answers.finally(() => clearInterval(timer));
}
const DONE = { status: 200, data: { dear: 'done' } };

describe('a query that costs more than 200', () => {
  it('is run alone of its org, and the rest wait; what costs less and changes do not', async () => {
    const dear = Array.from({ length: 4 }, () => send('eve', 'eve'));
    await expect.poll(() => waiting.length).toBe(1);
    const others = [send('eve', 'eve', '{ cheap }'), send('eve', 'eve', 'mutation { dear }')];
    await expect.poll(() => waiting.length).toBe(3);
    for (const answer of await finish(Promise.all(dear))) expect(answer).toMatchObject(DONE);
    for (const answer of await Promise.all(others)) expect(answer).toMatchObject({ status: 200 });
  });

  it('is run beside one of another org, and waits for one query of each other org at most', async () => {
    const answered: string[] = [];
    const ask = (org: string) => send(org, org).then(() => answered.push(org));
    const others = ['eve', 'mallory'].flatMap((org) => Array.from({ length: 10 }, () => ask(org)));
    await expect.poll(() => waiting.length).toBe(2);
    const vic = ask('vic');
    await finish(Promise.all([...others, vic]));
    expect(answered.indexOf('vic')).toBeLessThan(5);
  });

  it('is refused where twenty of who asks wait already, and to nobody else', async () => {
    const eve = Array.from({ length: 21 }, () => send('eve', 'eve'));
    await expect.poll(() => waiting.length).toBe(1);
    expect(await send('eve', 'eve')).toMatchObject({
      status: 503,
      retryAfter: '2',
      errors: [
        {
          message:
            'Too many queries that cost more than 200 wait: wait for the answers of those before, or ask for less.',
          extensions: { code: 'TEMPORARILY_UNAVAILABLE' },
        },
      ],
    });
    const other = send('eve', 'another');
    for (const answer of await finish(Promise.all([...eve, other]))) expect(answer).toMatchObject(DONE);
  });
});
