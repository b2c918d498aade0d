import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GraphQLSchema, parse, print, typeFromAST, validate, valueFromAST } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createWire } from '../../examples/story/wire.ts';
import { schema as managementSchema } from '../../src/control-plane/management/schema.ts';
import { schema as portalSchema } from '../../src/control-plane/portal/api/schema.ts';

type Example = { readonly name: string; readonly text: string; readonly schema: GraphQLSchema };

const examplesOf = (folder: string, schema: GraphQLSchema): Example[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => ({ name: `${folder}${file}`, text: readFileSync(`${folder}${file}`, 'utf8'), schema }));

const provider = examplesOf('examples/', managementSchema);
const consumer = examplesOf('examples/portal/', portalSchema);
const changes = examplesOf('examples/changes/', managementSchema);
const examples = [...provider, ...consumer, ...changes];
const story = examples.filter(({ name }) => /\/\d\d-/.test(name));

/** The one operation of a document. */
function operationOf({ text }: Example) {
  const [operation, ...others] = parse(text).definitions;
  if (operation?.kind !== 'OperationDefinition' || others.length > 0)
    throw new Error('The document has not exactly one operation.');
  return operation;
}

const defaultsOf = (example: Example) =>
  (operationOf(example).variableDefinitions ?? []).map(({ variable, type, defaultValue }) => ({
    name: variable.name.value,
    type,
    defaultValue,
  }));

describe('the documents of the story', () => {
  it.each([
    ['the provider', provider, 22],
    ['the consumer', consumer, 6],
    ['changes', changes, 65],
  ])('are numbered from 01 without a gap: %s', (_who, documents, count) => {
    const numbers = documents.flatMap(
      ({ name }) => /\/(\d\d)-[a-z]+(-[a-z]+)+\.graphql$/.exec(name)?.[1] ?? [],
    );
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}`.padStart(2, '0')));
  });

  it.each(story)('$name begins with a comment of one to three lines', ({ text }) => {
    const lines = text.split('\n');
    const first = lines.findIndex((line) => !line.startsWith('# '));
    expect(first).toBeGreaterThanOrEqual(1);
    expect(first).toBeLessThanOrEqual(3);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  it.each(examples)('$name is one named operation, valid against the schema', (example) => {
    expect(operationOf(example).name?.value).toMatch(/^[A-Z]\w+$/);
    expect(validate(example.schema, parse(example.text)).map(({ message }) => message)).toEqual([]);
  });

  it.each(story)('$name has defaults that its types take', (example) => {
    const faults = defaultsOf(example).filter(({ type, defaultValue }) => {
      const input = typeFromAST(example.schema, type as never);
      return defaultValue && (!input || valueFromAST(defaultValue, input as never) === undefined);
    });
    expect(faults.map(({ name }) => name)).toEqual([]);
  });

  it.each(provider.filter((example) => story.includes(example)))(
    '$name runs as it is: every variable has a default',
    (example) => {
      const without = defaultsOf(example).filter(({ defaultValue }) => !defaultValue);
      expect(without.map(({ name }) => name)).toEqual([]);
    },
  );

  it('speak of one org, one catalog and one consumer', () => {
    const values = new Map<string, Set<string>>();
    for (const example of story)
      for (const { name, defaultValue } of defaultsOf(example))
        if (defaultValue && ['org', 'catalog'].includes(name))
          values.set(name, (values.get(name) ?? new Set()).add(print(defaultValue)));
    expect(Object.fromEntries([...values].map(([name, each]) => [name, [...each]]))).toEqual({
      org: ['"story"'],
      catalog: ['"sandbox"'],
    });
  });
});

describe('a request of the story', () => {
  it('that is not answered in time is told apart from an address where nothing listens', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { send } = createWire({ answerWithinMs: 50 });
    await expect(send({ url })).rejects.toThrow(
      `${url} does not answer within 0.05 seconds: it listens, but the machine is busy. Try again when it is not`,
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(send({ url })).rejects.toThrow(`${url} does not answer (ECONNREFUSED)`);
  });
});
