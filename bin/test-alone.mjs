// Runs random tests, each alone in a run of its own, and names those that need another before them:
// npm run test:alone -- [--count 50] [--seed N] [--project NAME]... [--minutes 30] [FILES...]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIslands } from './islands.mjs';
import { generate, install, say } from './prepare.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // Unit tests share little, and e2e tests take a platform each.
    project: { type: 'string', multiple: true, default: ['conformance', 'integration'] },
    minutes: { type: 'string', default: '30' },
  },
});
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-alone-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

install({ dev: true });
generate({ dev: true });
await buildIslands();

const chosen = choose(listed(), Number(values.count), Number(values.seed));
const end = Date.now() + Number(values.minutes) * 60_000;
const failed = [];
let ran = 0;
for (const test of chosen) {
  if (Date.now() > end) break;
  ran += 1;
  const problem = runAlone(test);
  process.stdout.write(`${problem ? 'not ok' : 'ok'}  - ${test.file} > ${test.name}\n`);
  if (problem) failed.push({ ...test, problem });
}
for (const { file, name, problem } of failed) say(`\n${file} > ${name}\n${problem}`);
say(`\n${ran} of ${chosen.length} tests ran alone, ${failed.length} failed (seed ${values.seed})`);
process.exit(failed.length > 0 ? 1 : 0);

/** Every test of the projects, of the files that are named if there are any. */
function listed() {
  const json = join(folder, 'list.json');
  const projects = values.project.flatMap((name) => ['--project', name]);
  execFileSync(process.execPath, [vitest, 'list', `--json=${json}`, ...projects, ...positionals], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return JSON.parse(readFileSync(json, 'utf8')).map(({ projectName, file, name }) => ({
    project: projectName,
    file: relative(process.cwd(), file),
    name,
  }));
}

/** Chooses tests at random. The same seed chooses the same ones. */
function choose(tests, count, seed) {
  const random = mulberry32(seed);
  return tests
    .map((test) => ({ test, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ test }) => test);
}

function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs a test alone and returns its fault, if there is one. That no test ran is a fault, too. */
function runAlone({ project, file, name }) {
  const json = join(folder, 'run.json');
  rmSync(json, { force: true });
  const pattern = `^${name
    .split(' > ')
    .join(' ')
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
  const args = ['run', '--project', project, '--reporter=json', `--outputFile=${json}`, '-t', pattern, file];
  const { stderr, error } = spawnSync(process.execPath, [vitest, ...args], {
    encoding: 'utf8',
    timeout: 180_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error) return error.message;
  const { success, numPassedTests, testResults } = JSON.parse(readFileSync(json, 'utf8'));
  if (success && numPassedTests > 0) return;
  const messages = testResults.flatMap(({ message, assertionResults }) => [
    message,
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ]);
  return messages.filter(Boolean).join('\n') || stderr || `no test has the name ${name}`;
}
