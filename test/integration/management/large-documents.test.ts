// What a large document costs everybody else: the turns of the event loop in which nothing but it is handled.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import {
  accessOf,
  checkServerPolicies,
  explainAccess,
} from '../../../src/control-plane/management/graphql-server/explain-access.ts';
import {
  readRestDocument,
  restDocument,
} from '../../../src/control-plane/management/graphql-server/rest-document.ts';
import { jsonOf, readManifestSource } from '../../../src/control-plane/management/manifest/manifest-text.ts';
import { accessPolicies } from '../../../src/domain/access-policy/policies.ts';
import { AT_ONCE_MAX, fewAtOnce } from '../../../src/infrastructure/child-processes/concurrency-limit.ts';
import { answering, documentOf } from '../../support/built-server.ts';

// A child process takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 240_000 });

const text = { type: 'string', description: 'A text that says what this is, as documents have them.' };
const members = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`member${at}`, text]));
const paths = Array.from({ length: 3_000 }, (_, at) => [
  `/p${at}`,
  { get: { operationId: `op${at}`, ...answering({ type: 'object', properties: members }) } },
]);
const large = JSON.stringify(documentOf(Object.fromEntries(paths)));
const path = ['input', 'sources', 0];

/** The longest turn of the event loop while something is waited for, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  return delays.max / 1e6;
}

/** The machine may be busy with others at any time: the best of three is compared. */
async function expectFarShorter(there: () => Promise<unknown>, here: () => unknown): Promise<void> {
  const turns: number[] = [];
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    here();
    times.push(performance.now() - start);
    turns.push(await longestTurn(there));
    if (Math.min(...turns) < Math.max(...times) / 2) return;
  }
  expect(Math.min(...turns)).toBeLessThan(Math.max(...times) / 2);
}

it('is read in another process: the longest turn is far shorter than reading it takes here', async () => {
  expect(await readRestDocument({ openapi: large }, path, 'acme')).toEqual(
    restDocument({ text: large, rename: undefined, inputPath: path }),
  );
  await expectFarShorter(
    () => readRestDocument({ openapi: large }, path, 'acme'),
    () => restDocument({ text: large, rename: undefined, inputPath: path }),
  );
});

describe('a large manifest in YAML', () => {
  const api = (at: number) =>
    `  - {name: api${at}, version: 1.0.0, title: "A title", tags: [a, b, {c: d}]}\n`;
  const apis = Array.from({ length: 4_000 }, (_, at) => api(at)).join('');
  const text = `org: {name: acme}\napis:\n${apis}`;

  it('is read in another process, and says where its faults stand', async () => {
    const { value, refusalOf } = await readManifestSource(text, 'acme');
    expect(value).toEqual(JSON.parse(jsonOf({ text })));
    const fault = { path: ['apis', 3_999, 'version'], code: 'BAD_USER_INPUT', message: 'No.' } as const;
    expect(await refusalOf([fault])).toMatchObject({
      message: 'At /apis/3999/version, line 4002, column 21: No.',
      inputFaults: [{ line: 4_002, column: 21 }],
    });
    await expectFarShorter(
      () => readManifestSource(text, 'acme'),
      () => jsonOf({ text }),
    );
  });

  it('is refused from there as from here, with the line', async () => {
    await expect(readManifestSource(`${text}  - {name: [}\n`, 'acme')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      inputFaults: expect.arrayContaining([expect.objectContaining({ line: 4_003 })]),
    });
  });
});

describe('the schema of a large GraphQL server', () => {
  const fields = Array.from({ length: 6_000 }, (_, at) => `  op${at}(id: ID!, tags: [String!]): T${at}`);
  const types = Array.from({ length: 6_000 }, (_, at) => `type T${at} { id: ID, name: String }`);
  const sdl = `type Query {\n${fields.join('\n')}\n}\n${types.join('\n')}`;
  const policies = {
    access: { policies: [{ type: 'Query', rules: [{ name: 'own', condition: false, fields: ['op1'] }] }] },
  };
  const question = { sdl, policies, query: '{ a: op1(id: 1) { id } }' };

  it('is read in another process for who asks what its policies let through, and for who changes them', async () => {
    const own = { path: 'a', field: 'Query.op1', isAllowed: false, decidedBy: 'RULE', rule: 'own' };
    expect(await accessOf(question, 'acme')).toEqual([expect.objectContaining(own)]);
    await expectFarShorter(
      () => accessOf(question, 'acme'),
      () => explainAccess(question),
    );
    await expect(
      checkServerPolicies({ policies: accessPolicies(policies, []), sdl, path: [] }, 'acme'),
    ).resolves.toBeUndefined();
  });

  it('is refused from there as from here, with the place', async () => {
    await expect(accessOf({ ...question, query: '{ op1 { id } }' }, 'acme')).rejects.toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
      inputPath: ['query'],
    });
    const wrong = {
      access: { policies: [{ type: 'Query', rules: [{ name: 'own', condition: true, fields: ['op'] }] }] },
    };
    await expect(
      checkServerPolicies({ policies: accessPolicies(wrong, []), sdl, path: ['input', 'policies'] }, 'acme'),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      inputPath: ['input', 'policies', 'access', 'policies', 0, 'rules', 0, 'fields', 0],
    });
  });
});

it('is refused from there as from here, with the place', async () => {
  const hostile = large.replace('"/p2999"', '"/{env.SECRET}"');
  await expect(readRestDocument({ openapi: hostile }, path, 'acme')).rejects.toMatchObject({
    code: 'OPENAPI_INVALID',
    message: expect.stringContaining('begins a template'),
    inputPath: [...path, 'openapi'],
  });
  await expect(readRestDocument({ openapi: large, rename: { op: {} } }, path, 'acme')).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('There is no operation "op" in the document'),
    inputPath: [...path, 'rename', 'op'],
  });
});

it('waits for its turn: one or two are read at once, by cores, twenty of an org wait, and its next is told to come back', async () => {
  let running = 0;
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const turns: string[] = [];
  const work = (org = 'eve') =>
    fewAtOnce(org, async () => {
      turns.push(org);
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    });
  const all = Array.from({ length: AT_ONCE_MAX + 20 }, () => work());
  await expect(work()).rejects.toMatchObject({
    code: 'TEMPORARILY_UNAVAILABLE',
    headers: { 'Retry-After': '5' },
  });
  const others = [work('vic'), work('vic')];
  open();
  await Promise.all([...all, ...others]);
  expect(most).toBe(AT_ONCE_MAX);
  // So many of eve's had begun; then orgs take turns, she who had one behind him who waits.
  expect(turns.slice(AT_ONCE_MAX, AT_ONCE_MAX + 4)).toEqual(['vic', 'eve', 'vic', 'eve']);
});
