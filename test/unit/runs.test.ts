import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isThorough, leftFiles, takesNodeHttp } from '../support/runs.ts';

describe.skipIf(isThorough)('a plain run', () => {
  it('leaves out files and folders that there are', () => {
    const paths = leftFiles([]).map((pattern) => pattern.replace(/\*\*$/, ''));
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([
    ['a file', 'test/e2e/package.test.ts', 'test/e2e/package.test.ts'],
    ['a folder', 'test/faults', 'test/faults/**'],
    [
      'a file of a folder',
      './test/integration/maintenance/backup.test.ts',
      'test/integration/maintenance/**',
    ],
  ])('that names %s takes it', (_, named, pattern) => {
    expect(leftFiles([])).toContain(pattern);
    expect(leftFiles(['run', '--project', 'e2e', named])).not.toContain(pattern);
    expect(leftFiles(['run', '--project', 'e2e'])).toEqual(leftFiles([]));
  });

  it.each([
    [['run'], false],
    [['run', '--project', 'unit'], false],
    [['run', '--project', 'node-http'], true],
    [['run', '--project=node-http'], true],
    [['run', 'test/integration/tracing.test.ts'], true],
  ])('with the arguments %j takes HTTP by the parser of Node: %j', (named, takes) => {
    expect(takesNodeHttp(named)).toBe(takes);
  });
});
