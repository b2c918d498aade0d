import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPrivate } from '../../src/foundation/private-file.ts';

const { programOf } = await import(new URL('../../bin/programs.mjs', import.meta.url).href);

describe('a command, on every system', () => {
  it.each(['biome', 'mesh', 'prisma', 'vitest'])(
    'starts %s by Node, since Windows runs no scripts',
    (name) => {
      const [program, file] = programOf(name, { folder: process.cwd(), platform: 'win32' });
      expect(program).toBe(process.execPath);
      expect(existsSync(file)).toBe(true);
    },
  );

  it('starts npm by the file that runs it, on Windows', () => {
    const called = 'C:\\npm\\bin\\npm-cli.js';
    const env = { npm_execpath: called };
    expect(programOf('npm', { platform: 'win32', env })).toEqual([process.execPath, called]);
    const [, beside] = programOf('npm', { platform: 'win32', env: { npm_execpath: 'yarn.js' } });
    expect(beside).toMatch(/node_modules.npm.bin.npm-cli\.js$/);
    expect(programOf('npm', { platform: 'linux' })).toEqual(['npm']);
  });

  it('starts by no shell what npm start and npm test need', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['start', 'test', 'dev', 'check', 'generate', 'prepare'])
      expect(scripts[name]).toMatch(/^node bin\/[\w-]+\.mjs( --[\w-]+)*$/);
    const commands = readdirSync('bin').filter((name) => name.endsWith('.mjs'));
    for (const name of commands)
      expect(readFileSync(join('bin', name), 'utf8')).not.toMatch(/shell: true|\bexecSync\(|\bexec\(['"`]/);
  });
});

describe('a file with a token', () => {
  const stats = (mode: number) => ({ mode }) as Parameters<typeof isPrivate>[0];

  it('is private where nobody else may read it, and on Windows, where modes say nothing', () => {
    expect(isPrivate(stats(0o100600), 'linux')).toBe(true);
    expect(isPrivate(stats(0o100640), 'linux')).toBe(false);
    expect(isPrivate(stats(0o100666), 'win32')).toBe(true);
  });
});
