import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const COMMANDS = [
  'start',
  'apply',
  'diff',
  'export',
  'run',
  'wait',
  'why',
  'schemas',
  'migrate',
  'backup',
  'restore',
  'doctor',
  'version',
];

describe('the command line', () => {
  it('lists its commands on standard output when it is asked for help', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await gatehouse.run(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const command of COMMANDS) expect(stdout).toContain(`\n  ${command.padEnd(8)} `);
    }
  });

  it('prints the same on standard error, with exit code 2, when it is called with nothing', async () => {
    const { stdout: help } = await gatehouse.run('--help');
    expect(await gatehouse.run()).toEqual({ code: 2, stdout: '', stderr: help });
  });

  it.each(COMMANDS)('tells of %s: how it is called and its exit codes', async (command) => {
    const { code, stdout, stderr } = await gatehouse.run(command, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^gatehouse ${command}\\b`));
    if (command !== 'version') expect(stdout).toContain('Exit code: 0 ');
    expect((await gatehouse.run('help', command)).stdout).toBe(stdout);
  });

  it('starts the platform once, and nothing when it is called wrongly', async () => {
    expect(await gatehouse.run('start', '--port', '80')).toEqual({
      code: 2,
      stdout: '',
      stderr: "gatehouse: USAGE: Unknown option '--port'.\n",
    });
    expect(gatehouse.starts()).toBe(0);
    expect(await gatehouse.run('start')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(gatehouse.starts()).toBe(1);
  });

  it('prints the version of the package', async () => {
    for (const word of ['version', '--version'])
      expect(await gatehouse.run(word)).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
        stderr: '',
      });
  });

  it.each([
    [['rollout'], 'There is no command "rollout": gatehouse --help lists them.'],
    [['aply'], 'There is no command "aply". Did you mean "apply"? gatehouse --help lists them.'],
    [['apply', '--force'], "Unknown option '--force'."],
    [['calls', '--folow'], "Unknown option '--folow'. Did you mean --follow?"],
    [['export', '--output', 'acme/', '-o', 'json'], 'A folder is of YAML: leave -o out, or name a file.'],
    [['apply', 'catalog.yaml'], 'The argument "catalog.yaml" belongs to no option.'],
    [['apply'], 'Name the manifest: -f FILE or -f FOLDER.'],
    [['apply', '-f'], "Option '-f, --file <value>' argument missing."],
    [['apply', '-f', 'x', '-o', 'xml'], '-o "xml" is not one of text, json.'],
    [['apply', '-f', 'x', '--expected-revision', '-1'], expect.stringContaining('expected-revision')],
    [['apply', '-f', 'x', '--expected-revision', '1.5'], '--expected-revision "1.5" is no whole number.'],
    [
      ['export', '--timeout', '60'],
      '--timeout "60" is no time up to a day: give it as 500ms, 60s, 2m or 1h.',
    ],
    [
      ['export', '--timeout', '0s'],
      '--timeout "0s" is no time up to a day: give it as 500ms, 60s, 2m or 1h.',
    ],
    [['export', '-o', 'text'], '-o "text" is not one of yaml, json.'],
    [['run'], 'Name one document: gatehouse run FILE.graphql'],
    [['why'], 'Name one request: gatehouse why REQUEST_ID'],
    [
      ['schemas', 'books:1.0.0'],
      'Say gatehouse schemas alone, or one API and what to do: API --accept, API --dismiss.',
    ],
    [['wait'], 'Say what to wait for: --for=ready or --for=graphql-server/NAME.'],
    [['wait', '--for=godot'], '--for "godot" is neither ready nor graphql-server/NAME.'],
  ])('refuses a wrong call with exit code 2: %j', async (args, sentence) => {
    const { code, stdout, stderr } = await gatehouse.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.replace(/^gatehouse: USAGE: /, '').trimEnd()).toEqual(sentence);
    expect(gatehouse.sent).toEqual([]);
  });

  it('gives a wrong call of diff the exit code 1, since 2 says that something differs', async () => {
    expect((await gatehouse.run('diff')).code).toBe(1);
    expect((await gatehouse.run('diff', '--force')).code).toBe(1);
  });

  it.each([['--token'], ['--token=very-secret'], ['-token=very-secret'], ['--TOKEN', 'very-secret']])(
    'takes no token from its arguments, and does not repeat it: %s',
    async (...args) => {
      const { code, stdout, stderr } = await gatehouse.run('export', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^gatehouse: USAGE: A token is never taken from the command line, .*GATEHOUSE_TOKEN/,
      );
      expect(stderr).not.toContain('very-secret');
    },
  );

  it.each([
    [{ isTTY: false }, {}, false],
    [{ isTTY: true }, {}, true],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    [{ isTTY: true }, { TERM: 'dumb' }, false],
    [{ isTTY: false }, { FORCE_COLOR: '1' }, true],
    [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
    [{ isTTY: false }, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('colours on a terminal only, unless told otherwise: %j %j', async ({ isTTY }, variables, isColoured) => {
    gatehouse.terminal(isTTY);
    gatehouse.set(variables);
    expect((await gatehouse.run('apply')).stderr.includes('\x1b[31m')).toBe(isColoured);
  });
});
