import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The data directory is not there, and cannot be made. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}

const OWN_FOLDER = 0o700;
/** Bits of a mode that let other users than the owner in. */
const FOR_OTHERS = 0o077;
/** Names of what the platform keeps in the data directory: the embedded database, and files of its own. */
const OURS = /^(database|secret\.key|snapshot(\.\d+)?|lock\.\d+)$/;

/**
 * Makes the data directory, unless it is there.
 *
 * @throws DataDirUnusable with a sentence that names it
 */
export function makeDataDir(dataDir: string): void {
  try {
    make(resolve(dataDir));
  } catch (error) {
    throw new DataDirUnusable(
      `The data directory ${dataDir} cannot be made: ${(error as Error).message}. Set DATA_DIR to a folder that the user of the platform may write to.`,
    );
  }
}

/** Not by `recursive` of Node 20, which never ends where a folder refuses to hold another, as /proc does. */
function make(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) make(parent);
  try {
    mkdirSync(folder, { mode: OWN_FOLDER });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}

/**
 * Takes from other users of the machine what a data directory of before lets them read or write. From now on the process
 * makes no file that others may read.
 *
 * What belongs to another user, as a volume may, stays as it is: `gatehouse doctor` tells of it.
 */
export function closeDataDir(dataDir: string): void {
  process.umask(FOR_OTHERS);
  for (const path of openToOthers(dataDir)) {
    try {
      chmodSync(path, lstatSync(path).mode & ~FOR_OTHERS);
    } catch (error) {
      if (!['EPERM', 'ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

/** Lists the data directory, and what the platform keeps in it, as far as other users may read or write it. */
export function openToOthers(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name));
  const below = ours.includes('database') ? readdirSync(join(dataDir, 'database'), { recursive: true }) : [];
  return ['', ...ours, ...below.map((name) => join('database', `${name}`))]
    .map((name) => join(dataDir, name))
    .filter((path) => isOpenToOthers(path));
}

function isOpenToOthers(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isSymbolicLink() && (found.mode & FOR_OTHERS) !== 0;
}
