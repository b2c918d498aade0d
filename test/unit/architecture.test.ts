import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const PLANE = ['domain', 'openapi', 'graphql', 'infrastructure', 'http', 'ui', 'foundation'];
/**
 * Who may import whom, by the first folders of a path: what is not in the list of a folder is forbidden to it. The
 * planes never import each other; they meet in process (docs/internals/architecture.md).
 */
const mayImport: Record<string, readonly string[]> = {
  'main.ts': ['process'],
  process: ['control-plane', 'data-plane', 'demo', ...PLANE],
  'control-plane': [...PLANE, 'web'],
  'data-plane': PLANE,
  graphql: ['domain', 'openapi', 'infrastructure', 'foundation'],
  infrastructure: ['domain', 'foundation'],
  http: ['domain', 'foundation'],
  ui: ['domain', 'foundation'],
  domain: ['openapi', 'foundation'],
  openapi: ['foundation'],
  foundation: [],
  demo: ['infrastructure', 'foundation'],
  // A program of its own, which meets the others over HTTP; but for what works on the database itself.
  cli: ['process/settings', 'infrastructure', 'domain', 'foundation'],
};

/**
 * Order of the gateway's folders: a folder or file, and what of the others it may import, no more than it needs. A call
 * passes route, admission and forward; accounting and graphql serve these, and record comes last. `gateway.ts` and
 * `refusal.ts` put them together.
 */
const gatewayMayImport: Record<string, readonly string[]> = {
  'call.ts': [
    'accounting/counted-limit.ts',
    'accounting/metering.ts',
    'route',
    'admission/concurrent-calls.ts',
    'admission/token-cache.ts',
    'forward/breakers.ts',
    'graphql/graphql-document.ts',
  ],
  'caller-bounds.ts': [],
  'gateway-deps.ts': ['caller-bounds.ts', 'admission', 'forward/call-pass.ts'],
  'calls-in-flight.ts': ['call.ts'],
  'retired-refusal.ts': ['call.ts', 'route'],
  route: ['call.ts'],
  accounting: ['call.ts', 'route'],
  graphql: ['call.ts', 'accounting'],
  contract: ['call.ts', 'accounting'],
  admission: ['call.ts', 'route', 'accounting', 'contract', 'graphql', 'forward/breakers.ts'],
  transform: ['call.ts', 'route', 'contract', 'admission/security/condition.ts'],
  forward: ['call.ts', 'route', 'accounting', 'contract', 'graphql', 'transform'],
  rehearsal: ['call.ts', 'route', 'contract', 'transform', 'forward'],
  record: [
    'call.ts',
    'route',
    'accounting',
    'admission/step.ts',
    'admission/steps.ts',
    'graphql/document-refusal.ts',
  ],
};
const GATEWAY = 'data-plane/gateway';

/** A vendor lives in one place: replacing it touches that place alone. */
const vendors: Record<string, readonly string[]> = {
  jose: ['infrastructure/tokens', 'infrastructure/issuers'],
  'openid-client': [
    'control-plane/identity',
    'infrastructure/client-credentials',
    'infrastructure/user-registries',
  ],
  cockatiel: ['infrastructure/user-registries'],
  ldapts: ['infrastructure/user-registries'],
  '@marcbachmann/cel-js': ['domain/access-policy'],
  jsonata: ['domain/json-expression'],
  'jsonpath-rfc9535': ['openapi/document'],
  re2js: ['openapi/contract', 'domain/json-expression'],
  '@pothos/': ['control-plane/management', 'control-plane/portal/api'],
  '@graphql-mesh/': ['data-plane/graphql-server'],
  '@prisma/': ['infrastructure/database'],
  '@electric-sql/': ['infrastructure/database'],
  pg: ['infrastructure/database'],
  'rate-limiter-flexible': ['infrastructure/limits'],
  ioredis: ['infrastructure/limits'],
  '@node-rs/argon2': ['infrastructure/secrets'],
  '@envelop/core': ['data-plane/gateway'],
  '@opentelemetry/': ['infrastructure/observability'],
  '@graphql-typed-document-node/core': ['control-plane/portal/pages', 'control-plane/console'],
  'hono/jsx': ['ui', 'control-plane/portal/pages', 'control-plane/console', 'data-plane/oauth'],
  'graphql-yoga': ['graphql/server'],
  vite: [],
  react: [],
  'react-dom/': [],
  graphiql: [],
  '@graphiql/': [],
  '@scalar/': [],
};

const src = resolve('src');
/** The files below a folder of src that somebody wrote. */
function written(folder: string): string[] {
  return readdirSync(join(src, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : written(path);
    return /\.tsx?$/.test(path) ? [path] : [];
  });
}

const files = written('').map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));
const textOf = (path: string) => files.find(({ file }) => file === path)?.text ?? '';
const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

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

/** Texts hold no code to be understood: of a folder of the console's pages, or of a language. */
const isTexts = (file: string) => file.endsWith('-texts.ts') || file.startsWith('ui/languages/');

/** What a file imports of src and of web, from the root of src: `../web/props.ts`. */
function importedBy({ file, text }: (typeof files)[number]): string[] {
  return importsOf(text)
    .filter(([specifier]) => specifier.startsWith('.'))
    .map(([specifier]) => relative(src, resolve(src, dirname(file), specifier)));
}

const imports = new Map(files.map((each) => [each.file, importedBy(each)]));

/** All that a file imports, directly or through others; the file itself where the imports lead back to it. */
function reachableFrom(file: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const path of imports.get(next) ?? [])
      if (!reached.has(path)) {
        reached.add(path);
        waiting.push(path);
      }
  return reached;
}

