import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
beforeAll(async () => {
  world = await openManagement();
});
afterAll(() => world.close());

const told = ({ status, errors: [error] }: Answer) => ({
  status,
  code: error?.extensions.code,
  message: error?.message,
});
/** A circle of types, so many times. */
const circle = (times: number) =>
  `{ orgs { catalogs { products { ${'subscriptions { application { '.repeat(times)} name ${'} }'.repeat(times)} } } } }`;
const many = (count: number, field: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => field(at)).join(' ');

describe('an operation of the management API', () => {
  it('is refused when its circles cost more than allowed', async () => {
    expect(told(await world.send(circle(3)))).toEqual({
      status: 400,
      code: 'GRAPHQL_COST_EXCEEDED',
      message: expect.stringMatching(
        /^The operation costs \d+; at most 20000 is allowed\. Ask for shorter lists with `first`, or in several requests\.$/,
      ),
    });
  });

  it('costs as much as its variables ask for', async () => {
    const document = `query ($first: Int) { org { products(first: $first) { catalogProducts { subscriptions(first: $first) { state } } } } }`;
    const asked = async (first: number) => told(await world.send(document, { first }));
    expect(await asked(200)).toMatchObject({ status: 400, code: 'GRAPHQL_COST_EXCEEDED' });
    expect((await asked(5)).code).not.toBe('GRAPHQL_COST_EXCEEDED');
  });

  it('is refused with a code where a list is to have a length that is none; a large value is told in short', async () => {
    const document = 'query ($first: Int) { orgs(first: $first) { name } }';
    const refused = async (first: unknown) => told(await world.send(document, { first }));
    expect(await refused('ten')).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'Variable "$first" got invalid value "ten"; Int cannot represent non-integer value: "ten"',
    });
    const { status, code, message } = await refused('x'.repeat(50_000));
    expect([status, code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(message).toMatch(/^Variable "\$first" got invalid value "x+ … x+"$/);
    expect(message?.length).toBeLessThan(700);
  });

  it('has at most 20 mutations', async () => {
    const document = `mutation { ${many(300, (at) => `m${at}: createOrg(input: { title: "Org ${at}" }) { name }`)} }`;
    expect(told(await world.send(document))).toEqual({
      status: 400,
      code: 'GRAPHQL_ROOT_FIELDS_EXCEEDED',
      message:
        'The operation has 300 root fields of a mutation; at most 20 are allowed. Ask in several requests.',
    });
  });

  it('has a bounded number of aliases, directives, fragments and operations', async () => {
    const aliases = `{ viewer { ${many(101, (at) => `a${at}: name`)} } }`;
    expect(told(await world.send(aliases))).toEqual({
      status: 400,
      code: 'GRAPHQL_ALIASES_EXCEEDED',
      message: 'The operation has 101 aliases; at most 100 are allowed. Ask in several requests.',
    });
    const directives = `{ viewer { ${many(101, () => 'name @include(if: true)')} } }`;
    expect(told(await world.send(directives))).toEqual({
      status: 400,
      code: 'GRAPHQL_DIRECTIVES_EXCEEDED',
      message: 'The operation has 101 directives; at most 100 are allowed. Ask in several requests.',
    });
    const fragments = `{ ...F0 } ${many(60, (at) => `fragment F${at} on Query { ...F${at + 1} }`)} fragment F60 on Query { viewer { name } }`;
    expect(told(await world.send(fragments))).toEqual({
      status: 400,
      code: 'GRAPHQL_FRAGMENTS_EXCEEDED',
      message:
        'The document has 122 fragments and spreads; at most 100 are allowed. Ask in several requests.',
    });
    expect(told(await world.send(many(51, (at) => `query Q${at} { viewer { name } }`)))).toEqual({
      status: 400,
      code: 'GRAPHQL_OPERATIONS_EXCEEDED',
      message: 'The document has 51 operations; at most 50 are allowed. Send them in several documents.',
    });
  });

  it('asks for the schema hardly more than once', async () => {
    const type = (at: number) =>
      `s${at}: __schema { types { name description fields { name description args { name description } } } }`;
    expect(told(await world.send(`{ ${many(40, type)} }`))).toEqual({
      status: 400,
      code: 'GRAPHQL_COST_EXCEEDED',
      message:
        'The operation asks for more of the schema than twice what the usual introspection query does: ask in several requests.',
    });
  });

  it('is refused before it is parsed when its selections, lists or objects are nested too deep', async () => {
    const refused = {
      status: 400,
      code: 'GRAPHQL_DEPTH_EXCEEDED',
      message: 'A document may be nested 20 deep: ask in parts.',
    };
    const deep = 2_110;
    for (const document of [
      `{ a(x: ${'['.repeat(deep)}${']'.repeat(deep)}) }`,
      `{ a(x: ${'{a:'.repeat(deep)}1${'}'.repeat(deep)}) }`,
      `${'{a'.repeat(deep)}${'}'.repeat(deep)}`,
      `query ($v: ${'['.repeat(deep)}Int${']'.repeat(deep)}) { a }`,
      '['.repeat(1_000_000),
    ])
      expect(told(await world.send(document))).toEqual(refused);
    expect(world.faults).toEqual([]);
  });

  it('may hold any text in strings and comments', async () => {
    const text = '{['.repeat(100);
    const document = `# ${text}\n{ org(name: "${text}\\"${text}") { name } other: org(name: """${text}\\"""${text}""") { name } }`;
    expect(told(await world.send(document))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the JSON of a request to the management API', () => {
  const post = (body: string) =>
    world.fetch(
      new Request('http://control.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
        body,
      }),
    );
  const answered = async (response: Response) => {
    const { errors } = (await response.json()) as Answer;
    return { status: response.status, code: errors[0]?.extensions.code, message: errors[0]?.message };
  };

  it('is nested 500 deep at most', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const refused = {
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'The JSON of a request may be nested 500 deep: send a document that is deeper as a text.',
    };
    expect(await answered(await post(deep))).toEqual(refused);
    expect(await answered(await post(`{"query":"{viewer{name}}","variables":{"a":${deep}}}`))).toEqual(
      refused,
    );
    expect(
      told(await world.send('{ viewer { name } }', JSON.parse(`{"a":"${'['.repeat(1_000)}\\\\"}`))),
    ).toEqual({
      status: 200,
      code: undefined,
      message: undefined,
    });
  });

  it('holds 500,000 values at most', async () => {
    const values = Array.from({ length: 500_001 }, () => ({}));
    expect(told(await world.send('{ viewer { name } }', { values }))).toEqual({
      status: 413,
      code: 'REQUEST_TOO_LARGE',
      message: 'The JSON of a request may hold 500000 values: send a document that holds more as a text.',
    });
  });
});

describe('a request to the management API without a valid token', () => {
  const send = (body: string, headers: Readonly<Record<string, string>> = {}, network = 'a network') =>
    world.fetch(
      new Request('http://control.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...headers,
        },
        body,
      }),
      network,
    );
  const code = async (response: Response) => ((await response.json()) as Answer).errors[0]?.extensions.code;

  it('may have 64 KB, whatever is in it', async () => {
    const body = '['.repeat(18_000_000);
    const heads: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'content-length': `${body.length}` },
      { authorization: 'Bearer wrong' },
    ];
    for (const headers of heads) {
      const response = await send(body, headers);
      expect({ status: response.status, code: await code(response) }).toEqual({
        status: 413,
        code: 'REQUEST_TOO_LARGE',
      });
    }
  });

  it('is refused when its network sent 600 within the minute; others and tokens are not', async () => {
    const body = JSON.stringify({ query: '{ viewer { name } }' });
    for (let sent = 0; sent < 600; sent += 1) expect((await send(body, {}, 'busy')).status).toBe(401);
    const response = await send(body, {}, 'busy');
    expect({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      code: await code(response),
    }).toEqual({ status: 429, retryAfter: '60', code: 'RATE_LIMIT_EXCEEDED' });
    expect((await send(body, {}, 'quiet')).status).toBe(401);
    expect(told(await world.send('{ viewer { name } }')).status).toBe(200);
    world.pass(60_000);
    expect((await send(body, {}, 'busy')).status).toBe(401);
  });
});
