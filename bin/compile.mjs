// Compiles src into build, module by module, for tests: node bin/compile.mjs
// Tests that ran TypeScript would transform a thousand modules each. What runs is dist, which bin/dist.mjs makes.
import { relative } from 'node:path';
import { build } from 'esbuild';
import { compiled, root } from './prepare.mjs';
import { replaceFolder } from './replaced-folder.mjs';

/** Imports and URLs of other files of src, as esbuild writes them. */
const NAMED = /((?:\bfrom |\bimport |\bimport\(|\bnew URL\()"\.[^"]*)\.tsx?"/g;

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: compiled(),
  outbase: 'src',
  outdir: 'build',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'error',
});
const textOf = ({ path, text }) => (path.endsWith('.js') ? text.replace(NAMED, '$1.js"') : text);
replaceFolder(
  'build',
  Object.fromEntries(outputFiles.map((file) => [relative('build', file.path), textOf(file)])),
);
