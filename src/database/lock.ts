import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process holds the data directory. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked';
}

/** Who holds the lock: its process, and when that began, since process ids come again after a restart. */
type Holder = { readonly pid: number; readonly startedAt: string };

/**
 * Takes the lock of a data directory: the embedded database has none of its own, and two processes on one directory
 * silently lose committed rows.
 *
 * @returns how to release it
 * @throws DataDirLocked with a sentence that names the process
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) ?? '' } satisfies Holder);
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => release(file, mine);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = read(file);
    if (holder && startOf(holder.pid) === holder.startedAt)
      throw new DataDirLocked(
        `The data directory ${dataDir} is in use by process ${holder.pid}: stop that one, or give this one another DATA_DIR.`,
      );
    remove(file);
  }
}

function release(file: string, mine: string): void {
  try {
    if (readFileSync(file, 'utf8') === mine) unlinkSync(file);
  } catch {
    // It is gone already.
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** When a living process began, as far as the system tells; '' for one that lives and does not tell. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  try {
    // proc(5): field 22 is the start time; the name in field 2 may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
