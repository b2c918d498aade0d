import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that generates something, and writes down when it begins and ends. */
async function generating(log: string): Promise<unknown> {
  const work = `
    import { appendFileSync } from 'node:fs';
    import { alone } from './bin/prepare.mjs';
    alone(() => {
      appendFileSync('${log}', 'begins ');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      appendFileSync('${log}', 'ends\\n');
    });`;
  const [code] = await once(spawn(process.execPath, ['--input-type=module', '-e', work]), 'exit');
  return code;
}

it('of commands that start at once one alone generates at a time, also after one that was killed', async () => {
  const log = join(folder, 'log');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(`.turn/${pid}`, { recursive: true });
  expect(await Promise.all([generating(log), generating(log), generating(log)])).toEqual([0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('begins ends\n'.repeat(3));
});
