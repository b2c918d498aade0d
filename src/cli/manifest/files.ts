import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, reasonOf } from '../command-fault.ts';

/** A file that can be a part of a manifest. */
type ManifestFile = {
  /** The full path of the file. */
  readonly file: string;
  readonly text: string;
  /** The folder that was named, or the folder of the named file. References stay in it. */
  readonly tree: string;
  /** Tells whether the file itself was named, rather than its folder. */
  readonly isNamed: boolean;
};

/**
 * Reads the files that `-f` names: a file, or the files below a folder.
 *
 * Of a folder, those are read that end with .yaml, .yml or .json, in the order of their names.
 *
 * @throws USAGE when nothing is named
 * @throws FILE_UNREADABLE when one cannot be read, or a folder holds no such file
 */
export function readFiles(folder: string, named: readonly string[]): ManifestFile[] {
  if (named.length === 0) fail('USAGE', 'Name the manifest: -f FILE or -f FOLDER.');
  const files = named.flatMap((path) => filesAt(resolve(folder, path), path));
  return files.filter(({ file }, index) => files.findIndex((each) => each.file === file) === index);
}

function filesAt(path: string, displayPath: string): ManifestFile[] {
  try {
    if (!statSync(path).isDirectory())
      return [{ file: path, text: readFileSync(path, 'utf8'), tree: dirname(path), isNamed: true }];
    const files = filesIn(path).map((file) => ({
      file,
      text: readFileSync(file, 'utf8'),
      tree: path,
      isNamed: false,
    }));
    if (files.length > 0) return files;
  } catch (error) {
    fail('FILE_UNREADABLE', `${displayPath} cannot be read: ${reasonOf(error)}.`);
  }
  return fail('FILE_UNREADABLE', `${displayPath} holds no file that ends with .yaml, .yml or .json.`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return /\.(ya?ml|json)$/.test(entry.name) ? [path] : [];
    });
}
