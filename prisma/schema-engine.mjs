#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine` binary, which npm does not carry: the same arguments and the same
// JSON-RPC over stdio, answered by the engine that npm carries as WASM. Migrations are compared in an embedded
// PostgreSQL in memory, so nothing here needs a server or a network. Only `npm run check` and `npm run migration`
// use it; `prisma generate` merely wants the file to exist.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const RPC_ERROR = 4466;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { datamodels: { type: 'string', multiple: true }, version: { type: 'boolean' } },
});

async function openEngine() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const wasm = readFileSync(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodels = values.datamodels?.map((path) => [path, readFileSync(path, 'utf8')]);
  const adapters = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(await PGlite.create()));
  return glue.SchemaEngine.new({ datamodels }, () => {}, adapters);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

async function answer(engine, { id, method, params }) {
  try {
    if (typeof engine[method] !== 'function') throw new Error(`unsupported by schema-engine-wasm: ${method}`);
    const result = (await engine[method](params)) ?? {};
    // The native engine prints a diff by a request of its own.
    if (method === 'diff' && result.stdout != null) {
      send({ id: `print-${id}`, method: 'print', params: { content: result.stdout } });
      result.stdout = null;
    }
    send({ id, result });
  } catch (error) {
    const data = {
      is_panic: false,
      message: error.message,
      meta: error.meta ?? null,
      error_code: error.code ?? null,
    };
    send({
      id,
      error: { code: RPC_ERROR, message: 'An error happened. Check the data field for details.', data },
    });
  }
}

async function serve() {
  const engine = await openEngine();
  for await (const line of createInterface({ input: process.stdin })) {
    const request = line.trim() ? JSON.parse(line) : {};
    if (request.method) await answer(engine, request);
  }
}

if (values.version) process.stdout.write('schema-engine-wasm\n');
else if (positionals[0] !== 'cli') await serve();
process.exit(0);
