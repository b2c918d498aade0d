// What every command needs before it can run: the packages, and the code that is generated from the schema.
// Plain Node without packages, since none may be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { programOf } from './programs.mjs';
import { takeTurn } from './turn.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The folder that the command was called in. */
export const calledIn = process.cwd();
// A thread is in the folder of its process.
if (isMainThread) process.chdir(root);

/**
 * The marker of a release. Where it exists, nothing is installed or generated.
 *
 * A release brings what a start needs, read-only, and not what made it.
 */
export const COMPLETE = 'dist/.complete';

export const say = (text) => process.stderr.write(`${text}\n`);

/** Installs what package-lock.json names and node_modules lacks; `dev` adds what only tests and checks need. */
export function install({ dev = false } = {}) {
  if (existsSync(COMPLETE) || isInstalled('.', { dev })) return;
  say(`Installing packages${dev ? '' : ' (what the platform runs on)'} … about a minute with an empty cache`);
  run('npm', ['ci', ...(dev ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=error']);
}

/**
 * Installs the packages of a folder with its own lock file, unless they are there.
 *
 * It runs beside other work. `what` names their purpose.
 */
export async function installBeside(folder, what) {
  if (isInstalled(folder, { dev: true })) return;
  say(`Installing ${what} …`);
  await runBeside('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
}

/** Tells whether the node_modules of a folder hold what its lock file names. */
export function isInstalled(folder, { dev }) {
  const expected = packagesOf(join(folder, 'package-lock.json'));
  const there = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  if (!there) return false;
  const isNeeded = ({ optional, devOptional, extraneous, dev: isDev }) =>
    !optional && !devOptional && !extraneous && (!isDev || dev);
  return Object.entries(expected).every(
    ([path, entry]) => path === '' || !isNeeded(entry) || there[path]?.version === entry.version,
  );
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Files of src that are compiled: what somebody wrote. What is generated holds types, or is bundled. */
export const compiled = () =>
  readdirSync('src', { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|[/\\])generated[/\\]/.test(name))
    .map((name) => join('src', name))
    .sort();

const STATIC = 'src/ui/static';

/** Files that pages load. Those in folders are parts of them. */
export const assets = () =>
  readdirSync(STATIC)
    .filter((name) => /\.(css|js|svg)$/.test(name))
    .map((name) => join(STATIC, name))
    .sort();

/** Files that pages load, with their parts. */
const staticFiles = () =>
  readdirSync(STATIC, { recursive: true })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => join(STATIC, name))
    .sort();

/** Committed bundles with their sources, the packages that make them, and commands. */
export const bundles = {
  prisma: {
    name: 'the database client',
    file: 'bundles/prisma.js',
    sources: ['prisma/schema.prisma', 'bin/bundle.mjs'],
    packages: ['prisma-cli', '@prisma/client', '@pothos/plugin-prisma', 'esbuild'],
    commands: [[process.execPath, ['bin/bundle.mjs', 'prisma']]],
  },
  mesh: {
    name: 'the GraphQL server',
    file: 'bundles/mesh.js',
    sources: [
      '.meshrc.yaml',
      'openapi',
      'src/data-plane/graphql-server/serve/quiet-logger.ts',
      'bin/bundle.mjs',
    ],
    packages: ['@graphql-mesh/cli', '@graphql-mesh/openapi', '@graphql-mesh/transform-rename', 'esbuild'],
    commands: [[process.execPath, ['bin/bundle.mjs', 'mesh']]],
  },
  spectral: {
    name: 'the rules of OpenAPI documents',
    file: 'bundles/spectral.js',
    sources: ['src/openapi/lint/filter-expression.ts', 'bin/bundle.mjs'],
    packages: [
      '@stoplight/spectral-core',
      '@stoplight/spectral-formats',
      '@stoplight/spectral-functions',
      '@stoplight/spectral-parsers',
      '@stoplight/spectral-ref-resolver',
      '@stoplight/spectral-rulesets',
      'esbuild',
    ],
    commands: [[process.execPath, ['bin/bundle.mjs', 'spectral']]],
  },
};

/** The types of the database client, which only type checks and the bundle read. */
const types = {
  name: 'the types of the database client',
  folder: 'src/infrastructure/database/generated',
  sources: () => ['prisma/schema.prisma', 'prisma.config.ts'],
  commands: [['prisma', ['generate']]],
};

/** The types of the GraphQL documents of pages. Only type checks read them. */
const documentTypes = (pages, schema) => ({
  name: `the types of documents of ${pages}`,
  folder: `${pages}/generated`,
  sources: () => [schema, 'bin/document-types.mjs', ...compiled().filter((file) => file.startsWith(pages))],
  commands: [[process.execPath, ['bin/document-types.mjs', schema, pages]]],
});

const allTypes = [
  types,
  documentTypes('src/control-plane/console', 'src/control-plane/management/schema.graphql'),
  documentTypes('src/control-plane/portal/pages', 'src/control-plane/portal/api/schema.graphql'),
];

/** Packages that are not bundled. They bring files of their own: programs of a processor, and WASM. */
export const EXTERNAL = ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'];

const dist = {
  name: 'the JavaScript of the platform',
  folder: 'dist',
  sources: () => [
    ...compiled(),
    ...staticFiles(),
    ...Object.values(bundles).map(({ file }) => file),
    'tsconfig.json',
    'bin/dist.mjs',
  ],
  commands: [[process.execPath, ['bin/dist.mjs']]],
};

/** The platform module by module, which tests import. */
const modules = {
  name: 'the modules of the platform',
  folder: 'build',
  sources: () => [...compiled(), 'tsconfig.json', 'bin/compile.mjs'],
  commands: [[process.execPath, ['bin/compile.mjs']]],
};

/**
 * Generates what is missing or older than its sources. Of two commands at once, one waits for the other.
 * Packages of development are needed for `dev`, which adds the types, and where the source of a bundle has changed.
 */
export function generate({ dev = false } = {}) {
  if (existsSync(COMPLETE)) return;
  const needsDev = dev || staleBundles().length > 0;
  if (needsDev) install({ dev: true });
  const outputs = needsDev ? [...allTypes, ...Object.values(bundles), dist] : [dist];
  if (dev) outputs.push(modules);
  if (outputs.every((each) => isMade(each))) return;
  alone(() => {
    for (const each of outputs) if (!isMade(each)) make(each);
  });
}

/** The bundles whose sources have changed since they were made. */
export const staleBundles = () =>
  Object.values(bundles)
    .filter((each) => !isMade(each))
    .map(({ file }) => file);

const stampOf = ({ folder }) => join(folder, '.made-from');
const sourcesHash = ({ sources }) => hashOf([...sources(), 'package-lock.json']);

/** The first line of a bundle, which tells a start that it is in step. */
export function headOf({ sources, packages }) {
  const lock = packagesOf('package-lock.json');
  const versions = packages.map((name) => `${name}@${lock[`node_modules/${name}`].version}`);
  return `// Made by npm run generate with ${versions.join(' ')} of ${hashOf(sources)}\n`;
}

/** Each may be a source of the next: it is asked when that is made. */
function isMade(each) {
  if (each.file) return existsSync(each.file) && readFileSync(each.file, 'utf8').startsWith(headOf(each));
  const stamp = stampOf(each);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash(each);
}

function make(each) {
  const now = each.folder && sourcesHash(each);
  say(`Generating ${each.name} …`);
  for (const command of each.commands) run(...command);
  if (!each.folder) return;
  const stamp = stampOf(each);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

const TURN = '.turn';
const ASK_AGAIN_MS = 200;

/** Does what two processes may not do at once in this folder. */
export function alone(work) {
  let endTurn = takeTurn(TURN);
  for (; !endTurn; endTurn = takeTurn(TURN))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_AGAIN_MS);
  work();
  endTurn();
}

/** Hashes files, and all files in folders. The hash does not depend on the project's folder. */
export function hashOf(sources) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!statSync(path).isDirectory()) hash.update(relative(root, resolve(path))).update(readFileSync(path));
    else for (const name of readdirSync(path).sort()) add(join(path, name));
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}

/** Commands find the commands that they call, as under npm. */
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };

/** Runs a command. A failure prints its output and exits with its code. */
export function run(command, args, { quiet = true } = {}) {
  const [program, ...first] = programOf(command, { folder: root });
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env,
  });
  if (status === 0) return;
  say([stdout, stderr, error?.message].filter(Boolean).join('\n'));
  say(`${command} ${args.join(' ')} failed.`);
  process.exit(status || 1);
}

/** Runs a command in this terminal, with `more` in its environment. @returns its exit code */
export function statusOf(command, args, more) {
  const [program, ...first] = programOf(command, { folder: root });
  return spawnSync(program, [...first, ...args], { stdio: 'inherit', env: { ...env, ...more } }).status ?? 1;
}

/**
 * Runs a command beside others, which go before one that is patient.
 *
 * @throws Error with what it said, when it fails
 */
export function runBeside(command, args, { cwd = '.', isPatient = false } = {}) {
  const [program, ...first] = programOf(command, { folder: cwd });
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const lines = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => lines.push(text));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${Buffer.concat(lines)}\n${command} ${args.join(' ')} failed.`)),
    );
  });
}
