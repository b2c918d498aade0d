import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.answer(() =>
    Response.json({ data: { applyManifest: { dryRun: false, revision: 1, changes: [] } } }),
  );
});
afterEach(() => gatehouse.close());

type Input = { readonly manifest: unknown } & Readonly<Record<string, unknown>>;

/** What was sent to the platform; it must have been sent. */
function input(): Input {
  const [sent] = gatehouse.sent.slice(-1);
  if (!sent) throw new Error('nothing was sent');
  return (sent.body as { variables: { input: Input } }).variables.input;
}

/** The lines of a refusal. */
async function faults(...files: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await gatehouse.run('apply', ...files.flatMap((file) => ['-f', file]));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(gatehouse.sent).toEqual([]);
  return stderr.trimEnd().split('\n');
}

describe('a manifest', () => {
  it('is sent as one object, read from YAML or from JSON', async () => {
    const manifest = { gatehouse: '1', apis: [{ name: 'customerdb', version: '1.0.0' }] };
    gatehouse.write('one.yaml', 'gatehouse: "1"\napis:\n  - name: customerdb\n    version: 1.0.0\n');
    gatehouse.write('one.json', JSON.stringify(manifest, null, '\t'));
    for (const file of ['one.yaml', 'one.json']) {
      expect((await gatehouse.run('apply', '-f', file)).code).toBe(0);
      expect(input()).toEqual({ manifest, dryRun: false, prune: false });
    }
  });

  it('is joined from files and folders: lists of one kind one after the other', async () => {
    gatehouse.write('base.yaml', 'gatehouse: "1"\ncatalogs:\n  - name: sandbox\n');
    gatehouse.write('more/b.yml', 'gatehouse: "1"\napis:\n  - { name: b, version: 1.0.0 }\n');
    gatehouse.write('more/a.json', '{"apis": [{"name": "a", "version": "1.0.0"}]}');
    gatehouse.write(
      'more/deep/c.yaml',
      'apis: [{ name: a, version: 2.0.0 }]\n---\ncatalogs: [{ name: live }]\n',
    );
    gatehouse.write('more/notes.txt', 'nothing: here');
    gatehouse.write('more/.hidden.yaml', 'apis: [{ name: hidden }]');
    expect((await gatehouse.run('apply', '-f', 'base.yaml', '-f', 'more', '-f', './base.yaml')).code).toBe(0);
    expect(input().manifest).toEqual({
      gatehouse: '1',
      catalogs: [{ name: 'sandbox' }, { name: 'live' }],
      apis: [
        { name: 'a', version: '1.0.0' },
        { name: 'b', version: '1.0.0' },
        { name: 'a', version: '2.0.0' },
      ],
    });
  });

  it('names no thing twice, and says nothing in two ways; both files are told', async () => {
    gatehouse.write('a.yaml', 'gatehouse: "1"\norg: acme\napis:\n  - name: x\n    version: 1.0.0\n');
    gatehouse.write(
      'b.yaml',
      'org: other\napis:\n  - name: y\n    version: 1.0.0\n  - name: x\n    version: 1.0.0\n',
    );
    expect(await faults('a.yaml', 'b.yaml')).toEqual([
      'gatehouse: MANIFEST_INVALID: The manifest is wrong in 2 places.',
      '  b.yaml:1:1: "org" is said otherwise in a.yaml:2:1.',
      '  b.yaml:5:5: "x:1.0.0" is in "apis" twice: see a.yaml:4:5.',
    ]);
  });

  it('is for the org of the arguments, else the one that it names, else that of the profile', async () => {
    gatehouse.write('a.yaml', '$schema: ./a.json\norg: { name: acme }\n');
    gatehouse.write('b.yaml', '$schema: ../b.json\norg: { name: acme }\n');
    await gatehouse.run('apply', '-f', 'a.yaml', '-f', 'b.yaml');
    expect(input()).toMatchObject({ org: 'acme', manifest: { org: { name: 'acme' } } });
    await gatehouse.run('diff', '-f', 'a.yaml', '--org', 'other');
    expect(input()).toMatchObject({ org: 'other' });
  });

  it('has documents in files beside it, which are no manifests themselves', async () => {
    gatehouse.write(
      'catalog/apis.yaml',
      'apis:\n  - name: a\n    openapi: ./openapi/a.yaml\n    overlay: ./openapi/partners.overlay.yaml\n  - name: g\n    sdl: ./g.graphql\n',
    );
    gatehouse.write('catalog/openapi/a.yaml', `openapi: 3.0.3\ninfo: { title: "\${env:A}" }\n`);
    gatehouse.write('catalog/openapi/partners.overlay.yaml', 'overlay: 1.1.0\n');
    gatehouse.write('catalog/g.graphql', 'type Query { a: Int }\n');
    expect((await gatehouse.run('apply', '-f', 'catalog')).code).toBe(0);
    expect(input().manifest).toEqual({
      apis: [
        {
          name: 'a',
          openapi: { openapi: '3.0.3', info: { title: `\${env:A}` } },
          overlay: { overlay: '1.1.0' },
        },
        { name: 'g', sdl: 'type Query { a: Int }\n' },
      ],
    });
  });

  it('brings no file from elsewhere along, neither by its path nor by a link', async () => {
    gatehouse.write('secret.yaml', 'openapi: secret');
    gatehouse.write(
      'catalog/apis.yaml',
      'apis:\n  - openapi: ../secret.yaml\n  - openapi: ./link.yaml\n  - openapi: ./lost.yaml\n  - openapi: ./folder\n',
    );
    gatehouse.write('catalog/folder/empty.txt', '');
    symlinkSync('../secret.yaml', join(gatehouse.folder, 'catalog/link.yaml'));
    expect(await faults('catalog/apis.yaml')).toEqual([
      'gatehouse: MANIFEST_INVALID: The manifest is wrong in 4 places.',
      '  catalog/apis.yaml:2:5: ../secret.yaml leads out of the folder of the manifest.',
      '  catalog/apis.yaml:3:5: ./link.yaml is a link that leads out of the folder of the manifest.',
      '  catalog/apis.yaml:4:5: There is no file ./lost.yaml beside the manifest.',
      '  catalog/apis.yaml:5:5: ./folder cannot be read: it is a folder.',
    ]);
  });

  it('names what is wrong with a document in its own file, and where it is not one', async () => {
    gatehouse.write(
      'c/a.yaml',
      'apis:\n  - openapi: ./x.txt\n  - openapi: ./two.txt\n  - openapi: ./none.txt\n',
    );
    gatehouse.write('c/x.txt', 'openapi: 3.0.3\npaths: [\n');
    gatehouse.write('c/two.txt', 'openapi: 3.0.3\n---\nopenapi: 3.0.3\n');
    gatehouse.write('c/none.txt', '');
    expect((await faults('c')).slice(1)).toEqual([
      expect.stringMatching(/^ {2}c\/x\.txt:3:1: Flow sequence /),
      '  c/a.yaml:3:5: ./two.txt holds several documents: leave one.',
      '  c/a.yaml:4:5: ./none.txt is empty.',
    ]);
  });

  it('may refer upwards within the folder that was named', async () => {
    gatehouse.write('catalog/apis/a.yaml', 'apis: [{ name: a, openapi: ../openapi/a.yaml }]');
    gatehouse.write('catalog/openapi/a.yaml', 'openapi: 3.0.3');
    expect((await gatehouse.run('apply', '-f', 'catalog')).code).toBe(0);
    expect(input().manifest).toEqual({ apis: [{ name: 'a', openapi: { openapi: '3.0.3' } }] });
    expect((await gatehouse.run('apply', '-f', 'catalog/apis')).code).toBe(1);
  });

  it(`has variables of the environment in its texts, and $\${env:…} for the characters themselves`, async () => {
    gatehouse.set({ HOST: 'db.example.com', EMPTY: '' });
    gatehouse.write(
      'm.yaml',
      `apis:\n  - url: https://\${env:HOST}/v1\${env:EMPTY}\n    title: $\${env:HOST} costs $5\n    n: 5\n`,
    );
    await gatehouse.run('apply', '-f', 'm.yaml');
    expect(input().manifest).toEqual({
      apis: [{ url: 'https://db.example.com/v1', title: `\${env:HOST} costs $5`, n: 5 }],
    });
  });

  it('names every variable that is missing, and takes no token', async () => {
    gatehouse.write(
      'm.yaml',
      `apis:\n  - url: \${env:MISSING}/\${env:LOST}\n    title: \${env:GATEHOUSE_TOKEN}\n`,
    );
    expect(await faults('m.yaml')).toEqual([
      'gatehouse: MANIFEST_INVALID: The manifest is wrong in 3 places.',
      '  m.yaml:2:5: The environment has no variable "MISSING".',
      '  m.yaml:2:5: The environment has no variable "LOST".',
      '  m.yaml:3:5: The token GATEHOUSE_TOKEN does not belong into a manifest.',
    ]);
  });

  it.each([
    ['two members of one name', 'a: 1\na: 2\n', ['  m.yaml:2:1: Map keys must be unique']],
    ['a list', '- a\n', ['  m.yaml:1:1: A manifest is a map of its parts, as export writes it.']],
    ['a number that JSON has not', 'a:\n  - b: .nan\n', ['  m.yaml:2:5: NaN is no number in JSON.']],
    ['a tag that nobody knows', 'a: !secret b\n', ['  m.yaml:1:4: Unresolved tag: !secret']],
    ['an alias of nothing', 'a: *b\n', [expect.stringMatching(/^ {2}m\.yaml:1:1: .*Unresolved alias/)]],
    [
      'an alias within its own anchor',
      'a: &a\n  b: *a\n',
      ['  m.yaml:1:1: The document cannot be read: an alias stands within its own anchor.'],
    ],
    [
      'a bomb of aliases',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcd'[index]}`).join(', ')}]`).join('\n')}\n`,
      [expect.stringMatching(/^ {2}m\.yaml:1:1: The document cannot be read: /)],
    ],
  ])('is refused with its place when it has %s', async (_what, text, lines) => {
    gatehouse.write('m.yaml', text);
    expect((await faults('m.yaml')).slice(1)).toEqual(lines);
  });

  it('is refused when there is none', async () => {
    gatehouse.write('empty.yaml', '# nothing yet\n');
    gatehouse.write('folder/readme.md', '');
    expect(await faults('empty.yaml')).toEqual([
      'gatehouse: MANIFEST_INVALID: There is nothing in empty.yaml.',
    ]);
    expect(await faults('lost.yaml')).toEqual([
      'gatehouse: FILE_UNREADABLE: lost.yaml cannot be read: there is no such file or folder.',
    ]);
    expect(await faults('folder')).toEqual([
      'gatehouse: FILE_UNREADABLE: folder holds no file that ends with .yaml, .yml or .json.',
    ]);
  });

  it('keeps a member __proto__, for the platform to refuse', async () => {
    gatehouse.write('m.yaml', '__proto__: { a: 1 }\nb: { __proto__: 1 }\n');
    await gatehouse.run('apply', '-f', 'm.yaml');
    const manifest = input().manifest as object;
    expect(Object.keys(manifest)).toEqual(['__proto__', 'b']);
  });
});

