import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { DataDirLocked, lockDataDir } from '../../../src/infrastructure/database/lock.ts';
import {
  ENDED,
  processStart,
  startByProc,
  startByPs,
} from '../../../src/infrastructure/database/process-start.ts';
import { type Child, startChild } from '../../support/child.ts';

let dataDir: string;
let children: Child[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  rmSync(dataDir, { recursive: true });
});

function start(): Child {
  const child = startChild('hold-lock.ts', dataDir);
  children.push(child);
  return child;
}
const inUseBy = (pid: number) =>
  `The data directory ${dataDir} is in use by process ${pid}: stop that one, or give this one another DATA_DIR.`;

describe('the lock of a data directory', () => {
  it('is held by one process; another is refused with a sentence that names it', async () => {
    const holder = start();
    expect(await holder.line()).toBe('held');
    expect(await start().line()).toBe(inUseBy(holder.pid));
    await expect(openEmbedded({ dataDir })).rejects.toThrow(new DataDirLocked(inUseBy(holder.pid)));
  });

  it('is refused to the same process too', () => {
    const release = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(inUseBy(process.pid));
    release();
    lockDataDir(dataDir)();
  });

  it('is free again when its holder stops', async () => {
    const holder = start();
    expect(await holder.line()).toBe('held');
    await holder.end();
    expect(await start().line()).toBe('held');
  });

  it('is taken over from a killed process, by one alone of several that start at once', async () => {
    const killed = start();
    expect(await killed.line()).toBe('held');
    await killed.kill();
    const said = await Promise.all(Array.from({ length: 4 }, start).map((child) => child.line()));
    expect(said.filter((line) => line === 'held')).toHaveLength(1);
    expect(
      said.filter((line) => line?.startsWith(`The data directory ${dataDir} is in use by`)),
    ).toHaveLength(3);
  });

  it('is taken over from a process whose id another process has now', () => {
    writeFileSync(join(dataDir, 'lock.7'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    const release = lockDataDir(dataDir);
    expect(readdirSync(dataDir)).toEqual(['lock.8']);
    release();
  });

  it.each(['', '{', 'null', '{"pid":"1"}', '{"pid":-1,"startedAt":""}'])(
    'is taken over when it is damaged: %j',
    (damaged) => {
      writeFileSync(join(dataDir, 'lock.1'), damaged);
      lockDataDir(dataDir)();
    },
  );

  it('that is released after another process has taken over leaves that one its lock', () => {
    const release = lockDataDir(dataDir);
    release();
    const another = lockDataDir(dataDir);
    release();
    expect(() => lockDataDir(dataDir)).toThrow(DataDirLocked);
    another();
  });

  it('leaves no drafts and no older locks behind', () => {
    for (let round = 0; round < 5; round += 1) lockDataDir(dataDir)();
    expect(readdirSync(dataDir)).toEqual(['lock.5']);
  });
});

describe('when a process began', () => {
  it('is told by the system, the same each time, and not of one that is gone', async () => {
    const child = start();
    await child.line();
    const began = processStart(child.pid);
    expect(began).toMatch(/./);
    expect(processStart(child.pid)).toBe(began);
    await child.kill();
    expect(processStart(child.pid)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')(
    'is not told of one that has ended and that its parent has not reaped',
    async () => {
      const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(printed.toString());
      await expect.poll(() => startByProc(pid)).toBe(ENDED);
      expect(startByPs(pid)).toBe(ENDED);
      expect(processStart(pid)).toBeUndefined();
      parent.kill();
    },
  );

  it('is told by ps where there is no /proc, as on macOS', () => {
    const began = startByPs(process.pid);
    expect(began).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
    expect(startByPs(process.pid)).toBe(began);
    expect(startByPs(2 ** 22 + 1)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('is told by /proc on Linux, more exactly', () => {
    expect(startByProc(process.pid)).toMatch(/^\d+$/);
  });
});
