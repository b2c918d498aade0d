import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commands } from '../../../src/cli/cli.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const hasShell = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash completes of these words. */
async function completed(...words: string[]): Promise<string[]> {
  const file = join(gatehouse.folder, 'completion.bash');
  writeFileSync(file, (await gatehouse.run('completion', 'bash')).stdout);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `source ${file}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it.skipIf(!hasShell('bash'))('bash completes commands and their options', async () => {
  expect(await completed('gatehouse', 'ca')).toEqual(['calls']);
  expect(await completed('gatehouse', '')).toEqual([...commands.map(({ name }) => name), '--help']);
  expect(await completed('gatehouse', 'calls', '--fo')).toEqual(['--follow', '--format']);
  expect(await completed('gatehouse', 'wait', '--o')).toEqual(['--org']);
});

it.each(['bash', 'zsh', 'fish'])(
  'the script of %s names every command, and is one of that shell',
  async (shell) => {
    const { code, stdout } = await gatehouse.run('completion', shell);
    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(name);
    const { status, stderr } = hasShell(shell)
      ? spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })
      : { status: 0, stderr: '' };
    expect([status, stderr]).toEqual([0, '']);
  },
);

it('a shell has to be named, and one that is known', async () => {
  expect((await gatehouse.run('completion')).stderr).toBe(
    'gatehouse: USAGE: Name a shell: gatehouse completion bash|zsh|fish\n',
  );
  const { code, stderr } = await gatehouse.run('completion', 'csh');
  expect([code, stderr]).toEqual([2, 'gatehouse: USAGE: The shell "csh" is not one of bash, zsh, fish.\n']);
});
