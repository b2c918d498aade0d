import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

const manifest = {
  gatehouse: '1',
  org: { title: `Acme \${env:HOME} & more` },
  apis: [
    {
      name: 'a',
      version: '1.0.0',
      targetUrl: null,
      openapi: { info: { description: `${'long '.repeat(60)}\nlines\n`, 'x-on': 'on', 'x-1.0': '1.0' } },
    },
  ],
};

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.answer(({ body }) => {
    const { query } = body as { query: string };
    return query.startsWith('query ExportManifest')
      ? Response.json({ data: { exportManifest: manifest } })
      : Response.json({ data: { applyManifest: { dryRun: false, revision: 1, changes: [] } } });
  });
});
afterEach(() => gatehouse.close());

describe('an exported org', () => {
  it.each(['yaml', 'json'])(
    'is %s that applied again sends what came, also texts that look like variables',
    async (format) => {
      const { code, stdout, stderr } = await gatehouse.run('export', '--org', 'acme', '-o', format);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      gatehouse.write(`again.${format}`, stdout);
      expect((await gatehouse.run('apply', '-f', `again.${format}`)).code).toBe(0);
      expect(gatehouse.sent.map(({ body }) => body)).toMatchObject([
        { variables: { org: 'acme' } },
        { variables: { input: { manifest } } },
      ]);
    },
  );

  it('quotes what older readers of YAML take for a boolean or a number', async () => {
    expect((await gatehouse.run('export')).stdout).toMatch(/x-on: "on"\n +x-1\.0: "1\.0"/);
  });

  it('goes into a new folder as apply takes it: a file a list, with each document beside it', async () => {
    const variable = `\${env:HOME}`;
    const openapi = { openapi: '3.1.0', info: { 'x-variable': variable } };
    const sdl = `type Query { a: Int } # ${variable}`;
    const page = (path: string) => ({ path, title: 'A page', markdown: `# ${path} ${variable}` });
    const large = {
      gatehouse: '1',
      org: { title: 'Acme' },
      catalogs: [{ name: 'sandbox', pages: [page('/'), page('guides/errors')] }],
      apis: [
        { name: 'a', version: '1.0.0', openapi },
        { name: 'a', version: '2.0.0', openapi: { ...openapi, openapi: '3.0.0' } },
        { name: 'graph', version: '1.0.0', sdl, openapi: null },
      ],
      graphqlServers: [
        {
          name: 'both',
          sources: [
            { name: 'one', openapi },
            { name: 'two', openapi },
          ],
        },
      ],
    };
    gatehouse.answer(({ body }) =>
      Response.json(
        (body as { query: string }).query.startsWith('query ExportManifest')
          ? { data: { exportManifest: large } }
          : { data: { applyManifest: { dryRun: false, revision: 1, changes: [] } } },
      ),
    );
    expect(await gatehouse.run('export', '--output', 'acme/')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(gatehouse.folder)).toEqual(['acme']);
    expect(readdirSync(join(gatehouse.folder, 'acme'), { recursive: true }).sort()).toEqual([
      'apis.yaml',
      'catalogs.yaml',
      'graphql',
      'graphql-servers.yaml',
      'graphql/graph-1.0.0.graphql',
      'openapi',
      'openapi/a-1.0.0.yaml',
      'openapi/a-2.0.0.yaml',
      'openapi/both-one.yaml',
      'openapi/both-two.yaml',
      'org.yaml',
      'pages',
      'pages/sandbox-guides-errors.md',
      'pages/sandbox-home.md',
    ]);
    expect(await gatehouse.run('apply', '-f', 'acme')).toMatchObject({ code: 0, stderr: '' });
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({ variables: { input: { manifest: large } } });
    const again = await gatehouse.run('export', '--output', 'acme');
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('acme is not empty: name a new folder'),
    ]);
  });

  it('goes into a file, whole, and not to standard output', async () => {
    const { stdout } = await gatehouse.run('export');
    gatehouse.write('acme.yaml', 'what was there before');
    expect(await gatehouse.run('export', '--output', 'acme.yaml')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(join(gatehouse.folder, 'acme.yaml'), 'utf8')).toBe(stdout);
    expect(readdirSync(gatehouse.folder)).toEqual(['acme.yaml']);
  });

  it('leaves the file as it was when the platform refuses, and says so when it cannot be written', async () => {
    expect((await gatehouse.run('export', '--output', 'lost/acme.yaml')).stderr).toMatch(
      /^gatehouse: FILE_UNWRITABLE: .+lost\/acme\.yaml cannot be written: there is no such file or folder\.\n$/,
    );
    gatehouse.answer(() =>
      Response.json({ errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] }),
    );
    expect((await gatehouse.run('export', '--output', 'acme.yaml')).code).toBe(1);
    expect(existsSync(join(gatehouse.folder, 'acme.yaml'))).toBe(false);
  });
});
