// Makes the files of bundles: what the platform runs of Mesh, of the database client and of Spectral, each in one file
// that is committed, so that a start installs none of these: node bin/bundle.mjs NAME
// With --check it says whether the bundles are what their sources make.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noticesFile, noticesOf } from './notices.mjs';
import { bundles, headOf, root, run, say } from './prepare.mjs';

const contents = {
  mesh: `export { getBuiltMesh } from './.mesh/index.ts';`,
  prisma: `
    export { Prisma, PrismaClient } from './src/infrastructure/database/generated/prisma/client.ts';
    export { getDatamodel } from './src/infrastructure/database/generated/pothos-types.ts';`,
  spectral: `
    export { Document, Ruleset, Spectral } from '@stoplight/spectral-core';
    export { Resolver } from '@stoplight/spectral-ref-resolver';
    export { Json } from '@stoplight/spectral-parsers';
    export { default as oas } from '@stoplight/spectral-rulesets/dist/oas/index.js';
    export * as functions from '@stoplight/spectral-functions';
    export * as formats from '@stoplight/spectral-formats';`,
};

const COMPILER = '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64';

/** Reads Prisma's compiler, which is WASM in a module of text, when it starts. A module would keep that text twice: 9 MB. */
const compilerText = {
  name: 'compiler text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${COMPILER}\\.mjs$`) }, () => ({
      path: 'compiler.cjs',
      namespace: 'compiler',
    }));
    onLoad({ filter: /./, namespace: 'compiler' }, () => ({
      contents: `
        const { readFileSync } = require('node:fs');
        Object.defineProperty(exports, 'wasm', {
          enumerable: true,
          get() {
            const text = readFileSync(require.resolve('#query-compiler'), 'latin1');
            return text.slice(text.indexOf('"') + 1, text.lastIndexOf('"'));
          },
        });`,
    }));
  },
};

/** Imports what CommonJS requires of graphql-js. A release has no copy for `require` to find. */
const importedGraphQL = {
  name: 'imported graphql-js',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ kind, path }) =>
      kind === 'require-call' ? { path, namespace: 'imported' } : { path: fileOf(path), external: true },
    );
    onLoad({ filter: /./, namespace: 'imported' }, ({ path }) => ({
      contents: `export * from '${path}';`,
      resolveDir: root,
    }));
  },
};

/** The file of graphql-js that a path names. Imports name files, where `require` finds folders, too. */
function fileOf(path) {
  if (path === 'graphql' || path.endsWith('.js')) return path;
  return existsSync(`node_modules/${path}.js`) ? `${path}.js` : `${path}/index.js`;
}

/** Substitutes for packages of Spectral. Those would read the network or files, or make code of texts. */
const replaced = {
  'node-fetch': '',
  '@stoplight/json-ref-readers': 'exports.createResolveHttp = () => undefined;',
  '@stoplight/yaml': '',
  'jsonpath-plus': "exports.JSONPath = () => { throw new Error('A field is no JSONPath.'); };",
  'nimma/fallbacks': 'exports.jsonPathPlus = null;',
  // Messages evaluate no more than print("property") and print("value").
  'expr-eval-fork': `exports.Parser = class {
    functions = {};
    evaluate(text) {
      const [, name] = /^concat\\(print\\("(\\w+)"\\)\\)$/.exec(text) ?? [];
      return name === undefined ? '' : this.functions.print(name);
    }
  };`,
};

/** Keeps out what rule sets of strangers must not reach in Spectral. Filters of JSONPaths are checked. */
const harmlessSpectral = {
  name: 'harmless Spectral',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(replaced).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'replaced',
    }));
    onLoad({ filter: /./, namespace: 'replaced' }, ({ path }) => ({ contents: replaced[path] }));
    onLoad({ filter: /nimma\/dist\/legacy\/cjs\/parser\/jsep\.js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}
        const { checkedExpression } = require('${root}/src/openapi/lint/filter-expression.ts');
        exports['default'] = (text) => checkedExpression(jsep(text));`,
    }));
  },
};

/** The folder of the package that a path lies in, as package-lock.json names it. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The text of a bundle and the notices of its packages, made anew. */
async function make(name) {
  if (name === 'mesh') buildMesh();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: contents[name], resolveDir: root, loader: 'ts' },
    outfile: bundles[name].file,
    bundle: true,
    minify: true,
    // Mesh and its packages are told apart by the names of their classes.
    keepNames: true,
    // What the platform itself depends on; two copies of graphql-js refuse each other's types.
    plugins: [compilerText, importedGraphQL, ...(name === 'spectral' ? [harmlessSpectral] : [])],
    // jsonc-parser is found by its modules: what it has for require cannot be bundled.
    ...(name === 'spectral' && { mainFields: ['module', 'main'] }),
    external: ['@prisma/client/*'],
    // Some of the packages are CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    charset: 'ascii',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const folders = foldersIn(metafile);
  return {
    text: `${headOf(bundles[name])}// Packages in it: ${packagesIn(folders).join(' ') || 'none'}\n${outputFiles[0].text}`,
    notices: noticesOf(folders),
  };
}

/** Builds the Mesh and sorts its sources. Mesh lists them as it has read them, which differs from time to time. */
function buildMesh() {
  run('mesh', ['build']);
  const file = '.mesh/index.ts';
  const text = readFileSync(file, 'utf8');
  const sorted = text.replace(/case "[\s\S]*?(?=default:)/, (cases) =>
    cases
      .split(/(?=case ")/)
      .sort()
      .join(''),
  );
  writeFileSync(file, sorted);
}

/** The folders of the packages that a bundle contains. */
function foldersIn({ outputs }) {
  const paths = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(paths.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))];
}

/** Names packages, for the bill of materials. */
function packagesIn(folders) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const named = folders.map((path) => `${path.split('node_modules/').at(-1)}@${packages[path].version}`);
  return [...new Set(named)].sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2).filter((name) => name in bundles);
  const isCheck = process.argv.includes('--check');
  for (const name of isCheck ? Object.keys(bundles) : names) {
    const { text, notices } = await make(name);
    const made = { [bundles[name].file]: text, ...(notices && { [noticesFile(bundles[name])]: notices }) };
    for (const [file, content] of Object.entries(made))
      if (!isCheck) writeFileSync(file, content);
      else if (readFileSync(file, 'utf8') !== content) {
        say(`${file} is not what its sources make: run "npm run generate -- --anew" and commit it.`);
        process.exitCode = 1;
      }
  }
}
