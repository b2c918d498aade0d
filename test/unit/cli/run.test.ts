import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.answer(() => Response.json({ data: { org: { name: 'acme' } } }));
  gatehouse.write(
    'a.graphql',
    'query A($name: String!, $count: Int, $version: Version, $state: [ProductState!], $input: JSON) { org(name: $name) { name } }',
  );
});
afterEach(() => gatehouse.close());

const sentBody = () => gatehouse.sent.at(-1)?.body;

describe('a document that is run', () => {
  it('prints its data as JSON', async () => {
    expect(await gatehouse.run('run', 'a.graphql', '--var', 'name=acme')).toEqual({
      code: 0,
      stdout: '{\n  "org": {\n    "name": "acme"\n  }\n}\n',
      stderr: '',
    });
  });

  it('takes variables by their declared types, those of the arguments before those of a file', async () => {
    gatehouse.write('vars.yaml', 'name: from-the-file\ncount: 1\nversion: "2.0.0"\n');
    const vars = ['name=123', 'state=["STAGED"]', 'input={"a": [null]}', 'version=1.0.0'];
    await gatehouse.run(
      'run',
      'a.graphql',
      '--vars',
      'vars.yaml',
      ...vars.flatMap((each) => ['--var', each]),
    );
    expect(sentBody()).toMatchObject({
      operationName: 'A',
      variables: { name: '123', count: 1, version: '1.0.0', state: ['STAGED'], input: { a: [null] } },
    });
  });

  it('takes a value with equals signs, an empty one, and one that is no JSON', async () => {
    await gatehouse.run(
      'run',
      'a.graphql',
      '--var',
      'name=a=b=',
      '--var',
      'state=STAGED',
      '--var',
      'version=',
    );
    expect(sentBody()).toMatchObject({ variables: { name: 'a=b=', state: 'STAGED', version: '' } });
  });

  it('prints errors on standard error, with what data there is, and ends with exit code 1', async () => {
    const errors = [
      { message: 'There is no org "b".', extensions: { code: 'NOT_FOUND' } },
      { message: 'Not you.', extensions: { code: 'FORBIDDEN' } },
    ];
    gatehouse.answer(() => Response.json({ data: { org: null }, errors }));
    expect(await gatehouse.run('run', 'a.graphql', '--var', 'name=b')).toEqual({
      code: 1,
      stdout: '{\n  "org": null\n}\n',
      stderr: 'gatehouse: NOT_FOUND: There is no org "b".\ngatehouse: FORBIDDEN: Not you.\n',
    });
    gatehouse.answer(() => Response.json({ errors: errors.slice(0, 1) }, { status: 404 }));
    expect(await gatehouse.run('run', 'a.graphql', '--var', 'name=b')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: NOT_FOUND: There is no org "b".\n',
    });
  });

  it('is the one operation that is named, of several', async () => {
    gatehouse.write(
      'two.graphql',
      'query B { org { name } }\nmutation C { deleteOrg(input: { name: "x" }) }\n',
    );
    expect((await gatehouse.run('run', 'two.graphql', '--operation', 'C')).code).toBe(0);
    expect(sentBody()).toMatchObject({ operationName: 'C' });
    expect(await gatehouse.run('run', 'two.graphql')).toMatchObject({
      code: 2,
      stderr: 'gatehouse: USAGE: two.graphql has several operations: choose by --operation one of B, C.\n',
    });
    expect(await gatehouse.run('run', 'two.graphql', '--operation', 'D')).toMatchObject({
      code: 2,
      stderr: 'gatehouse: USAGE: two.graphql has no operation "D"; it has: B, C.\n',
    });
  });

  it.each([
    {
      text: 'query A { ',
      args: [],
      code: 1,
      sentence: /^GRAPHQL_PARSE_FAILED: x\.graphql:1:11: Syntax Error: /,
    },
    {
      text: 'fragment F on Org { name }',
      args: [],
      code: 2,
      sentence: /^USAGE: x\.graphql has no operation\.$/,
    },
    { text: 'subscription S { a }', args: [], code: 2, sentence: /^USAGE: x\.graphql is a subscription, / },
    {
      text: 'query A { a }',
      args: ['--var', 'b=1'],
      code: 2,
      sentence: /^USAGE: The operation has no variable \$b; it has: none\.$/,
    },
    {
      text: 'query A($a: Int) { a }',
      args: ['--var', 'a'],
      code: 2,
      sentence: /^USAGE: --var "a" is not of the form NAME=VALUE\.$/,
    },
    {
      text: 'query A { a }',
      args: ['--vars', 'list.yaml'],
      code: 2,
      sentence: /^USAGE: --vars list\.yaml is no map /,
    },
    {
      text: 'query A { a }',
      args: ['--vars', 'wrong.yaml'],
      code: 2,
      sentence: /^USAGE: --vars wrong\.yaml is no YAML: /,
    },
    {
      text: 'query A { a }',
      args: ['--vars', 'lost.yaml'],
      code: 1,
      sentence: /^FILE_UNREADABLE: lost\.yaml cannot be read: /,
    },
    { text: 'query A { a }', args: ['second.graphql'], code: 2, sentence: /^USAGE: Name one document/ },
  ])('is refused before anything is sent: $text $args', async ({ text, args, code, sentence }) => {
    gatehouse.write('x.graphql', text);
    gatehouse.write('list.yaml', '- a');
    gatehouse.write('wrong.yaml', 'a: [');
    const ran = await gatehouse.run('run', 'x.graphql', ...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toMatch(/^gatehouse: [^\n]+\n$/);
    expect(ran.stderr.slice('gatehouse: '.length).trimEnd()).toMatch(sentence);
    expect(gatehouse.sent).toEqual([]);
  });
});
