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

/** The built islands in a folder. It is looked at anew each time: a new build may take the place of another. */
export class Islands {
  readonly #folder: string;
  readonly #address: string;
  /** Version of the manifest that was read last. */
  #seen: string | undefined;
  #build = NOTHING;

  constructor(folder: string, address: string) {
    this.#folder = folder;
    this.#address = address;
  }

  /** Undefined until the islands are built. */
  island(name: IslandName): Island | undefined {
    return this.#current().islands.get(name);
  }

  /** Tells whether a page may load a file. */
  has(file: string): boolean {
    return this.#current().files.has(file);
  }

  #current(): Build {
    const manifest = statSync(join(this.#folder, 'manifest.json'), { throwIfNoEntry: false });
    const version = manifest && `${manifest.ino} ${manifest.mtimeMs}`;
    if (version !== this.#seen)
      this.#build = version === undefined ? NOTHING : read(this.#folder, this.#address);
    this.#seen = version;
    return this.#build;
  }
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
