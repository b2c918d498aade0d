import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../command-fault.ts';
import type { YamlPath } from './yaml-source.ts';

/** Members that can name a file instead of holding its text. A file is YAML (or JSON), or text. */
const members = new Map<string | number, 'yaml' | 'text'>([
  ['openapi', 'yaml'],
  ['overlay', 'yaml'],
  ['sdl', 'text'],
  ['markdown', 'text'],
  ['rules', 'text'],
]);

/** A file that a manifest holds by its name. */
export type Reference = { readonly path: string; readonly kind: 'yaml' | 'text' };

/** The reference that a value is, as `openapi: ./customerdb.yaml`; undefined when it is the document itself. */
export function referenceAt(path: YamlPath, value: string): Reference | undefined {
  const kind = members.get(path.at(-1) ?? '');
  return kind && /^\.\.?\/[^\n]+$/.test(value) ? { path: value, kind } : undefined;
}

type ReferencedFile = { readonly file: string; readonly text: string } | { readonly message: string };

/**
 * Reads what a reference names, beside the manifest. It stays in the tree of folders that the user named, also through
 * links: a manifest from elsewhere must not carry other files of this machine to the platform.
 *
 * @param manifest the file with the reference
 * @param tree the folder that was named, or the folder of the file that was
 */
export function readReference(
  reference: Reference,
  { manifest, tree }: { readonly manifest: string; readonly tree: string },
): ReferencedFile {
  const file = resolve(dirname(manifest), reference.path);
  if (!isWithin(tree, file)) return { message: `${reference.path} leads out of the folder of the manifest.` };
  if (!existsSync(file)) return { message: `There is no file ${reference.path} beside the manifest.` };
  try {
    if (!isWithin(realpathSync(tree), realpathSync(file)))
      return { message: `${reference.path} is a link that leads out of the folder of the manifest.` };
    return { file: join(dirname(manifest), reference.path), text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { message: `${reference.path} cannot be read: ${reasonOf(error)}.` };
  }
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}
