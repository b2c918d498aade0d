// Builds the islands, what pages run in browsers, out of web into web/built: node bin/islands.mjs
// Whoever starts it with a channel, as bin/start.mjs does, has it in the background: it ends with who started it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPLETE, hashOf, installBeside, root, runBeside, say } from './prepare.mjs';
import { takeTurn } from './turn.mjs';

const FOLDER = join(root, 'web');
const BUILT = join(FOLDER, 'built');
const STAMP = join(BUILT, '.made-from');
/** The folder of the turn to build. Who has the turn builds in it, in a folder of its own. */
const TURN = join(FOLDER, '.building');
const MINE = join(TURN, `${process.pid}`);
const ASK_AGAIN_AFTER_MS = 500;

/** Installs what the islands are made with, for building them or checking their types. */
export const installIslands = () => installBeside(FOLDER, 'what the islands are made with');

/** Builds the islands unless they are in step with their sources. Where another process builds them, waits for it. */
export async function buildIslands() {
  while (!areBuilt()) {
    const endTurn = takeTurn(TURN);
    if (endTurn) await build().finally(endTurn);
    else await sleep(ASK_AGAIN_AFTER_MS);
  }
}

/** Builds the islands beside the platform, with spare processor time, and prints the result. */
export function buildIslandsBeside() {
  if (areBuilt()) return;
  say('Building the API reference, the explorer and the console in the background; their pages wait for it.');
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  builder.once('exit', (code) =>
    say(code === 0 ? 'They are built.' : 'They could not be built: node bin/islands.mjs says why.'),
  );
  builder.unref();
  builder.channel.unref();
}

function areBuilt() {
  if (existsSync(join(root, COMPLETE))) return true;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash();
}

function sourceHash() {
  const sources = readdirSync(FOLDER).filter((name) => !/^(built|node_modules|\.building.*)$/.test(name));
  return hashOf([fileURLToPath(import.meta.url), ...sources.sort().map((name) => join(FOLDER, name))]);
}

async function build() {
  await installIslands();
  say('Building the islands …');
  const hash = sourceHash();
  const made = join(MINE, 'built');
  const outDir = `.building/${process.pid}/built`;
  await runBeside('vite', ['build', '--outDir', outDir, '--logLevel', 'error'], {
    cwd: FOLDER,
  });
  await compress(made);
  writeFileSync(join(made, '.made-from'), hash);
  if (existsSync(BUILT)) renameSync(BUILT, join(MINE, 'before'));
  renameSync(made, BUILT);
}

/** Once here instead of at every answer. It may take seconds: the best quality saves a tenth of GraphiQL. */
async function compress(folder) {
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg|ttf)$/.test(name));
  for (const file of files.map((name) => join(folder, name))) {
    const body = await readFile(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(body),
    ]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.connected) {
    setPriority(10);
    // The whole group: npm and Vite are processes of their own. Windows has no groups.
    const group = process.platform === 'win32' ? process.pid : -process.pid;
    process.once('disconnect', () => process.kill(group, 'SIGTERM'));
  }
  try {
    await buildIslands();
    process.exit(0);
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}
