import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kindNames, singularOf } from '../../../src/cli/commands/get.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
});
afterEach(() => gatehouse.close());

const schema = buildSchema(readFileSync('src/control-plane/management/schema.graphql', 'utf8'));
const faultsOfSent = () =>
  gatehouse.sent.flatMap(({ body }) => validate(schema, parse((body as { query: string }).query)));

describe('gatehouse get', () => {
  it('prints a table of a kind, in the singular too', async () => {
    const list = [
      { name: 'customer', version: '1.0.0', visibility: 'PUBLIC', title: 'Customer' },
      { name: 'a', version: '10.0.0', visibility: 'AUTHENTICATED', title: null },
    ];
    gatehouse.answer(() => Response.json({ data: { org: { list } } }));
    for (const kind of ['products', 'product'])
      expect(await gatehouse.run('get', kind, '--org', 'acme')).toEqual({
        code: 0,
        stdout: [
          'NAME      VERSION  VISIBILITY     TITLE',
          'customer  1.0.0    PUBLIC         Customer',
          'a         10.0.0   AUTHENTICATED  -',
          '',
        ].join('\n'),
        stderr: '',
      });
    const { stdout } = await gatehouse.run('get', 'products', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(list);
  });

  it('reads a list to its end', async () => {
    const all = Array.from({ length: 450 }, (_, at) => ({ name: `c${at}` }));
    gatehouse.answer(({ body }) => {
      const { offset } = (body as { variables: { offset: number } }).variables;
      return Response.json({ data: { org: { list: all.slice(offset, offset + 200) } } });
    });
    expect(JSON.parse((await gatehouse.run('get', 'catalogs', '-o', 'json')).stdout)).toEqual(all);
  });

  it.each([
    [['get'], 'Name one of apis, backends,'],
    [['get', 'prodcts'], 'There is no kind "prodcts". Did you mean "products"? Name one of'],
    [['get', 'apis', 'more'], 'The argument "more" belongs to no option.'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await gatehouse.run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`gatehouse: USAGE: ${sentence}`)]);
  });

  it('says that there is no such org', async () => {
    gatehouse.answer(() => Response.json({ data: { org: null } }));
    const { code, stderr } = await gatehouse.run('get', 'apis', '--org', 'nowhere');
    expect([code, stderr]).toEqual([1, 'gatehouse: NOT_FOUND: There is no org nowhere.\n']);
  });
});

describe('gatehouse describe', () => {
  it('prints all of one thing as YAML, or as JSON', async () => {
    const found = { name: 'customer', version: '1.0.0', plans: [{ name: 'gold' }] };
    gatehouse.answer(() => Response.json({ data: { found } }));
    const { stdout } = await gatehouse.run('describe', 'product', 'customer:1.0.0', '--org', 'acme');
    expect(stdout).toBe('name: customer\nversion: 1.0.0\nplans:\n  - name: gold\n');
    expect(gatehouse.sent.at(-1)?.body).toMatchObject({
      variables: { org: 'acme', product: 'customer:1.0.0' },
    });
    expect(JSON.parse((await gatehouse.run('describe', 'products', 'x:1', '-o', 'json')).stdout)).toEqual(
      found,
    );
  });

  it('says that there is none, and asks for a name', async () => {
    gatehouse.answer(() => Response.json({ data: { found: null } }));
    const none = await gatehouse.run('describe', 'catalog', 'nowhere');
    expect([none.code, none.stderr]).toEqual([1, 'gatehouse: NOT_FOUND: There is no catalog nowhere.\n']);
    const wrong = await gatehouse.run('describe', 'catalog');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'gatehouse: USAGE: Name one: gatehouse describe catalog NAME\n',
    ]);
  });
});

it.each(kindNames)('the documents of %s fit the schema of the management API', async (kind) => {
  gatehouse.answer(({ body }) =>
    Response.json({
      data: (body as { query: string }).query.includes('found:') ? { found: {} } : { org: { list: [] } },
    }),
  );
  expect((await gatehouse.run('get', kind)).code).toBe(0);
  expect((await gatehouse.run('describe', singularOf(kind), 'a:1.0.0')).code).toBe(0);
  expect(gatehouse.sent).toHaveLength(2);
  expect(faultsOfSent()).toEqual([]);
});
