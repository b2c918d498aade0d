import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma-cli/config';

// Prisma's CLI insists on a schema engine and would download one, even for `generate`. Ours is a script around the
// engine that npm ships as WASM, so that every command works with no network.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  new URL('./prisma/schema-engine.mjs', import.meta.url),
);
process.env['PRISMA_HIDE_UPDATE_MESSAGE'] ??= '1';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'pglite:memory://' },
});
