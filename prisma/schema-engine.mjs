#!/usr/bin/env node
// Drop-in for Prisma's native `schema-engine` binary (PRISMA_SCHEMA_ENGINE_BINARY):
// same argv + JSON-RPC-over-stdio protocol, implemented with the npm-shipped WASM engine and a driver adapter.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';

const require = createRequire(import.meta.url);
const dir = dirname(require.resolve('@prisma/schema-engine-wasm'));
const { instance } = await WebAssembly.instantiate(readFileSync(join(dir, 'schema_engine_bg.wasm')), {
  './schema_engine_bg.js': glue,
});
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

if (process.argv.includes('--version')) {
  console.log(`schema-engine-wasm ${glue.version()}`);
  process.exit(0);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
  },
});
const url = values.datasource ? JSON.parse(values.datasource).url : undefined;

let pglite;
async function makeFactory() {
  if (url && !url.startsWith('pglite:') && !process.env.SCHEMA_ENGINE_PGLITE_DIR) {
    const { PrismaPg } = await import('@prisma/adapter-pg');
    const u = new URL(url); // discrete fields, not connectionString: otherwise the shadow DB resolves to the *main* DB
    const f = new PrismaPg({
      host: u.hostname,
      port: Number(u.port || 5432),
      user: decodeURIComponent(u.username),
      password: decodeURIComponent(u.password) || undefined,
      database: u.pathname.slice(1),
    });
    // adapter-pg 7.10 drops the shadow DB before closing its pool ("is being accessed by other users"): use in-memory PGlite instead
    f.connectToShadowDb = async () => {
      const { PGlite } = await import('@electric-sql/pglite');
      const { PrismaPGlite } = await import('pglite-prisma-adapter');
      return new PrismaPGlite(await PGlite.create()).connect();
    };
    return f;
  }
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  pglite = await PGlite.create({
    dataDir: process.env.SCHEMA_ENGINE_PGLITE_DIR ?? url?.slice('pglite:'.length) ?? 'memory://',
  });
  return new PrismaPGlite(pglite);
}
const factory = bindMigrationAwareSqlAdapterFactory(await makeFactory());
const datamodels = values.datamodels?.map((p) => [p, readFileSync(p, 'utf8')]);
const engine = await glue.SchemaEngine.new(
  { datamodels },
  (log) => process.env.DEBUG && console.error(log),
  factory,
);

if (positionals[0] === 'cli') {
  // can-connect-to-database | create-database | drop-database
  if (positionals[1] === 'can-connect-to-database')
    await engine.ensureConnectionValidity({ datasource: { tag: 'ConnectionString', url } });
  process.exit(0);
}

const out = (m) => process.stdout.write(JSON.stringify(m) + '\n');
let n = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const req = JSON.parse(line);
  if (!req.method) continue; // ack of `print`
  try {
    if (process.env.DEBUG) console.error('rpc', req.method);
    if (typeof engine[req.method] !== 'function')
      throw new Error(`unsupported by schema-engine-wasm: ${req.method}`);
    const result = (await engine[req.method](req.params)) ?? {};
    if (req.method === 'diff' && result.stdout != null) {
      out({ jsonrpc: '2.0', id: `p${++n}`, method: 'print', params: { content: result.stdout } });
      result.stdout = null;
    }
    out({ jsonrpc: '2.0', id: req.id, result });
  } catch (e) {
    out({
      jsonrpc: '2.0',
      id: req.id,
      error: {
        code: 4466,
        message: 'An error happened. Check the data field for details.',
        data: { is_panic: false, message: e.message, meta: e.meta ?? null, error_code: e.code ?? null },
      },
    });
  }
}
await pglite?.close();
process.exit(0);
