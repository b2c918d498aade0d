import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

type Node = Record<string, unknown>;
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  responses?: Record<string, { $ref?: string; description?: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Node>; examples: Record<string, { value: unknown }> };
};

const documents = readdirSync('openapi').map((file) => ({
  file,
  document: parse(readFileSync(`openapi/${file}`, 'utf8')) as Document,
}));

/** Every object and list of a document, with its path. */
function* nodes(node: unknown, path = '#'): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [path, node as Node];
  for (const [name, value] of Object.entries(node)) yield* nodes(value, `${path}/${name}`);
}
const at = (document: Document, pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Node | undefined)?.[name], document);

describe.each(documents)('openapi/$file', ({ document }) => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

  it.each(operations)('$name says what it is, and what its refusals are', ({ operation }) => {
    const { operationId, summary, description, responses = {} } = operation;
    expect([operationId, summary, description].every(Boolean)).toBe(true);
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
    expect(Object.keys(responses).some((status) => status.startsWith('4'))).toBe(true);
  });

  it('refers only to what it holds', () => {
    const pointers = [...nodes(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    expect(pointers.filter((pointer) => at(document, pointer) === undefined)).toEqual([]);
  });

  it('describes every schema and each of its members', () => {
    const bare = [...nodes(document.components.schemas, '')].filter(
      ([path, node]) => /^(\/\w+)(\/properties\/\w+)?$/.test(path) && !node['description'] && !node['$ref'],
    );
    expect(bare.map(([path]) => path)).toEqual([]);
  });
});

it.each([
  ['customerdb.v1.yaml', 'Customers', 'Customer', 10],
  ['customerdb.v3.yaml', 'Customers', 'Customer', 10],
  ['accounts.yaml', 'Accounts', 'Account', 10],
])(
  'the examples of openapi/%s fit their schema, each with an id of its own',
  (...[file, example, schema, count]) => {
    const document = documents.find((each) => each.file === file)?.document;
    const { schemas, examples } = document?.components ?? { schemas: {}, examples: {} };
    const records = examples[example]?.value as { id?: string; Id?: string }[];
    // zod follows references within `definitions` only.
    const definitions = JSON.parse(
      JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'),
    );
    const checked = z.fromJSONSchema(
      { ...definitions[schema], definitions, additionalProperties: false },
      { defaultTarget: 'openapi-3.0' },
    );
    for (const record of records) expect(checked.safeParse(record).error).toBeUndefined();
    expect(new Set(records.map((record) => record.id ?? record.Id)).size).toBe(count);
  },
);
