import { stringify } from 'yaml';
import { isJsonObject } from '../json.ts';
import { escapeVariables } from './variables.ts';

/** Files of a manifest by their paths within its folder. */
export type ManifestFiles = ReadonlyMap<string, string>;

/** Documents with files of their own: the folder, and the end of the name. */
type DocumentFile = { readonly folder: string; readonly end: string; readonly isText: boolean };
const documents: Readonly<Record<string, DocumentFile>> = {
  openapi: { folder: 'openapi', end: '.yaml', isText: false },
  sdl: { folder: 'graphql', end: '.graphql', isText: true },
  markdown: { folder: 'pages', end: '.md', isText: true },
};

/**
 * Splits a manifest into a file for each of its lists. Each document is beside them.
 *
 * `apply -f FOLDER` joins them again to the same manifest.
 */
export function splitManifest(manifest: Readonly<Record<string, unknown>>): ManifestFiles {
  const { gatehouse, ...parts } = manifest;
  const files = new Map<string, string>();
  for (const [name, part] of Object.entries(parts)) {
    const value = new Splitter(files).split(part, []);
    files.set(`${kebab(name)}.yaml`, yamlOf({ gatehouse, [name]: value }));
  }
  return files;
}

/** Writes YAML. Texts that older readers take for something else, such as `on`, are quoted. */
export function yamlOf(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

const kebab = (name: string) => name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);

/** Takes the documents out of a part. Variables are replaced in the part alone, so that only its texts are escaped. */
class Splitter {
  readonly #files: Map<string, string>;

  constructor(files: Map<string, string>) {
    this.#files = files;
  }

  /** @param names those of the things that the value is in */
  split(value: unknown, names: readonly string[]): unknown {
    if (typeof value === 'string') return escapeVariables(value);
    if (Array.isArray(value)) return value.map((item) => this.split(item, names));
    if (!isJsonObject(value)) return value;
    const within = [...names, ...textIn(value['name']), ...textIn(value['version']), ...pageIn(value)];
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [
        member,
        this.#document(member, each, within) ?? this.split(each, within),
      ]),
    );
  }

  /** Writes a document to its file. Returns the reference to it; undefined where it is none. */
  #document(member: string, value: unknown, names: readonly string[]): string | undefined {
    const kind = documents[member];
    const isDocument = kind?.isText ? typeof value === 'string' : isJsonObject(value);
    if (!kind || !isDocument) return undefined;
    const path = this.#freePath(`${kind.folder}/${names.join('-').replace(/[^\w.-]+/g, '-')}`, kind.end);
    this.#files.set(path, kind.isText ? String(value) : yamlOf(value));
    return `./${path}`;
  }

  #freePath(path: string, end: string, count = 1): string {
    const found = `${path}${count === 1 ? '' : `-${count}`}${end}`;
    return this.#files.has(found) ? this.#freePath(path, end, count + 1) : found;
  }
}

/** A page has a path in place of a name. */
const pageIn = ({ path, markdown }: Readonly<Record<string, unknown>>): string[] =>
  typeof path === 'string' && typeof markdown === 'string' ? [path === '/' ? 'home' : path] : [];

const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
