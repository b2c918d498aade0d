// What a large request costs everybody else: it is read in a child process, and what it holds is not made here.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readManifestSource } from '../../../src/control-plane/management/manifest/manifest-text.ts';
import {
  READ_HERE_MAX,
  readLargeRequest,
  requestWithTexts,
} from '../../../src/graphql/server/large-request.ts';
import { RequestBody } from '../../../src/graphql/server/request-body.ts';
import { withDocumentsAsTexts } from '../../../src/openapi/document-texts.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

// A child process takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 120_000 });

let world: ManagementWorld;
beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { name: 'acme', title: 'Acme' });
});
afterEach(() => world.close());

const operation = { responses: { 200: { description: 'It is there.' } } };
const document = (paths: number) => ({
  openapi: '3.0.3',
  info: { title: 'Large', version: '1.0.0' },
  paths: Object.fromEntries(
    Array.from({ length: paths }, (_, at) => [
      `/things/${at}`,
      { get: { ...operation, summary: 'ü'.repeat(80) } },
    ]),
  ),
});

/** The texts that this process parses as JSON while something is done. */
async function parsedHere(work: () => Promise<unknown>): Promise<string[]> {
  const parse = vi.spyOn(JSON, 'parse');
  const stringify = vi.spyOn(JSON, 'stringify');
  try {
    await work();
    const written = stringify.mock.results.map(({ value }) => String(value));
    return [...parse.mock.calls.map(([text]) => String(text)), ...written];
  } finally {
    vi.restoreAllMocks();
  }
}

describe('a document of megabytes', () => {
  const large = document(10_000);

  it('is neither parsed nor written by the process that serves calls, from the request to the database, and kept as it was given', async () => {
    const body = JSON.stringify({
      query: 'mutation ($openapi: JSON!) { createApi(input: { org: "acme", openapi: $openapi }) { name } }',
      variables: { openapi: large },
    });
    expect(Buffer.byteLength(body)).toBeGreaterThan(READ_HERE_MAX);
    const [{ headers }] = [await requestOf('{}')];
    const request = new Request('http://control.test/graphql', { method: 'POST', headers, body });
    let answer: unknown;
    const touched = await parsedHere(async () => {
      answer = await (await world.fetch(request)).json();
    });
    expect(answer).toEqual({ data: { createApi: { name: 'large' } } });
    // What is parsed of the request has its document as a text within.
    const values = touched.filter((text) => text.includes('/things/9999') && text.includes('"get":'));
    expect(values).toEqual([]);
    const { api } = await world.query<{ api: { openapi: unknown } }>(
      '{ api(org: "acme", api: "large:1.0.0") { openapi } }',
    );
    expect(api.openapi).toEqual(large);
  });
});