/** The strongly connected components of more than one file, each by the imports within it. */
function importCycles(): string[][] {
  const found = new Set<string>();
  const reachable = new Map(files.map(({ file }) => [file, reachableFrom(file)]));
  return files.flatMap(({ file }) => {
    const all = reachable.get(file);
    if (found.has(file) || !all?.has(file)) return [];
    const cycle = [...all].filter((other) => reachable.get(other)?.has(file));
    for (const other of cycle) found.add(other);
    return [
      cycle.flatMap((from) =>
        (imports.get(from) ?? []).filter((to) => cycle.includes(to)).map((to) => `${from} → ${to}`),
      ),
    ];
  });
}

describe('the layout', () => {
  it('is the one that docs/internals/architecture.md shows', () => {
    const rows = readFileSync('docs/internals/architecture.md', 'utf8').matchAll(
      /^\| `([\w./-]+)` \| .* \| ?(.*?) ?\|$/gm,
    );
    const namesIn = (cell: string) => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name);
    const shown = [...rows].map(([, folder = '', cell = '']) => [folder, namesIn(cell)] as const);
    expect(Object.fromEntries(shown)).toEqual(mayImport);
  });

  it('has main.ts and the folders of the table at its top', () => {
    expect(readdirSync(src).sort()).toEqual(Object.keys(mayImport).sort());
  });

  it.each(Object.keys(mayImport))('%s imports only what stands in the table', (folder) => {
    const allowed = [folder, ...(mayImport[folder] ?? [])];
    const forbidden = files
      .filter(({ file }) => isIn(file, folder))
      .flatMap((each) =>
        importedBy(each)
          .map((path) => path.replace(/^\.\.\/web\//, 'web/'))
          .filter((path) => !path.startsWith('../bundles/') && !allowed.some((room) => isIn(path, room)))
          .map((path) => `${each.file} → ${path}`),
      );
    expect(forbidden).toEqual([]);
  });

  it('has no import cycle, imports of types and dynamic imports included', () => {
    expect(importCycles()).toEqual([]);
  });

  it.each(Object.keys(gatewayMayImport))('%s of the gateway imports only what comes before it', (folder) => {
    const allowed = [folder, ...(gatewayMayImport[folder] ?? [])].map((path) => `${GATEWAY}/${path}`);
    const forbidden = files
      .filter(({ file }) => isIn(file, `${GATEWAY}/${folder}`))
      .flatMap((each) =>
        importedBy(each)
          .filter((path) => isIn(path, GATEWAY) && !allowed.some((folder) => isIn(path, folder)))
          .map((path) => `${each.file} → ${path}`),
      );
    expect(forbidden).toEqual([]);
  });

  it('has no member of a call that two folders write: a step returns what it decided', () => {
    const [, declared = ''] =
      /export type Call = ([\s\S]*?\n {2}};)/.exec(textOf('data-plane/gateway/call.ts')) ?? [];
    const members = [...declared.matchAll(/^ {4}(?:readonly )?(\w+): /gm)].map(([, name = '']) => name);
    expect(members).toContain('refusedWith');
    const writers = members.map((member) => {
      const assignment = new RegExp(`\\bcall\\.${member}(?:\\.\\w+)* (?:[-+*/|&?]{0,2}=) `, 'i');
      const all = files.filter(({ file, text }) => isIn(file, GATEWAY) && assignment.test(text));
      return [member, new Set(all.map(({ file }) => file.split('/')[2]))] as const;
    });
    expect(writers.filter(([, folders]) => folders.size > 1)).toEqual([]);
    expect(writers.filter(([, folders]) => folders.size === 1).length).toBeGreaterThan(15);
  });

  it('has a row for all that is in the gateway, but for what puts it together', () => {
    const entries = readdirSync(join(src, GATEWAY));
    expect(entries.sort()).toEqual([...Object.keys(gatewayMayImport), 'gateway.ts', 'refusal.ts'].sort());
  });

  it('receives requests in one place: the steps of ingress run nowhere else in the data plane', () => {
    const steps = ['request-rules.ts', 'request-target.ts', 'forwarded-origin.ts', 'portal-cors.ts'];
    const runners = files
      .filter(
        ({ file, text }) =>
          isIn(file, 'data-plane') &&
          importsOf(text).some(
            ([from, typesOnly]) => !typesOnly && steps.some((step) => from.endsWith(`/http/ingress/${step}`)),
          ),
      )
      .map(({ file }) => file);
    // An API has CORS of its own.
    expect(runners).toEqual(['data-plane/gateway/route/cors.ts']);
  });

  it.each(Object.keys(vendors))('%s is imported in its own place only', (vendor) => {
    const strangers = files
      .filter(({ file }) => !(vendors[vendor] ?? []).some((folder) => isIn(file, folder)))
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

  it('names to child processes only modules that there are', () => {
    const named = files.flatMap(({ text }) =>
      [...text.matchAll(/\bmodule: '([^']+)'/g)].map(([, name]) => name),
    );
    const there = files.map(({ file }) => file.replace(/\.ts$/, ''));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => name !== undefined && !there.includes(name))).toEqual([]);
  });

  it('runs browser code in browsers only: web is imported as types', () => {
    const runners = files
      .filter(({ text }) =>
        importsOf(text).some(([specifier, typesOnly]) => !typesOnly && /\/web\//.test(specifier)),
      )
      .map(({ file }) => file);
    expect(runners).toEqual([]);
  });

  it('reads the environment in one place for each program: the platform, and the command line', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
    expect(readers.sort()).toEqual(['cli/environment.ts', 'process/settings/config.ts']);
  });

  it('asks the injected clock for the time', () => {
    const askers = files
      .filter(({ text }) => /\bDate\.now\(\)|new Date\(\)/.test(text))
      .map(({ file }) => file);
    expect(askers).toEqual(['foundation/clock.ts']);
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
