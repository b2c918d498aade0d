// Folders of what is made, which are replaced whole: other processes may start from them, or make them, at the same moment.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Codes of a rename to where a folder is. */
const THERE = process.platform === 'win32' ? ['EPERM', 'EEXIST'] : ['ENOTEMPTY'];

/** Replaces a folder by the files, which are given by their paths in it. */
export function replaceFolder(folder, files) {
  const next = `.${folder}-${process.pid}`;
  const past = `${next}-past`;
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(next, path)), { recursive: true });
    writeFileSync(join(next, path), body);
  }
  const clear = () => rmSync(past, { recursive: true, force: true });
  do {
    clear();
    moves(folder, past, ['ENOENT']);
  } while (!moves(next, folder, THERE));
  clear();
}

/** Renames a folder; false where another process was first, which these codes say. */
function moves(from, to, otherwise) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (otherwise.includes(error.code)) return false;
    throw error;
  }
}