describe('the manifest of an org whose documents have megabytes', () => {
  /** What of a document was parsed or written here, other than as a text within another. */
  const documentsIn = (touched: readonly string[]) =>
    touched.filter((text) => text.includes('/things/3999') && text.includes('"get":'));
  const source = (paths: number) => {
    const { paths: operations, ...rest } = document(paths);
    const named = Object.entries(operations).map(([path, { get }], at) => [
      path,
      { get: { ...get, operationId: `getThing${at}` } },
    ]);
    return { ...rest, paths: Object.fromEntries(named) };
  };
  const manifest = {
    gatehouse: '1',
    apis: [{ name: 'exported', version: '1.0.0', basePath: '/exported', openapi: document(10_000) }],
  };
  /** Reads a manifest as its request has it, and tells what was parsed or written with its documents. */
  const parsedOnce = async (given: object) => {
    const request = JSON.parse(requestWithTexts(JSON.stringify(given))) as object;
    let value: unknown;
    const touched = await parsedHere(async () => {
      ({ value } = await readManifestSource(request, 'acme'));
    });
    return { value, touched: touched.filter((text) => text.includes('/things/9999')) };
  };
  const apply = async (applied: object, dryRun: boolean) => {
    const query =
      'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { changes { action name diff } } }';
    const variables = { input: { org: 'acme', manifest: applied, dryRun } };
    const { headers, body } = await requestOf(JSON.stringify({ query, variables }));
    let text = '';
    const touched = await parsedHere(async () => {
      const request = new Request('http://control.test/graphql', { method: 'POST', headers, body });
      text = await (await world.fetch(request)).text();
    });
    const { data, errors } = JSON.parse(text);
    expect(errors).toBeUndefined();
    return { changes: data.applyManifest.changes as object[], touched };
  };

  it('is applied, and rehearsed, without a value being made here of any of them', async () => {
    const applied = await apply(manifest, false);
    expect(applied.changes).toMatchObject([{ action: 'CREATE', name: 'exported:1.0.0' }]);
    expect(documentsIn(applied.touched)).toEqual([]);
    const [api] = manifest.apis;
    const paths = { ...api?.openapi.paths, '/things/0': {}, '/things/10000': { get: operation } };
    const rehearsed = await apply(
      {
        gatehouse: '1',
        apis: [{ ...api, openapi: { ...api?.openapi, paths } }],
        graphqlServers: [
          {
            name: 'things',
            sources: [{ name: 'things', url: 'https://example.com', openapi: source(4_000) }],
          },
        ],
      },
      true,
    );
    expect(rehearsed.changes).toEqual([
      {
        action: 'UPDATE',
        name: 'exported:1.0.0',
        diff: { openapi: { changed: ['#/paths/~1things~10/get', '#/paths/~1things~110000'] } },
      },
      { action: 'CREATE', name: 'things', diff: null },
    ]);
    expect(documentsIn(rehearsed.touched)).toEqual([]);
  });

  it('is made a value once, by the reader of its request, and written by nobody', async () => {
    const { value: source, touched } = await parsedOnce(manifest);
    expect(source).toMatchObject({ apis: [{ name: 'exported', openapi: JSON.stringify(document(10_000)) }] });
    expect(touched).toEqual([]);
  });

  it('is exported so, and is what it was', async () => {
    await apply(manifest, false);
    const { headers, body } = await requestOf(JSON.stringify({ query: '{ exportManifest(org: "acme") }' }));
    let text = '';
    const touched = await parsedHere(async () => {
      const request = new Request('http://control.test/graphql', { method: 'POST', headers, body });
      text = await (await world.fetch(request)).text();
    });
    expect(documentsIn(touched)).toEqual([]);
    const { apis } = JSON.parse(text).data.exportManifest as typeof manifest;
    const exported = apis.find(({ name }) => name === 'exported')?.openapi;
    expect(exported).toEqual(document(10_000));
    expect(Object.keys(exported ?? {})).toEqual(['openapi', 'info', 'paths']);
  });
});

