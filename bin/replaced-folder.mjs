// Folders of what is made, which are replaced whole: other processes may start from them, or make them, at the same moment.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
    moves(folder, past, 'ENOENT');
  } while (!moves(next, folder, 'ENOTEMPTY'));
  clear();
}

/** Renames a folder; false where another process was first, which `otherwise` says. */
function moves(from, to, otherwise) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code === otherwise) return false;
    throw error;
  }
}
