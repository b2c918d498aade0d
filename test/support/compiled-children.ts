import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPTS = 'test/support/children';
const FOLDER = '.build-children';

/** The path of a compiled script of `children`. */
export const compiledChild = (script: string): string =>
  resolve(root, FOLDER, script.replace(/\.ts$/, '.js'));

/**
 * Compiles the scripts that tests start as processes.
 *
 * A loader of TypeScript would take over a second of each start.
 */
export async function setup(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: readdirSync(resolve(root, SCRIPTS)).map((name) => `${SCRIPTS}/${name}`),
    outdir: FOLDER,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    write: false,
    logLevel: 'error',
  });
  // Whole at once: another run in this folder may start them at this moment.
  for (const { path, text } of outputFiles) {
    const next = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(next, text);
    renameSync(next, compiledChild(basename(path)));
  }
}
