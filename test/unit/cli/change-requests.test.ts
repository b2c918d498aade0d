import { parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const request = {
  number: 12,
  state: 'PROPOSED',
  title: 'Version 2',
  mutation: 'supersedeProduct',
  subject: 'customer:2.0.0',
  hash: 'the-hash',
  proposedBy: 'token:ci',
  expiresAt: '2027-03-15T00:00:00.000Z',
  scheduledAt: null,
  approvalsLacking: 1,
  approvals: [],
  transitions: [{ product: 'customer:1.0.0', from: 'PUBLISHED', to: 'DEPRECATED' }],
  apis: [],
  subscriptionCount: 2,
  warnings: [{ code: 'TIGHTER_RATE_LIMIT', message: 'Gold allows less.' }],
  stepCount: 0,
  steps: [],
  moved: [],
  failure: null,
  reason: null,
  change: null,
  waves: [],
  halt: null,
};
const PRINTED = [
  '#12 PROPOSED Version 2 (token:ci)',
  'supersedeProduct customer:2.0.0',
  '→ customer:1.0.0: PUBLISHED → DEPRECATED',
  'Subscriptions: 2',
  '! TIGHTER_RATE_LIMIT Gold allows less.',
  'Approvals: none; still needed: 1',
  'Until: 2027-03-15T00:00:00.000Z',
  'Hash: the-hash',
  '',
].join('\n');

type Body = { readonly query: string; readonly variables: object };
const bodies = () => gatehouse.sent.map(({ body }) => body as Body);

/** Answers each field with the request; what is asked is valid against the schema. */
function answerWith(data: Readonly<Record<string, unknown>>): void {
  gatehouse.answer(({ body }) => {
    expect(validate(schema, parse((body as Body).query))).toEqual([]);
    return Response.json({ data });
  });
}

describe('gatehouse propose', () => {
  const DOCUMENT = 'mutation ($input: CatalogProductInput!) { publishProduct(input: $input) { dryRun } }';

  it('sends the document with its variables, and prints what it does', async () => {
    gatehouse.write('publish.graphql', DOCUMENT);
    gatehouse.write('vars.yaml', 'input: {catalog: sandbox, product: "customer:2.0.0"}');
    answerWith({ proposeChange: request });
    const args = ['propose', 'publish.graphql', '--vars', 'vars.yaml', '--org', 'acme', '--comment', 'Why.'];
    const timed = [...args, '--at', '2027-01-10T02:00', '--time-zone', 'Europe/Berlin'];
    expect(await gatehouse.run(...timed)).toEqual({ code: 0, stdout: PRINTED, stderr: '' });
    expect(bodies()[0]?.variables).toEqual({
      input: {
        org: 'acme',
        mutation: DOCUMENT,
        variables: { input: { catalog: 'sandbox', product: 'customer:2.0.0' } },
        comment: 'Why.',
        schedule: { at: '2027-01-10T02:00', timeZone: 'Europe/Berlin' },
      },
    });
  });

  it('needs a document, and a time for its time zone', async () => {
    expect(await gatehouse.run('propose')).toMatchObject({ code: 2 });
    expect(await gatehouse.run('propose', 'a.graphql', '--time-zone', 'UTC')).toMatchObject({
      code: 2,
      stderr: 'gatehouse: USAGE: --time-zone is of --at: give the time too.\n',
    });
  });
});

describe('gatehouse apply --propose', () => {
  it('proposes the manifest, with its title and why', async () => {
    gatehouse.write('acme.yaml', 'gatehouse: "1"\ncatalogs: [{name: sandbox}]\n');
    const steps = [
      { action: 'UPDATE', kind: 'Catalog', name: 'sandbox', diff: { title: { before: 'a', after: 'b' } } },
    ];
    answerWith({ proposeChange: { ...request, steps, stepCount: 1 } });
    const ran = await gatehouse.run(
      'apply',
      '-f',
      'acme.yaml',
      '--propose',
      '--title',
      'Sandbox',
      '--org',
      'acme',
    );
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('~ Catalog sandbox\n    title: "a" → "b"\n');
    expect(bodies()[0]?.variables).toMatchObject({
      input: {
        org: 'acme',
        title: 'Sandbox',
        variables: { input: { manifest: { catalogs: [{ name: 'sandbox' }] } } },
      },
    });
    const [body] = bodies() as { variables: { input: { mutation: string } } }[];
    expect(validate(schema, parse(body?.variables.input.mutation ?? ''))).toEqual([]);
  });

  it('takes a title only of a proposal', async () => {
    gatehouse.write('acme.yaml', 'gatehouse: "1"\n');
    expect(await gatehouse.run('apply', '-f', 'acme.yaml', '--title', 'x')).toMatchObject({ code: 2 });
  });
});

describe('gatehouse changes', () => {
  it('lists the open ones, a line each', async () => {
    answerWith({ changeRequests: [request, { ...request, number: 11, state: 'SCHEDULED' }] });
    expect(await gatehouse.run('changes', '--catalog', 'sandbox')).toEqual({
      code: 0,
      stdout: '#12 PROPOSED Version 2 (token:ci)\n#11 SCHEDULED Version 2 (token:ci)\n',
      stderr: '',
    });
    expect(bodies()[0]?.variables).toMatchObject({
      catalog: 'sandbox',
      states: ['PROPOSED', 'APPROVED', 'SCHEDULED', 'RUNNING'],
      first: 50,
    });
  });

  it('prints one, also as JSON, and says where there is none', async () => {
    answerWith({ changeRequest: request });
    expect((await gatehouse.run('changes', '#12')).stdout).toBe(PRINTED);
    expect(JSON.parse((await gatehouse.run('changes', '12', '-o', 'json')).stdout)).toEqual(request);
    answerWith({ changeRequest: null });
    expect(await gatehouse.run('changes', '13')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: NOT_FOUND: There is no change request 13.\n',
    });
  });

  it('tells what has moved of a stale one', async () => {
    const moved = [{ item: 'product customer:2.0.0', kind: 'CHANGED', members: ['title'] }];
    answerWith({ changeRequest: { ...request, state: 'STALE', moved } });
    const { stdout } = await gatehouse.run('changes', '12');
    expect(stdout).toContain('CHANGED product customer:2.0.0: title\nApprovals: none\nHash: the-hash\n');
  });

  it('commits one', async () => {
    answerWith({ request: { ...request, state: 'DONE' } });
    expect((await gatehouse.run('changes', '12', '--commit')).stdout).toContain('#12 DONE');
    expect(await gatehouse.run('changes', '--commit')).toMatchObject({ code: 2 });
  });

  it('takes one back', async () => {
    answerWith({ request: { ...request, state: 'CANCELLED' } });
    expect((await gatehouse.run('changes', '12', '--cancel')).stdout).toContain('#12 CANCELLED');
    expect(bodies()[0]?.query).toContain('cancelChange');
  });
});

