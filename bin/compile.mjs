// Compiles src into build, so that a start needs no loader of TypeScript: node bin/compile.mjs
// What pages load becomes one small file each: src/ui/static/console.css with all that it imports, and so on.
// build lies beside src: whatever a file names by import.meta.url is as far from the one as from the other.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { assets, compiled, root } from './prepare.mjs';

const FOLDER = 'build';
/** Folder beside the build until it is whole, for platforms that start meanwhile. */
const NEXT = `.build-${process.pid}`;
/** Folder that the old build is moved to before it is removed. */
const PAST = `${NEXT}-past`;
/** Imports and URLs of other files of src, as esbuild writes them. */
const NAMED = /((?:\bfrom |\bimport |\bimport\(|\bnew URL\()"\.[^"]*)\.tsx?"/g;

const common = {
  absWorkingDir: root,
  outbase: 'src',
  outdir: NEXT,
  format: 'esm',
  write: false,
  logLevel: 'error',
};
const platform = await build({
  ...common,
  entryPoints: compiled(),
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
});
const pages = await build({
  ...common,
  entryPoints: assets(),
  bundle: true,
  minify: true,
  charset: 'utf8',
  loader: { '.svg': 'copy' },
});
const named = ({ path, text }) => (path.endsWith('.js') ? text.replace(NAMED, '$1.js"') : text);
for (const file of platform.outputFiles) write(file.path, named(file));
for (const { path, contents } of pages.outputFiles) write(path, contents);

function write(path, body) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}
// Other processes may do the same at this moment: what is there goes aside whole, whoever has made it, and ours comes whole.
const clear = () => rmSync(PAST, { recursive: true, force: true });
do {
  clear();
  moves(FOLDER, PAST, 'ENOENT');
} while (!moves(NEXT, FOLDER, 'ENOTEMPTY'));
clear();

/** Renames a folder; false where another process was first, which `otherwise` says. */
function moves(from, to, otherwise) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code === otherwise) return false;
    throw error;
  }
}
