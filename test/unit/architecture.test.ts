import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom: what is not in the list of a folder is forbidden to it. Parts never import each other. */
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  secrets: ['threads'],
  limits: [],
  outbound: ['domain', 'tracing'],
  openid: ['outbound'],
  threads: [],
  // Browser code, a package of its own: pages know the types of its props.
  islands: [],
  tracing: ['domain'],
  ui: ['domain', 'islands'],
  graphql: ['domain', 'threads', 'tracing'],
  tokens: ['domain'],
  database: ['domain', 'tracing'],
  registries: ['outbound'],
  events: ['database'],
  audit: ['database', 'domain'],
  usage: ['database', 'domain'],
  retention: ['database', 'domain', 'usage'],
  snapshot: ['database', 'domain', 'registries', 'secrets', 'tokens'],
  consumers: ['database', 'domain', 'secrets', 'snapshot'],

  management: [
    'audit',
    'consumers',
    'database',
    'domain',
    'events',
    'graphql',
    'limits',
    'outbound',
    'registries',
    'secrets',
    'snapshot',
    'threads',
    'tokens',
    'tracing',
    'usage',
  ],
  portal: [
    'audit',
    'consumers',
    'database',
    'domain',
    'events',
    'graphql',
    'islands',
    'limits',
    'secrets',
    'snapshot',
    'threads',
    'tracing',
    'ui',
    'usage',
  ],
  console: ['domain', 'graphql', 'islands', 'secrets', 'ui'],
  oauth: [
    'audit',
    'database',
    'domain',
    'limits',
    'registries',
    'secrets',
    'snapshot',
    'tokens',
    'tracing',
    'ui',
  ],
  gateway: [
    'database',
    'domain',
    'graphql',
    'limits',
    'outbound',
    'secrets',
    'snapshot',
    'threads',
    'tokens',
    'tracing',
    'usage',
  ],
  'graphql-server': [
    'database',
    'domain',
    'graphql',
    'outbound',
    'secrets',
    'snapshot',
    'threads',
    'tokens',
    'tracing',
  ],
  webhooks: ['database', 'domain', 'outbound', 'secrets'],
  backends: [],
  operations: [],
  settings: ['domain', 'limits'],
  // How a process runs each part: its listener, its readiness, its end.
  parts: [
    'audit',
    'backends',
    'config',
    'connection-limit',
    'control',
    'control-hosts',
    'domain',
    'gateway',
    'graphql-server',
    'layers',
    'listeners',
    'management',
    'oauth',
    'operations',
    'outbound',
    'retention',
    'strict-transport',
    'tracing',
    'webhooks',
  ],
  // What is done with a platform's database and disk, beside its processes.
  maintenance: ['config', 'database', 'domain', 'first-secret-key', 'limits', 'secrets', 'tokens'],
  // A program of its own, which meets the others over HTTP; but for maintenance.
  cli: ['config', 'domain', 'maintenance'],
};
/** Files beside the folders that everything may import. */
const FOUNDATION = ['errors', 'clock', 'watch', 'data-dir', 'turns'];

/** A vendor lives in one place: replacing it touches that place alone. */
const vendors: Record<string, readonly string[]> = {
  jose: ['tokens'],
  'openid-client': ['openid'],
  cockatiel: ['registries'],
  '@marcbachmann/cel-js': ['domain'],
  '@pothos/': ['management', 'portal'],
  '@graphql-mesh/': ['graphql-server'],
  '@prisma/': ['database'],
  '@electric-sql/': ['database'],
  pg: ['database'],
  'rate-limiter-flexible': ['limits'],
  ioredis: ['limits'],
  '@node-rs/argon2': ['secrets'],
  '@envelop/core': ['gateway'],
  '@opentelemetry/': ['tracing'],
  'gql.tada': ['portal', 'console'],
  'hono/jsx': ['ui', 'portal', 'console', 'oauth'],
  'graphql-yoga': ['graphql'],
  vite: ['islands'],
  react: ['islands'],
  'react-dom/': ['islands'],
  graphiql: ['islands'],
  '@graphiql/': ['islands'],
  '@scalar/': ['islands'],
};

const src = resolve('src');
/** Folders that hold what is generated, built or installed. */
const MADE = new Set(['generated', 'built', 'node_modules']);

