// What examples/ci calls exists: its files are read as YAML, and its options are those of the command line.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/cli/cli.ts';

const script = resolve('examples/ci/propose.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-ci-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script with a command line of its own, and gives what it was called with. */
function propose(cases: string) {
  const cli = join(folder, 'cli');
  writeFileSync(cli, `#!/bin/sh\nprintf '%s\\n' "$*" >>calls\ncase "$1" in\n${cases}\nesac\n`, {
    mode: 0o700,
  });
  const env = {
    PATH: process.env['PATH'],
    CLI: cli,
    FILES: 'gatehouse/',
    TITLE: 'Pull request 7',
    COMMENT: 'why',
  };
  execFileSync('sh', [script], { cwd: folder, env });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return { calls: read('calls').trimEnd().split('\n'), impact: read('comment.txt') };
}

describe('examples/ci/propose.sh', () => {
  it('takes back what was proposed before, proposes the manifest, and writes what it would do', () => {
    const { calls, impact } =
      propose(`changes) [ $# -eq 3 ] && [ "$2" = -o ] && printf '%s\\n' '{"number":3,"title":"Other"}' '{"number":4,"title":"Pull request 7"}' || true;;
diff) exit 2;;
apply) printf '%s\\n' '#5 PROPOSED Pull request 7 (token:ci)' '~ Catalog sandbox';;`);
    expect(calls).toEqual([
      'changes -o json',
      'changes 4 --cancel',
      'diff -f gatehouse/',
      'apply -f gatehouse/ --propose --title Pull request 7 --comment why',
    ]);
    expect(impact).toContain('Change request 5 would do this:');
    expect(impact).toContain('~ Catalog sandbox');
  });

  it('proposes nothing where nothing would change', () => {
    const { calls, impact } = propose('*) exit 0;;');
    expect(calls).toEqual(['changes -o json', 'diff -f gatehouse/']);
    expect(impact).toBe('The manifest changes nothing.\n');
  });

  it('fails where the manifest is wrong', () => {
    expect(() => propose('diff) exit 1;;')).toThrow();
  });
});

describe('examples/ci/lint.sh', () => {
  const lint = (cases: string) => {
    const cli = join(folder, 'cli');
    writeFileSync(cli, `#!/bin/sh\nprintf '%s\\n' "$*" >>calls\ncase "$2" in\n${cases}\nesac\n`, {
      mode: 0o700,
    });
    const env = { PATH: process.env['PATH'], CLI: cli, DOCUMENTS: 'a.yaml b.yaml', RULE_SET: 'house-style' };
    const { status } = spawnSync('sh', [resolve('examples/ci/lint.sh')], { cwd: folder, env });
    return { status, calls: readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') };
  };
  const calls = ['a', 'b'].map((name) => `lint ${name}.yaml --rule-set house-style --fail-on error`);

  it('holds each document to the rule set, and passes where none breaks it', () => {
    expect(lint('*) exit 0;;')).toEqual({ status: 0, calls });
  });

  it('fails after all of them where one breaks it', () => {
    expect(lint('a.yaml) exit 2;;')).toEqual({ status: 1, calls });
  });

  it('ends at once where the platform does not answer', () => {
    expect(lint('a.yaml) exit 1;;')).toEqual({ status: 1, calls: calls.slice(0, 1) });
  });
});

it.each([script, resolve('examples/ci/lint.sh')])('%s calls commands with options that they have', (file) => {
  const calls = readFileSync(file, 'utf8').matchAll(/\$cli (\w+) ([^|\n]*)/g);
  for (const [, name, rest = ''] of calls) {
    const help = commands.find((command) => command.name === name)?.help ?? '';
    for (const [option] of rest.matchAll(/(?<= )--?[a-z]+/g))
      expect(help, `${name} ${option}`).toContain(option);
  }
});

it.each(['examples/ci/github/lint.yml', 'examples/ci/gitlab.yml'])(
  '%s is YAML that calls the script',
  (file) => {
    const text = readFileSync(file, 'utf8');
    expect(parse(text)).toEqual(expect.any(Object));
    for (const name of ['examples/ci/lint.sh', 'DOCUMENTS', 'RULE_SET', 'FAIL_ON'])
      expect(text).toContain(name);
  },
);

it.each(['examples/ci/github/propose.yml', 'examples/ci/gitlab.yml'])(
  '%s is YAML that calls the script',
  (file) => {
    const text = readFileSync(file, 'utf8');
    expect(parse(text)).toEqual(expect.any(Object));
    expect(text).toContain('examples/ci/propose.sh');
    for (const name of ['FILES', 'TITLE', 'COMMENT', 'GATEHOUSE_URL', 'GATEHOUSE_TOKEN'])
      expect(text).toContain(name);
  },
);
