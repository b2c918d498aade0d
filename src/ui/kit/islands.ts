import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a page that runs in the browser. */
export type IslandName = 'reference' | 'explorer' | 'console' | 'passkey' | 'calls';

/** Addresses of the files of an island. */
export type Island = {
  /** Address of its module. */
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that its own module imports, and those in turn. */
  readonly preload: readonly string[];
};

export type Islands = {
  /** Undefined until the islands are built. */
  island(name: IslandName): Island | undefined;
  /** Tells whether a page may load a file. */
  has(file: string): boolean;
};

/** Vite's build manifest, by the source of each module. (https://vite.dev/guide/backend-integration) */
type Manifest = Readonly<Record<string, Chunk>>;
type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

type Build = { readonly islands: ReadonlyMap<string, Island>; readonly files: ReadonlySet<string> };

const NOTHING: Build = { islands: new Map(), files: new Set() };

/** Opens the built islands in a folder. It polls for a new build, which may take another's place. */
export function openIslands(folder: string, address: string): Islands {
  let seen: string | undefined;
  let build = NOTHING;
  const current = (): Build => {
    const manifest = statSync(join(folder, 'manifest.json'), { throwIfNoEntry: false });
    const version = manifest && `${manifest.ino} ${manifest.mtimeMs}`;
    if (version !== seen) build = version === undefined ? NOTHING : read(folder, address);
    seen = version;
    return build;
  };
  return {
    island: (name) => current().islands.get(name),
    has: (file) => current().files.has(file),
  };
}

function read(folder: string, address: string): Build {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const islands = Object.values(manifest)
    .filter(({ isEntry }) => isEntry)
    .map((entry): [string, Island] => [entry.name ?? '', islandOf(entry, manifest, address)]);
  return { islands: new Map(islands), files: new Set(readdirSync(folder)) };
}

function islandOf(entry: Chunk, manifest: Manifest, address: string): Island {
  const imported = new Set<Chunk>();
  const follow = (chunk: Chunk) => {
    for (const key of chunk.imports ?? []) {
      const next = manifest[key];
      if (next === undefined || imported.has(next)) continue;
      imported.add(next);
      follow(next);
    }
  };
  follow(entry);
  const styles = new Set([...imported, entry].flatMap(({ css = [] }) => css));
  return {
    script: `${address}${entry.file}`,
    styles: [...styles].map((file) => `${address}${file}`),
    preload: [...imported].map(({ file }) => `${address}${file}`),
  };
}