const requestOf = async (body: string) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await adminToken()}` };
  return { headers, body };
};
const adminToken = async () => {
  const token = world.deps.secrets.issue('gh_');
  const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  await world.database.prisma.accessToken.create({
    data: { orgId, name: token.slice(-8), role: 'DEVELOPER', tokenHash: world.deps.secrets.hash(token) },
  });
  return token;
};

describe('a large request is refused as a small one', () => {
  const badInput = (message: string) => ({ status: 400, code: 'BAD_USER_INPUT', message });
  const filler = 'x'.repeat(600_000);
  it.each<[string, string, { status: number; code: string; message: string }]>([
    ['what is no JSON', `{"a":"${filler}"`, badInput('POST body sent invalid JSON.')],
    ['what is no object', `"${filler}"`, badInput('The body of a POST is a JSON object.')],
    [
      'what is nested too deep',
      `{"variables":{"a":${'['.repeat(600_000)}`,
      badInput('The JSON of a request may be nested 500 deep: send a document that is deeper as a text.'),
    ],
    [
      'more values than it may hold',
      `{"variables":{"a":[${'{},'.repeat(200_000)}{}]}}`,
      {
        status: 413,
        code: 'REQUEST_TOO_LARGE',
        message: 'The JSON of a request may hold 200000 values: send a document that holds more as a text.',
      },
    ],
  ])('%s', async (_what, body, refused) => {
    const { headers } = await requestOf(body);
    const accept = 'application/graphql-response+json';
    const response = await world.fetch(
      new Request('http://control.test/graphql', { method: 'POST', headers: { ...headers, accept }, body }),
    );
    const { errors } = (await response.json()) as { errors: { message: string; extensions: object }[] };
    expect({ status: response.status, ...errors[0]?.extensions, message: errors[0]?.message }).toMatchObject(
      refused,
    );
  });
});

/** A body that arrives in chunks, how much was read of it, and whether its rest was asked for. */
function arriving(text: string, { bytesMax = 20_000_000, until = Promise.resolve() } = {}) {
  const bytes = Buffer.from(text);
  const seen = { bytes: 0, rest: false };
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 65_536) {
      if (at > READ_HERE_MAX) {
        seen.rest = true;
        await until;
      }
      const chunk = bytes.subarray(at, at + 65_536);
      seen.bytes += chunk.length;
      yield chunk;
    }
  }
  return { body: new RequestBody(chunks(), bytesMax), seen };
}

it('what is hostile at first sight goes to no child process, and the rest of it is not read', async () => {
  const begun: unknown[] = [];
  const count = (worker: unknown) => begun.push(worker);
  process.on('worker', count);
  const hostile = ['['.repeat(18_000_000), `{"variables":{"a":[${'{},'.repeat(6_000_000)}{}]}}`];
  const arrivals = hostile.map((text) => arriving(text));
  const codes = arrivals.map(({ body }) => readLargeRequest(body, 'eve').catch(({ code }) => code));
  expect(await Promise.all(codes)).toEqual(['BAD_USER_INPUT', 'REQUEST_TOO_LARGE']);
  process.off('worker', count);
  expect(begun).toEqual([]);
  for (const { seen } of arrivals) expect(seen.bytes).toBeLessThan(2_200_000);
});

it.each([
  [
    'in JSON',
    `{"gatehouse":"1","apis":[${'{},'.repeat(200_000)}{}]}`,
    'A manifest may hold 200000 values besides its documents: apply it in parts.',
  ],
  [
    'in YAML',
    `gatehouse: "1"\napis:\n${'- {}\n'.repeat(20_000)}a: ${'['.repeat(600)}${']'.repeat(600)}`,
    'The manifest is nested too deep, has too many aliases, or refers to itself by one: write it out.',
  ],
])(
  'a manifest that is a text holds as many values as a large request, or is not parsed here: %s',
  async (_what, text, message) => {
    let refused: unknown;
    const touched = await parsedHere(async () => {
      refused = await readManifestSource(text, 'acme').catch((error: unknown) => error);
    });
    expect(refused).toMatchObject({ message, inputPath: ['input', 'manifest'] });
    expect(touched).toEqual([]);
  },
);

it('what uses a large request begins in another turn than the one that parses it', async () => {
  const text = JSON.stringify({ query: '{ a }', variables: { a: 'x'.repeat(1_000_000) } });
  let isTurnOfParsing = false;
  const parse = JSON.parse;
  vi.spyOn(JSON, 'parse').mockImplementation((json, reviver) => {
    isTurnOfParsing = true;
    setImmediate(() => {
      isTurnOfParsing = false;
    });
    return parse(json, reviver);
  });
  try {
    await readLargeRequest(arriving(text).body, 'eve');
    expect(JSON.parse).toHaveBeenCalledOnce();
    expect(isTurnOfParsing).toBe(false);
  } finally {
    vi.restoreAllMocks();
  }
});

describe('of an org, large requests', () => {
  const text = JSON.stringify({ query: '{ a }', variables: { a: 'x'.repeat(1_000_000) } });

  /** Ten of them, whose rest comes when told. */
  async function opened(slowMs: number) {
    let goOn = () => {};
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const arrivals = Array.from({ length: 10 }, () => arriving(text, { until }));
    for (const { body } of arrivals) await body.read(READ_HERE_MAX);
    const read = Promise.all(arrivals.map(({ body }) => readLargeRequest(body, 'eve', slowMs)));
    return { goOn, read, asked: () => arrivals.filter(({ seen }) => seen.rest).length };
  }

  it('are read four at a time, and another org need not wait', async () => {
    const { goOn, read, asked } = await opened(600_000);
    expect(await readLargeRequest(arriving(text).body, 'vic')).toMatchObject({ query: '{ a }' });
    expect(asked()).toBe(4);
    goOn();
    expect((await read).every((request) => 'query' in request)).toBe(true);
    expect(asked()).toBe(10);
  });

  it('of slow senders do not hold up the others', async () => {
    const { goOn, read, asked } = await opened(1);
    await expect.poll(asked).toBe(10);
    goOn();
    expect((await read).every((request) => 'query' in request)).toBe(true);
  });
});

describe('documents become texts', () => {
  it('wherever they are in the JSON of a request, and nothing else does', () => {
    const manifest = {
      apis: [
        { name: 'a', openapi: document(1) },
        { name: 'b', openapi: 'openapi: 3.0.3' },
      ],
    };
    const given = { query: '{ a }', variables: { input: { manifest, old: { swagger: '2.0', paths: {} } } } };
    expect(withDocumentsAsTexts(given)).toEqual({
      query: '{ a }',
      variables: {
        input: {
          manifest: {
            apis: [
              { name: 'a', openapi: JSON.stringify(document(1)) },
              { name: 'b', openapi: 'openapi: 3.0.3' },
            ],
          },
          old: '{"swagger":"2.0","paths":{}}',
        },
      },
    });
    expect(JSON.parse(requestWithTexts(JSON.stringify(given)))).toEqual(withDocumentsAsTexts(given));
    expect(withDocumentsAsTexts([1, null, 'a', { paths: {} }])).toEqual([1, null, 'a', { paths: {} }]);
  });
});
