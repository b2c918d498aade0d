import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.write('m.yaml', 'gatehouse: "1"\n');
});
afterEach(() => gatehouse.close());

const changes = [
  { action: 'CREATE', kind: 'Api', name: 'customerdb:1.0.0', diff: null },
  {
    action: 'UPDATE',
    kind: 'Product',
    name: 'customer:1.0.0',
    diff: { title: { before: 'Customer', after: 'Customers' }, openapi: { changed: ['#/paths/~1x'] } },
  },
  { action: 'DELETE', kind: 'Catalog', name: 'old', diff: null },
  {
    action: 'TRANSITION',
    kind: 'CatalogProduct',
    name: 'sandbox/customer:1.0.0',
    diff: { state: { before: null, after: 'STAGED' } },
  },
];

/** The platform answers with these changes, of a rehearsal where that was asked for. */
const answerWith = (made: readonly object[]) =>
  gatehouse.answer(({ body }) => {
    const { dryRun } = (body as { variables: { input: { dryRun: boolean } } }).variables.input;
    return Response.json({ data: { applyManifest: { dryRun, revision: 7, changes: made } } });
  });

const TEXT = `+ Api customerdb:1.0.0
~ Product customer:1.0.0
    title: "Customer" → "Customers"
    openapi: {"changed":["#/paths/~1x"]}
- Catalog old
→ CatalogProduct sandbox/customer:1.0.0
    state: null → "STAGED"
Created: 1 Updated: 1 Deleted: 1 Moved: 1
`;

describe('the changes of a manifest', () => {
  it('are a line each for people, and a summary', async () => {
    answerWith(changes);
    expect(await gatehouse.run('apply', '-f', 'm.yaml')).toEqual({ code: 0, stdout: TEXT, stderr: '' });
  });

  it('are JSON for machines', async () => {
    answerWith(changes);
    const { code, stdout } = await gatehouse.run('apply', '-f', 'm.yaml', '-o', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      dryRun: false,
      revision: 7,
      changes,
      summary: { created: 1, updated: 1, deleted: 1, moved: 1 },
    });
  });

  it('are rehearsed by a dry run, which says on standard error that it was one', async () => {
    answerWith(changes);
    expect(
      await gatehouse.run(
        'apply',
        '-f',
        'm.yaml',
        '--dry-run',
        '--prune',
        '--accept-breaking',
        '--expected-revision',
        '6',
      ),
    ).toEqual({
      code: 0,
      stdout: TEXT,
      stderr: 'This was a dry run: nothing was changed.\n',
    });
    expect(gatehouse.sent.map(({ body }) => body)).toMatchObject([
      { variables: { input: { dryRun: true, prune: true, acceptBreaking: true, expectedRevision: 6 } } },
    ]);
  });

  it('give diff the exit code 2 when there are any, 0 when there are none, 1 when it cannot tell', async () => {
    answerWith(changes);
    expect(await gatehouse.run('diff', '-f', 'm.yaml')).toEqual({ code: 2, stdout: TEXT, stderr: '' });
    answerWith([]);
    expect(await gatehouse.run('diff', '-f', 'm.yaml', '--prune')).toEqual({
      code: 0,
      stdout: 'Created: 0 Updated: 0 Deleted: 0 Moved: 0\n',
      stderr: '',
    });
    expect(gatehouse.sent.map(({ body }) => body)).toMatchObject([
      { variables: { input: { dryRun: true, prune: false } } },
      { variables: { input: { dryRun: true, prune: true } } },
    ]);
    gatehouse.answer(() =>
      Response.json({ errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] }),
    );
    expect(await gatehouse.run('diff', '-f', 'm.yaml')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: FORBIDDEN: No.\n',
    });
  });

  it('are told at their innermost places, those of a list by the names of its items', async () => {
    const before = [
      { name: 'gold', rateLimit: 1000, more: { depth: 1 } },
      { name: 'bronze', rateLimit: 10 },
    ];
    const after = [
      { name: 'silver', rateLimit: 100 },
      { name: 'gold', rateLimit: 1000, more: { depth: 2 } },
    ];
    const order = { before, after: before.toReversed() };
    const diff = {
      plans: { before, after },
      order,
      apis: { before: ['a:1.0.0'], after: ['a:1.0.0', 'b:1.0.0'] },
    };
    answerWith([{ action: 'UPDATE', kind: 'Product', name: 'customer:1.0.0', diff }]);
    expect((await gatehouse.run('diff', '-f', 'm.yaml')).stdout.split('\n').slice(1, -2)).toEqual([
      '    plans/gold/more/depth: 1 → 2',
      '    plans/bronze: {"name":"bronze","rateLimit":10} → nothing',
      '    plans/silver: nothing → {"name":"silver","rateLimit":100}',
      '    order: ["gold","bronze"] → ["bronze","gold"]',
      '    apis: ["a:1.0.0"] → ["a:1.0.0","b:1.0.0"]',
    ]);
  });

  it('show the beginning of what is long, and no escape sequences', async () => {
    const diff = { title: { before: 'x'.repeat(300), after: '\x1b[31m' } };
    answerWith([{ action: 'UPDATE', kind: 'Api', name: '\x1b[2Ja:1.0.0', diff }]);
    const { stdout } = await gatehouse.run('apply', '-f', 'm.yaml');
    expect(stdout).toContain('~ Api [2Ja:1.0.0\n');
    expect(stdout.split('\n')[1]?.length).toBeLessThan(150);
    expect(stdout).not.toContain('\x1b');
  });

  it('may have been made when the answer does not come in time, which is said', async () => {
    gatehouse.answer(() => {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    });
    const args = ['-f', 'm.yaml', '--timeout', '500ms'];
    const sentence = 'gatehouse: TIMEOUT: http://127.0.0.1:9000/graphql did not answer within 0.5 s.';
    expect((await gatehouse.run('apply', ...args)).stderr).toBe(
      `${sentence} Whether it was applied is not known: "gatehouse diff" tells.\n`,
    );
    expect((await gatehouse.run('diff', ...args)).stderr).toBe(`${sentence}\n`);
  });
});
