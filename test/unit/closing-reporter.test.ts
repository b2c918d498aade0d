import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { ClosingReporter } from '../support/closing-reporter.ts';

let folder: string;
let cutRun: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  cutRun = join(folder, 'cut-run.json');
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const moduleOf = (file: string, state: string, tests: readonly string[]) =>
  ({
    moduleId: resolve(file),
    state: () => state,
    errors: () => [],
    children: {
      allTests: () => tests.map((each) => ({ result: () => ({ state: each }), diagnostic: () => undefined })),
    },
  }) as unknown as TestModule;

const passed = moduleOf('test/a.test.ts', 'passed', ['passed', 'passed', 'skipped']);
const cut = moduleOf('test/b.test.ts', 'pending', ['passed', 'pending']);
const failed = moduleOf('test/c.test.ts', 'failed', ['failed']);
const deadWorker = {
  message: '[vitest-pool]: Worker forks emitted error.',
  cause: { message: 'Worker exited unexpectedly' },
};

const end = (modules: TestModule[], errors = [deadWorker]) =>
  new ClosingReporter(cutRun).onTestRunEnd(modules, errors);
const written = () => JSON.parse(readFileSync(cutRun, 'utf8'));

it('names the subjects that a plain run leaves to a thorough one, before its counts', async () => {
  await new ClosingReporter(undefined, ['backups']).onTestRunEnd([passed], []);
  expect(printed).toContain('left to npm run test:thorough: backups');
  expect(printed.at(-1)).toBe('\n2 passed, 0 failed, 1 skipped');
});

describe('a run of which a worker died', () => {
  it('names its files, and its counts are those of the files that ended', async () => {
    await end([passed, cut]);
    expect(printed).toContain('did not end, since its worker died: test/b.test.ts');
    expect(printed.at(-1)).toBe('\n2 passed, 0 failed, 1 skipped');
    expect(written()).toEqual({
      files: ['test/b.test.ts'],
      counts: { passed: 2, failed: 0, skipped: 1 },
    });
  });

  it('is completed by one that adds its counts, and asks for no third', async () => {
    await end([passed, cut]);
    await end([moduleOf('test/b.test.ts', 'passed', ['passed', 'passed'])], []);
    expect(printed.at(-1)).toBe('\n4 passed, 0 failed, 1 skipped');
    const asked = written();
    await end([cut]);
    expect(written()).toEqual(asked);
  });

  it.each([
    ['a test failed', [passed, cut, failed], [deadWorker]],
    [
      'something else failed, too',
      [passed, cut],
      [deadWorker, { message: 'Unhandled', cause: { message: '' } }],
    ],
    ['no file was cut off', [passed], [deadWorker]],
  ])('is not completed where %s', async (_why, modules, errors) => {
    await end(modules, errors);
    expect(written).toThrow('ENOENT');
  });
});
