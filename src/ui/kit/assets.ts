import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Island, type IslandName, openIslands } from './islands.ts';

const STATIC = fileURLToPath(new URL('../../../src/ui/static/', import.meta.url));
const ISLANDS = fileURLToPath(new URL('../../../web/built/', import.meta.url));

const AT = '/assets/';
const AT_ISLANDS = '/assets/islands/';

/** Types of the files that are served. Other files of the folders are not. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Files that pages load. Each has the hash of its content in its name, and is kept for ever. */
export type Assets = {
  /**
   * The address of a file of src/ui/static, for example `/assets/style-Rk3….css` of `style.css`.
   *
   * @throws Error when there is no such file
   */
  url(name: string): string;
  /** The files of an island. Undefined until the islands are built, which may happen while this runs. */
  island(name: IslandName): Island | undefined;
  /** Answers GET and HEAD below /assets/. */
  fetch(request: Request): Promise<Response>;
};

/** The folders are those of the package, unless told otherwise. */
export type AssetFolders = { readonly files?: string; readonly islands?: string };

/** One body for each content encoding; undefined for an encoding that there is none of. */
type Bodies = (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** The best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Reads the static files at once, and the islands when they are asked for. */
export function createAssets({ files = STATIC, islands = ISLANDS }: AssetFolders = {}): Assets {
  const kept = readdirSync(files, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || extname(entry.name) in types)
    .map((entry) => (entry.isDirectory() ? keepStyles(files, entry.name) : keepFile(files, entry.name)));
  const urls = new Map(kept.map(({ name, file }) => [name, `${AT}${file}`]));
  const bodies = new Map(kept.map(({ file, bodiesOf }) => [`${AT}${file}`, bodiesOf]));
  const built = openIslands(islands, AT_ISLANDS);
  const find = (path: string): Bodies | undefined => {
    if (!path.startsWith(AT_ISLANDS)) return bodies.get(path);
    const name = path.slice(AT_ISLANDS.length);
    return extname(name) in types && built.has(name) ? fromDisk(join(islands, name)) : undefined;
  };
  return {
    url(name) {
      const url = urls.get(name);
      if (url === undefined) throw new Error(`There is no ${name} in ${files}`);
      return url;
    },
    island: (name) => built.island(name),
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const bodiesOf = find(pathname);
      return (bodiesOf && (await answer(request, pathname, bodiesOf))) ?? nothing();
    },
  };
}

const keepFile = (folder: string, name: string) =>
  keep(name, new Uint8Array(readFileSync(join(folder, name))));

/** The files of a folder as one stylesheet. `style.css` is `style/1-base.css` and those after it. */
function keepStyles(folder: string, name: string) {
  const parts = readdirSync(join(folder, name)).sort();
  const texts = parts.map((part) => readFileSync(join(folder, name, part)));
  return keep(`${name}.css`, new Uint8Array(Buffer.concat(texts)));
}

/** A static file, in memory: these are small, and every page asks for them. */
function keep(name: string, body: Uint8Array<ArrayBuffer>) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
  const extension = extname(name);
  const encoded = {
    br: new Uint8Array(brotliCompressSync(body)),
    gzip: new Uint8Array(gzipSync(body)),
    identity: body,
  };
  const bodiesOf: Bodies = async (encoding) => encoded[encoding];
  return { name, file: `${name.slice(0, -extension.length)}-${hash}${extension}`, bodiesOf };
}

/** A file of the islands; the build has compressed those that gain by it. */
function fromDisk(path: string): Bodies {
  const suffix = { br: '.br', gzip: '.gz', identity: '' };
  return async (encoding) => {
    try {
      return new Uint8Array(await readFile(path + suffix[encoding]));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
}

async function answer(request: Request, path: string, bodiesOf: Bodies): Promise<Response | undefined> {
  for (const encoding of accepted(request.headers.get('accept-encoding') ?? '')) {
    const body = await bodiesOf(encoding);
    if (body === undefined) continue;
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        'content-type': types[extname(path)] ?? '',
        'content-length': `${body.byteLength}`,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    });
  }
  return undefined;
}

/** RFC 9110 §12.5.3; a file as it is, is sent to whoever accepts nothing else. */
function accepted(header: string): Encoding[] {
  const weights = new Map(
    header.split(',').map((each): [string, number] => {
      const [coding = '', weight] = each.split(';').map((part) => part.trim().toLowerCase());
      return [coding, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1];
    }),
  );
  return encodings.filter((each) => each === 'identity' || (weights.get(each) ?? 0) > 0);
}

const nothing = () =>
  Response.json(
    { errors: [{ message: 'There is no such file.', extensions: { code: 'NOT_FOUND' } }] },
    { status: 404, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
  );
