// Makes one file of what `mesh build` wrote and of the packages that it loads, which are hundreds of modules at each start:
// node bin/bundle-mesh.mjs
import { build } from 'esbuild';
import { root } from './prepare.mjs';

await build({
  absWorkingDir: root,
  entryPoints: ['.mesh/index.ts'],
  outfile: '.mesh/index.js',
  bundle: true,
  // Two copies of it refuse each other's types.
  external: ['graphql', 'graphql/*'],
  // Some of the packages are CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'error',
});
