import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { ClosingReporter } from './test/support/closing-reporter.ts';
import { PATIENCE_MS } from './test/support/patience.ts';
import { leftFiles, leftSubjects, takesNodeHttp } from './test/support/runs.ts';

const root = fileURLToPath(new URL('./', import.meta.url));
const named = process.argv.slice(2);
const left = leftFiles(named);

/**
 * Plugin that imports modules of src from the build, as the platform itself does.
 *
 * Each project would transform a thousand modules, each worker evaluate them through vite's imports.
 */
const fromBuild: Plugin = {
  name: 'from build',
  enforce: 'pre',
  resolveId(source, importer = root) {
    const path = relative(root, resolve(dirname(importer), source));
    const [, module] = /^src\/(?!.*\bgenerated\/)(.*)\.tsx?$/.exec(path) ?? [];
    return module === undefined ? undefined : resolve(root, 'build', `${module}.js`);
  },
};

/** A project of tests. Unit tests touch nothing; the others share one dumped database, so that none waits for its creation. */
const project = (name: string) => ({
  plugins: [fromBuild],
  // What node itself imports: vite would take index.mjs, and two copies of graphql-js refuse each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, ...left],
    pool: 'forks' as const,
    setupFiles: ['test/support/random-order.ts'],
    // Files of a worker share their modules: loading them takes as long as many a test, and none of ours keeps state but
    // the databases that test/support/database.ts empties for the next.
    isolate: false,
    // The embedded database is WASM: a test is over before optimising it pays. Workers share two cores, so that threads
    // beside the one that collects garbage only cost. A heap that begins large is collected less often: a tenth of the
    // processor time. Here, since projects inherit nothing.
    execArgv: [
      '--liftoff-only',
      '--single-threaded-gc',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--initial-old-space-size=768',
    ],
    // What is built is for node, as the packages themselves are.
    server: { deps: { external: [/\/(build|bundles)\/.+\.js$/] } },
    // Servers, platforms and browsers on a machine that others use, too: what a second try needs is named at the end.
    retry: name === 'unit' ? 0 : 1,
    // A busy machine takes five times as long as a quiet one. What never ends is told late, but a test that would pass
    // never fails for the machine's sake.
    testTimeout: 150_000,
    hookTimeout: 150_000,
    expect: { poll: { timeout: PATIENCE_MS, interval: 10 } },
  },
});

/** The subjects of test/integration/gateway that the way of a request's bytes touches. Of those behind it, one path is enough. */
const ofBytes =
  'access-log,api-cors,cors,graphql-events,graphql-proxy,graphql-requests,hostile-requests,hostile-upstream,http2-bodies,passthrough,paths,rehearsal,slow-callers,trace-context';
/** Tests of HTTP. They run on plain requests, and again with Node's parser for all. */
const ofHttp = [
  'test/integration/{broken-requests,connection-limit,listeners,slow-readers,tracing}.test.ts',
  `test/integration/gateway/{${ofBytes}}.test.ts`,
  'test/conformance/rfc/{9110,9112}.test.ts',
  'test/conformance/graphql/proxy.test.ts',
];

const byNode = project('node-http');
const nodeHttpProject = {
  ...byNode,
  test: { ...byNode.test, include: ofHttp, env: { HTTP_PLAIN: 'off' } },
};

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/generated.mjs',
      'test/support/global-setup.ts',
      'test/support/compiled-children.ts',
    ],
    // Tests wait for processes and timers: on two cores, four workers take 7 % less time than three.
    maxWorkers: 4,
    // Tests of a file run in an order of chance, the same in each run, so that a failure is the change's: another
    // `--sequence.seed` is for who looks for tests that lean on each other.
    sequence: { shuffle: { tests: true }, seed: 20_261_123 },
    reporters: ['default', new ClosingReporter(process.env['CUT_RUN'], leftSubjects(named))],
    projects: [
      project('unit'),
      project('integration'),
      project('conformance'),
      ...(takesNodeHttp(named) ? [nodeHttpProject] : []),
      // Platforms in processes of their own, beside the others: nothing of theirs is shared but the machine.
      project('e2e'),
      // Processes that are killed, cut off and restarted, under load.
      project('faults'),
    ],
  },
});
