// The tests under each version of Node that the product is meant to run on:
// npm run test:nodes -- [--projects unit,conformance] [VERSION …]
// They run in a clone of the last commit, whose packages bring no Node. All of them run under the pinned one; unit, conformance,
// integration and the story under the others, or the projects that are named and the story. The result of all versions is
// kept.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIslands } from './islands.mjs';
import { nodeFolder, VERSIONS } from './node-versions.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { generate, install, root, say } from './prepare.mjs';

const RESULTS = 'bench/results';
const CLONE = '.cache/test-nodes';
const STORY = ['--project', 'e2e', 'test/e2e/story.test.ts'];
const [, , pinned] = VERSIONS;

install({ dev: true });
await goOnUnderPinnedNode();
generate({ dev: true });
await buildIslands();

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { projects: { type: 'string' } },
});
const projects = values.projects?.split(',') ?? ['unit', 'conformance', 'integration'];
/** The projects that run under a version. Undefined stands for all there are. */
const projectsUnder = (version) => (version === pinned && !values.projects ? undefined : projects);
const versions = asked.length > 0 ? asked : VERSIONS;
const commit = clone();
const rows = versions.map(tested);
const table = [
  '| Node | tests | passed | failed | skipped | minutes |',
  '| --- | --- | --: | --: | --: | --: |',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n');
say(`\n${table}`);
if (asked.length === 0) {
  const [cpu] = cpus();
  const made = `${new Date().toISOString().slice(0, 10)} · ${commit} · ${cpus().length} × ${cpu.model.trim()}`;
  writeFileSync(
    join(RESULTS, 'test-nodes.md'),
    `# The tests under each version of Node\n\n${made}\n\n${table}\n`,
  );
}
process.exit(rows.some(([, , , failed]) => failed !== 0) ? 1 : 0);

/** Clones the last commit, with the packages that are here but for the Nodes. @returns the commit */
function clone() {
  rmSync(CLONE, { recursive: true, force: true });
  must('git', ['clone', '--quiet', '--shared', root, CLONE]);
  // Links to the same files: packages are half a gigabyte.
  for (const folder of ['node_modules', 'web/node_modules', 'web/built'])
    must('cp', ['-al', folder, join(CLONE, folder)]);
  const packages = join(CLONE, 'node_modules');
  for (const name of readdirSync(packages).filter((each) => /^node-(linux|darwin|win)-/.test(each)))
    rmSync(join(packages, name), { recursive: true });
  rmSync(join(packages, '.bin/node'), { force: true });
  return must('git', ['rev-parse', '--short', 'HEAD']).trim();
}

function must(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Runs the tests under a version. @returns a row of the table */
function tested(version) {
  say(`\nNode ${version}`);
  const begun = performance.now();
  const env = { ...process.env, PATH: `${nodeFolder(version)}${delimiter}${process.env.PATH}` };
  const chosen = projectsUnder(version);
  const runs = chosen ? [chosen.flatMap((project) => ['--project', project]), STORY] : [[]];
  const counts = runs.map((args) => countsOf(args, env));
  const sum = (name) => counts.reduce((all, one) => all + one[name], 0);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const tests = chosen ? [...chosen, 'story'].join(', ') : 'all';
  return [version, tests, sum('passed'), sum('failed'), sum('skipped'), minutes];
}

/** Runs vitest once. A run that ends without its result counts as a failed test. */
function countsOf(args, env) {
  const result = join(root, CLONE, 'result.json');
  rmSync(result, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${result}`];
  const { status } = spawnSync('node', ['bin/test.mjs', ...args, ...reporters], {
    cwd: CLONE,
    env,
    stdio: 'inherit',
  });
  if (!existsSync(result)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(result, 'utf8'));
  // A file that cannot be loaded fails without a test.
  const failed = status === 0 ? 0 : Math.max(numFailedTests, 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}
