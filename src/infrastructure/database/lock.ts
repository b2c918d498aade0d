import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DataDirUnusable, makeDataDir } from '../../foundation/data-dir.ts';
import { processStart } from './process-start.ts';

/** A data directory that another process holds. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked';
}

/** The holder of the lock: its process id and start time. Process ids are used again after a restart. */
type Holder = { readonly pid: number; readonly startedAt: string };

const LOCK = /^lock\.(\d+)$/;
const RELEASED = 'released';
/** Codes of a disk, or a user's share of it, that is full. */
const NO_ROOM = ['ENOSPC', 'EDQUOT'];

/**
 * Takes the lock of a data directory. The embedded database has none of its own, and two processes on one directory
 * silently lose committed rows.
 *
 * Each holder makes the file with the next number, and the highest number holds. The highest is never deleted, so that
 * of several processes that find a dead holder at once only one takes over. A process killed without notice leaves a
 * lock that the next one takes over. Processes of other machines or containers cannot be told dead or alive, so a
 * directory belongs to one machine.
 *
 * @returns a function that releases it
 * @throws DataDirLocked with a message that names the process, DataDirUnusable when it cannot be made or is full
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  for (;;) {
    const last = lastNumber(dataDir);
    const holder = read(fileOf(dataDir, last));
    if (holder && processStart(holder.pid) === holder.startedAt)
      throw new DataDirLocked(
        `The data directory ${dataDir} is in use by process ${holder.pid}: stop that one, or give this one another DATA_DIR.`,
      );
    const file = fileOf(dataDir, last + 1);
    if (!create(file)) continue;
    if (lastNumber(dataDir) > last + 1) {
      rmSync(file, { force: true });
      continue;
    }
    removeBefore(dataDir, last + 1);
    return () => {
      if (existsSync(file)) writeFileSync(file, RELEASED);
    };
  }
}

const fileOf = (dataDir: string, number: number) => join(dataDir, `lock.${number}`);

function numbers(dataDir: string): number[] {
  return readdirSync(dataDir)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .map(Number);
}

/** Returns the highest number, or 0 when there was never a lock. */
function lastNumber(dataDir: string): number {
  return Math.max(0, ...numbers(dataDir));
}

/** Creates a complete lock file, or none. A half-written one would look dead. */
function create(file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  const mine: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? '' };
  try {
    writeFileSync(draft, JSON.stringify(mine));
    linkSync(draft, file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NO_ROOM.includes(code))
      throw new DataDirUnusable(`The disk of the data directory ${dirname(file)} is full: make room on it.`);
    if (code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeBefore(dataDir: string, number: number): void {
  for (const each of numbers(dataDir)) if (each < number) rmSync(fileOf(dataDir, each), { force: true });
}

/** Returns undefined when it is released, or was damaged by a crash of the machine. */
function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