describe('gatehouse approve', () => {
  it('approves what it has read, or what has the given hash, and commits it where that is wanted', async () => {
    answerWith({
      changeRequest: request,
      approveChange: request,
      request: { ...request, state: 'DONE' },
    });
    expect((await gatehouse.run('approve', '12')).stdout).toBe(PRINTED);
    expect(bodies().at(-1)?.variables).toEqual({ input: { number: 12, hash: 'the-hash' } });
    const done = await gatehouse.run('approve', '12', '--hash', 'another', '--commit');
    expect(done.stdout).toContain('#12 DONE');
    expect(bodies().at(-2)?.variables).toEqual({ input: { number: 12, hash: 'another' } });
    expect(await gatehouse.run('approve')).toMatchObject({ code: 2 });
  });
});

describe('the waves of a change request', () => {
  const figures = { calls: 200, serverErrors: 10, refused: 0, p95Ms: 12.4 };
  const wave = { percent: 5, minutes: 60, moved: 0, endsAt: null, waitsFor: null, figures: null };
  const halted = {
    ...request,
    state: 'HALTED',
    halt: { cause: 'SERVER_ERRORS', message: '10 of 200 calls failed.', takenBack: 3 },
    waves: [
      {
        ...wave,
        number: 1,
        state: 'TAKEN_BACK',
        moved: 3,
        figures: { moved: figures, rest: figures, before: { ...figures, p95Ms: null } },
      },
      { ...wave, number: 2, percent: null, state: 'WAITING' },
    ],
  };

  it('are proposed from a file', async () => {
    gatehouse.write('supersede.graphql', 'mutation { supersedeProduct(input: {}) { dryRun } }');
    gatehouse.write('waves.yaml', 'waves: [{percent: 5}, {percent: 100}]\nhaltIf: {budget: 3}\n');
    answerWith({ proposeChange: request });
    await gatehouse.run('propose', 'supersede.graphql', '--waves', 'waves.yaml');
    expect(bodies()[0]?.variables).toMatchObject({
      input: { waves: [{ percent: 5 }, { percent: 100 }], haltIf: { budget: 3 } },
    });
  });

  it('are printed with their figures', async () => {
    answerWith({ changeRequest: halted });
    const { stdout } = await gatehouse.run('changes', '12');
    expect(stdout).toContain(
      [
        'Wave 1 (5 %, 60 minutes) TAKEN_BACK moved 3',
        '  moved: 200 calls, 10 failed, 0 refused, p95 12 ms',
        '  rest: 200 calls, 10 failed, 0 refused, p95 12 ms',
        '  before: 200 calls, 10 failed, 0 refused, p95 -',
        'Wave 2 (those it names, 60 minutes) WAITING moved 0',
        'SERVER_ERRORS: 10 of 200 calls failed. Taken back: 3',
      ].join('\n'),
    );
  });

  it('are halted, or go on at once', async () => {
    answerWith({ request: halted });
    await gatehouse.run('changes', '12', '--halt', 'Too slow.');
    await gatehouse.run('changes', '12', '--advance', '1');
    expect(bodies().map(({ variables }) => variables)).toEqual([
      { input: { number: 12, reason: 'Too slow.' } },
      { input: { number: 12, wave: 1 } },
    ]);
    const { code, stderr } = await gatehouse.run('changes', '12', '--commit', '--halt', 'x');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Give one of --commit')]);
  });
});
