import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Assets } from '../../../src/ui/kit/assets.ts';

const STYLE = '.page { color: CanvasText }\n'.repeat(20);
const SCRIPT = 'export const island = 1;\n';

let folder: string;
let assets: Assets;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-assets-'));
  mkdirSync(join(folder, 'files'));
  write('files/style.css', STYLE);
  write('files/notes.md', 'not for browsers');
  write('secret.js', 'outside of both folders');
  assets = new Assets({ files: join(folder, 'files'), islands: join(folder, 'built') });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, body: string | Buffer) => writeFileSync(join(folder, path), body);

/** A build as Vite leaves it: an entry that imports a chunk, which imports the next; both have styles. */
function build(into = 'built', hash = 'aaaa') {
  mkdirSync(join(folder, into));
  const chunk = (name: string, imports: string[]) => ({
    file: `${name}-${hash}.js`,
    name,
    imports,
    css: [`${name}-${hash}.css`],
  });
  write(
    `${into}/manifest.json`,
    JSON.stringify({
      'src/explorer.tsx': { ...chunk('explorer', ['_editor.js']), isEntry: true },
      '_editor.js': chunk('editor', ['_react.js']),
      '_react.js': { ...chunk('react', ['_editor.js']), css: [] },
    }),
  );
  for (const name of ['explorer', 'editor', 'react']) {
    write(`${into}/${name}-${hash}.js`, SCRIPT);
    write(`${into}/${name}-${hash}.js.br`, brotliCompressSync(SCRIPT));
    write(`${into}/${name}-${hash}.js.gz`, gzipSync(SCRIPT));
  }
  write(`${into}/font-${hash}.woff2`, 'font');
}

function get(path: string, { encoding, method = 'GET' }: { encoding?: string; method?: string } = {}) {
  const headers = encoding === undefined ? undefined : { 'accept-encoding': encoding };
  return assets.fetch(new Request(`http://control${path}`, { method, headers: headers ?? {} }));
}

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a static file', () => {
  it('has the hash of its content in its address, and may be kept for ever', async () => {
    const url = assets.url('style.css');
    expect(url).toMatch(/^\/assets\/style-[\w-]{10}\.css$/);
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/css; charset=utf-8',
      'content-length': `${STYLE.length}`,
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await response.text()).toBe(STYLE);

    write('files/style.css', `${STYLE}.more {}`);
    const next = new Assets({ files: join(folder, 'files'), islands: join(folder, 'built') });
    expect(next.url('style.css')).not.toBe(url);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
    ['zstd', null, (body: Buffer) => body],
  ])('is sent to who accepts %j as %s', async (encoding, sent, decoded) => {
    const response = await get(assets.url('style.css'), { encoding });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe(sent);
    const body = await bytes(response);
    expect(response.headers.get('content-length')).toBe(`${body.length}`);
    expect(decoded(body).toString()).toBe(STYLE);
  });

  it('is told about by HEAD without being sent', async () => {
    const response = await get(assets.url('style.css'), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(`${STYLE.length}`);
    expect(await response.text()).toBe('');
  });

  it('that is not there has no address: the fault shows when the page is first made', () => {
    expect(() => assets.url('stile.css')).toThrow('There is no stile.css in ');
    expect(() => assets.url('notes.md')).toThrow('There is no notes.md in ');
  });
});

describe('the islands', () => {
  it('are noticed when they are built, and when they are built anew', async () => {
    expect(assets.island('explorer')).toBeUndefined();
    expect((await get('/assets/islands/explorer-aaaa.js')).status).toBe(404);

    build();
    expect(assets.island('explorer')).toEqual({
      script: '/assets/islands/explorer-aaaa.js',
      styles: ['/assets/islands/editor-aaaa.css', '/assets/islands/explorer-aaaa.css'],
      preload: ['/assets/islands/editor-aaaa.js', '/assets/islands/react-aaaa.js'],
    });
    expect(assets.island('reference')).toBeUndefined();
    expect((await get('/assets/islands/explorer-aaaa.js')).status).toBe(200);

    build('next', 'bbbb');
    renameSync(join(folder, 'built'), join(folder, 'old'));
    renameSync(join(folder, 'next'), join(folder, 'built'));
    expect(assets.island('explorer')?.script).toBe('/assets/islands/explorer-bbbb.js');
    expect((await get('/assets/islands/explorer-aaaa.js')).status).toBe(404);
  });

  it('are sent as the build has compressed them', async () => {
    build();
    const response = await get('/assets/islands/editor-aaaa.js', { encoding: 'gzip, br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(await bytes(response)).toString()).toBe(SCRIPT);
  });

  it('are sent as they are where compressing gained nothing', async () => {
    build();
    const response = await get('/assets/islands/font-aaaa.woff2', { encoding: 'gzip, br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('font/woff2');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('font');
  });
});

describe('nothing else is served', () => {
  it.each([
    '/assets/',
    '/assets/style.css',
    '/assets/notes.md',
    '/assets/../secret.js',
    '/assets/%2e%2e/secret.js',
    '/assets/..%2fsecret.js',
    '/assets/islands/',
    '/assets/islands/manifest.json',
    '/assets/islands/explorer-aaaa.js.br',
    '/assets/islands/..%2fsecret.js',
    '/assets/islands/..\\..\\secret.js',
    '/assets/islands/constructor',
  ])('%s', async (path) => {
    build();
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      errors: [{ message: 'There is no such file.', extensions: { code: 'NOT_FOUND' } }],
    });
  });
});
