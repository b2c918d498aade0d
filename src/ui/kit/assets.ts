import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { packageFile } from '../../foundation/package-files.ts';
import { type Island, type IslandName, Islands } from './islands.ts';

const STATIC = packageFile('dist/ui/static/');
const ISLANDS = packageFile('web/built/');

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

/** The folders are those of the package, unless told otherwise. */
type AssetFolders = { readonly files?: string; readonly islands?: string };

/** One body for each content encoding; undefined for an encoding that there is none of. */
type Bodies = (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** The best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Files that pages load. Each has the hash of its content in its name, and is kept for ever. */
export class Assets {
  readonly #folders: Required<AssetFolders>;
  /** Addresses of the static files, by their names. */
  readonly #urls: ReadonlyMap<string, string>;
  /** Bodies of the static files, by their addresses. */
  readonly #bodies: ReadonlyMap<string, Bodies>;
  readonly #built: Islands;

  /** Reads the static files at once, and the islands when they are asked for. */
  constructor({ files = STATIC, islands = ISLANDS }: AssetFolders = {}) {
    const kept = readdirSync(files)
      .filter((name) => extname(name) in types)
      .map((name) => keep(name, new Uint8Array(readFileSync(join(files, name)))));
    this.#folders = { files, islands };
    this.#urls = new Map(kept.map(({ name, file }) => [name, `${AT}${file}`]));
    this.#bodies = new Map(kept.map(({ file, bodiesOf }) => [`${AT}${file}`, bodiesOf]));
    this.#built = new Islands(islands, AT_ISLANDS);
  }

  /**
   * The address of a file of src/ui/static, for example `/assets/style-Rk3….css` of `style.css`.
   *
   * @throws Error when there is no such file
   */
  url(name: string): string {
    const url = this.#urls.get(name);
    if (url === undefined) throw new Error(`There is no ${name} in ${this.#folders.files}`);
    return url;
  }

  /** The files of an island. Undefined until the islands are built, which may happen while this runs. */
  island(name: IslandName): Island | undefined {
    return this.#built.island(name);
  }

  /** Answers GET and HEAD below /assets/. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const bodiesOf = this.#find(pathname);
    return (bodiesOf && (await answer(request, pathname, bodiesOf))) ?? nothing();
  }

  #find(path: string): Bodies | undefined {
    if (!path.startsWith(AT_ISLANDS)) return this.#bodies.get(path);
    const name = path.slice(AT_ISLANDS.length);
    return extname(name) in types && this.#built.has(name)
      ? fromDisk(join(this.#folders.islands, name))
      : undefined;
  }
}

const encoders: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async (body) => body,
};

/**
 * A static file, in memory: these are small, and every page asks for them. It is compressed when it is first asked for,
 * since that takes a fifth of the time of a start.
 */
function keep(name: string, body: Uint8Array<ArrayBuffer>) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
  const extension = extname(name);
  const encoded = new Map<Encoding, ReturnType<Bodies>>();
  const encode = async (encoding: Encoding) => new Uint8Array(await encoders[encoding](body));
  const bodiesOf: Bodies = (encoding) => {
    const known = encoded.get(encoding) ?? encode(encoding);
    encoded.set(encoding, known);
    return known;
  };
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
  for (const encoding of acceptedEncodings(request.headers.get('accept-encoding') ?? '')) {
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

/** Encodings that a client accepts, the best first. (RFC 9110 §12.5.3) Whoever accepts nothing else gets files as they are. */
export function acceptedEncodings(header: string): Encoding[] {
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
