// npm run dev: the platform as npm start has it, and anew after each change of its sources. What does not compile is told, and the
// platform goes on as it was.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buildIslands } from './islands.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { calledIn, install, root, runBeside, say } from './prepare.mjs';
import { Restarted } from './restarted.mjs';

const SOURCES = ['src', 'prisma', 'openapi', 'bundles'];
const PAGES = 'web';
/** Files that are made of the others. */
const MADE = /(^|[/\\])(generated|built|node_modules|\.building)([/\\]|$)/;
/** An editor writes several files at once, and some of them twice. */
const SETTLES_WITHIN_MS = 100;

install({ dev: true });
await goOnUnderPinnedNode();

const platform = new Restarted({ make, start, say });
await platform.change();
let settles;
for (const folder of [...SOURCES, ...pageFolders()]) watch(folder, { recursive: true }, changed);
watch(PAGES, changed);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => platform.end().then(() => process.exit()));

function changed(_, name) {
  if (!name || MADE.test(name)) return;
  clearTimeout(settles);
  settles = setTimeout(() => {
    say(`${name} has changed.`);
    platform.change();
  }, SETTLES_WITHIN_MS);
}

function pageFolders() {
  const folders = readdirSync(PAGES, { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => join(PAGES, name)).filter((path) => !MADE.test(path));
}

async function make() {
  await runBeside(process.execPath, ['bin/generate.mjs']);
  await buildIslands();
}

function start() {
  const child = spawn(process.execPath, [join(root, 'bin/start.mjs')], { cwd: calledIn, stdio: 'inherit' });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
