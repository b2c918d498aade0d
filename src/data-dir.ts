import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The data directory is not there, and cannot be made. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}

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
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}