describe('what the platform finds wrong in a manifest', () => {
  const fault = (path: (string | number)[], message: string, code = 'BAD_USER_INPUT') => ({
    path: ['input', 'manifest', ...path],
    code,
    message,
  });

  it('is told with file, line and column: values, unknown and missing members, and inside documents', async () => {
    gatehouse.write(
      'a.yaml',
      'gatehouse: "1"\napis:\n  - name: a\n    version: 1.0.0\n    openapi: ./a.openapi.yaml\n',
    );
    gatehouse.write(
      'b.yaml',
      'apis:\n  - name: b\n    tilte: B\n  - &c\n    name: c\nproducts:\n  - { name: p }\n  - *c\n',
    );
    gatehouse.write('a.openapi.yaml', 'openapi: 3.0.3\npaths:\n  /x:\n    get: { responses: { 200: 5 } }\n');
    gatehouse.answer(() =>
      Response.json({
        errors: [
          {
            message: 'At /apis/0/name: …',
            extensions: {
              code: 'BAD_USER_INPUT',
              faults: [
                fault(['apis', 0, 'name'], 'The name is taken.', 'NAME_TAKEN'),
                fault(
                  ['apis', 0, 'openapi', 'paths', '/x', 'get', 'responses', '200'],
                  'A response is an object.',
                ),
                fault(['apis', 1, 'tilte'], 'There is no member "tilte".'),
                fault(['apis', 2, 'version'], 'It has no version.'),
                fault(['products', 1, 'name'], 'It is no product.'),
                fault(['catalogs'], 'There are no catalogs.'),
                fault([], 'It is too much.'),
              ],
            },
          },
        ],
      }),
    );
    const { code, stdout, stderr } = await gatehouse.run('apply', '-f', 'a.yaml', '-f', 'b.yaml');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'gatehouse: BAD_USER_INPUT: The manifest is wrong in 7 places.',
      '  a.yaml:3:5: NAME_TAKEN: The name is taken.',
      '  a.openapi.yaml:4:25: A response is an object.',
      '  b.yaml:3:5: There is no member "tilte".',
      '  b.yaml:5:5: It has no version.',
      '  b.yaml:5:5: It is no product.',
      '  a.yaml:1:1: There are no catalogs.',
      '  a.yaml:1:1: It is too much.',
    ]);
  });

  it('has a place also where the platform names just one path', async () => {
    gatehouse.write('a.yaml', 'apis:\n  - name: A A\n');
    const extensions = { code: 'BAD_USER_INPUT', path: ['input', 'manifest', 'apis', 0, 'name'] };
    gatehouse.answer(() => Response.json({ errors: [{ message: '"A A" is not a name.', extensions }] }));
    expect((await gatehouse.run('apply', '-f', 'a.yaml')).stderr).toBe(
      'gatehouse: BAD_USER_INPUT: The manifest is wrong in one place.\n  a.yaml:2:5: "A A" is not a name.\n',
    );
  });

  it('tells how an org that does not exist is created', async () => {
    gatehouse.write('a.yaml', 'apis: []');
    const extensions = { code: 'NOT_FOUND', path: ['input', 'org'] };
    gatehouse.answer(() => Response.json({ errors: [{ message: 'There is no org no-such.', extensions }] }));
    expect((await gatehouse.run('apply', '-f', 'a.yaml', '--org', 'no-such')).stderr).toBe(
      'gatehouse: NOT_FOUND: There is no org no-such. An administrator of the platform creates one by the mutation createOrg, for example with "gatehouse run".\n',
    );
  });

  it('is the sentence of the platform where it is about something else', async () => {
    gatehouse.write('a.yaml', 'apis: []');
    const extensions = { code: 'CONFLICT', path: ['input', 'expectedRevision'] };
    gatehouse.answer(() => Response.json({ errors: [{ message: 'The org is at revision 9.', extensions }] }));
    expect((await gatehouse.run('apply', '-f', 'a.yaml')).stderr).toBe(
      'gatehouse: CONFLICT: The org is at revision 9.\n',
    );
  });
});
