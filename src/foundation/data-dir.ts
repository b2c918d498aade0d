import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isPrivate } from './private-file.ts';

/** A data directory that does not exist and cannot be made. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}

const OWN_FOLDER = 0o700;
/** Bits of a mode that let other users than the owner in. */
const FOR_OTHERS = 0o077;
/** The platform's names in the data directory: the embedded database and files of its own. */
const OURS = /^(database(\.unfinished)?|secret\.key|snapshot(\.\d+)?|lock\.\d+)$/;

/**
 * Makes the data directory, unless it exists.
 *
 * @throws DataDirUnusable with a message that names it
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

/**
 * Makes folders one by one. `recursive` of Node 20 never ends where a folder refuses to hold another, as /proc does.
 */
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
 * Takes away the rights of other users in an existing data directory. From now on the process creates no file that
 * others may read.
 *
 * Files of another user, as on a volume, stay as they are: `gatehouse doctor` reports them.
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

/**
 * Lists the parts of the data directory that other users may read or write. The directory itself is one.
 *
 * @param platform the system: on Windows, modes tell nothing
 */
export function openToOthers(dataDir: string, platform = process.platform): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name));
  const below = ours.includes('database') ? readdirSync(join(dataDir, 'database'), { recursive: true }) : [];
  return ['', ...ours, ...below.map((name) => join('database', `${name}`))]
    .map((name) => join(dataDir, name))
    .filter((path) => isOpenToOthers(path, platform));
}

function isOpenToOthers(path: string, platform: NodeJS.Platform): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isSymbolicLink() && !isPrivate(found, platform);
}