/** The files below a folder that somebody wrote. */
function written(folder: string): string[] {
  return readdirSync(join(src, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : written(path);
    return /\.tsx?$/.test(path) && !path.endsWith('.types.ts') ? [path] : [];
  });
}

const files = written('').map((file) => ({
  file,
  folder: file.includes('/') ? (file.split('/')[0] ?? '') : '',
  text: readFileSync(join(src, file), 'utf8'),
}));

/** What a file imports at run time or as types: [specifier, whether as types only]. */
function importsOf(text: string): [specifier: string, typesOnly: boolean][] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].map(([, typesOnly, from, bare, dynamic]) => [
    from ?? bare ?? dynamic ?? '',
    Boolean(typesOnly),
  ]);
}

/** All texts of a language are one file, so that a translator has one; it holds no code to be understood. */
const isTexts = (file: string) => file.includes('/messages/');

describe('the layout', () => {
  it('knows every folder of src', () => {
    const folders = new Set(files.map(({ folder }) => folder).filter(Boolean));
    expect([...folders].filter((folder) => !(folder in mayImport))).toEqual([]);
  });

  it.each(Object.keys(mayImport))('%s imports only what stands in the table', (folder) => {
    const forbidden = files
      .filter((each) => each.folder === folder)
      .flatMap(({ file, text }) =>
        importsOf(text).flatMap(([specifier]) => {
          if (!specifier.startsWith('.')) return [];
          const target = relative(src, resolve(src, dirname(file), specifier));
          if (target.startsWith('..')) return target.startsWith('../.mesh/') ? [] : [`${file} → ${target}`];
          const room = target.includes('/') ? (target.split('/')[0] ?? '') : target.replace(/\.tsx?$/, '');
          const allowed = [folder, ...FOUNDATION, ...(mayImport[folder] ?? [])];
          return allowed.includes(room) ? [] : [`${file} → ${target}`];
        }),
      );
    expect(forbidden).toEqual([]);
  });

  it.each(Object.keys(vendors))('%s is imported in its own place only', (vendor) => {
    const strangers = files
      .filter(({ folder }) => folder !== '' && !(vendors[vendor] ?? []).includes(folder))
      .flatMap(({ file, text }) =>
        importsOf(text)
          .filter(
            ([specifier, typesOnly]) =>
              !typesOnly && (specifier === vendor || (vendor.endsWith('/') && specifier.startsWith(vendor))),
          )
          .map(() => file),
      );
    expect(strangers).toEqual([]);
  });

  it('names to threads only modules that there are', () => {
    const named = files.flatMap(({ text }) =>
      [...text.matchAll(/\bmodule: '([^']+)'/g)].map(([, name]) => name),
    );
    const there = files.map(({ file }) => file.replace(/\.ts$/, ''));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => name !== undefined && !there.includes(name))).toEqual([]);
  });

  it('runs browser code in browsers only: the islands are imported as types', () => {
    const runners = files
      .filter(({ folder }) => folder !== 'islands')
      .filter(({ text }) =>
        importsOf(text).some(([specifier, typesOnly]) => !typesOnly && /^\.\.?\/.*islands\//.test(specifier)),
      )
      .map(({ file }) => file);
    expect(runners).toEqual([]);
  });

  it('reads the environment in one place for each program: the platform, and the command line', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
    expect(readers.sort()).toEqual(['cli/environment.ts', 'config.ts']);
  });

  it('asks the injected clock for the time', () => {
    const askers = files
      .filter(({ text }) => /\bDate\.now\(\)|new Date\(\)/.test(text))
      .map(({ file }) => file);
    expect(askers).toEqual(['clock.ts']);
  });

  it('has no file of more than 280 lines, and no name that says nothing', () => {
    const tooLong = files.filter(({ text, file }) => text.split('\n').length > 281 && !isTexts(file));
    expect(tooLong.map(({ file }) => file)).toEqual([]);
    expect(
      files
        .filter(({ file }) =>
          /(^|\/)(utils?|helpers?|common|misc|managers?|services?|index)(\/|\.tsx?$)/.test(file),
        )
        .map(({ file }) => file),
    ).toEqual([]);
  });
});
