import { defineConfig } from 'vitest/config';
import { ClosingReporter } from './test/support/closing-reporter.ts';

/** Unit tests touch nothing; the others share one dumped database, so that none waits for its creation. */
const project = (name: string, more: object = {}) => ({
  // What node itself imports: vite would take index.mjs, and two copies of graphql-js refuse each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    pool: 'forks' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...more,
  },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: 2,
    // The embedded database is WASM: a test is over before optimising it pays.
    execArgv: ['--liftoff-only'],
    reporters: ['default', new ClosingReporter()],
    projects: [
      project('unit'),
      project('integration'),
      project('conformance'),
      project('e2e', { fileParallelism: false }),
    ],
  },
});
