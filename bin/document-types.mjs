// Writes FOLDER/generated/documents.ts, the types of the GraphQL documents of pages: node bin/document-types.mjs SCHEMA FOLDER
// A document is a constant, graphql(`…`, [FRAGMENT, …]). The names in the documents of a folder are unique.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as schemaTypes from '@graphql-codegen/typescript';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, KnownFragmentNamesRule, parse, validate } from 'graphql';

/** A constant that is a text or a document, with the constants of its fragments. */
const CONSTANT = /\bconst (\w+) = (graphql\(\s*)?`([^`]*)`(?:,\s*\[([\w,\s]*)\])?/g;
/** Other constants in a text, which TypeScript puts in as well. */
const CONSTANT_IN_TEXT = /\$\{(\w+)\}/g;
const SUFFIX = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

const [schemaFile, folder] = process.argv.slice(2);
const sdl = readFileSync(schemaFile, 'utf8');
const schema = buildSchema(sdl);

const constants = readdirSync(folder, { recursive: true })
  .filter((name) => /^(?!generated).*\.tsx?$/.test(name))
  .sort()
  .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(CONSTANT)])
  .map(([, name, isDocument, text, fragments]) => ({
    name,
    isDocument,
    text,
    fragments: fragments?.match(/\w+/g) ?? [],
  }));
const documents = constants
  .filter(({ isDocument }) => isDocument)
  .map((each) => {
    const text = each.text.replace(CONSTANT_IN_TEXT, (_, name) => constantNamed(name).text);
    return { ...each, text, definitions: parse(text).definitions };
  });
for (const each of documents) checkFragments(each);

const types = await codegen({
  filename: 'documents.ts',
  schema: parse(sdl),
  documents: documents.map(({ name, definitions }) => ({
    location: name,
    document: { kind: Kind.DOCUMENT, definitions },
  })),
  config: {
    scalars: {
      DateTime: 'string',
      JSON: 'unknown',
      URL: 'string',
      Version: 'string',
      VersionedName: 'string',
    },
    enumsAsTypes: true,
    namingConvention: 'keep',
    onlyOperationTypes: true,
    avoidOptionals: { field: true },
    skipTypename: true,
  },
  plugins: [{ schema: {} }, { operations: {} }],
  pluginMap: { schema: schemaTypes, operations: operationTypes },
});
mkdirSync(join(folder, 'generated'), { recursive: true });
writeFileSync(
  join(folder, 'generated/documents.ts'),
  `import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** Variables. */
type Exact<T> = T;
${types}
/** The documents by their texts. */
export type Documents = {
${documents.map(({ text, definitions }) => `  ${JSON.stringify(text)}: ${typeOf(definitions[0])};\n`).join('')}};
`,
);

function constantNamed(name) {
  const constant = constants.find((each) => each.name === name);
  if (!constant) throw new Error(`A document of ${folder} holds ${name}, which is no constant text there.`);
  return constant;
}

/** Checks that a document names the fragments that it uses. The executor would leave them out. */
function checkFragments(each) {
  const whole = { kind: Kind.DOCUMENT, definitions: withFragments(each) };
  const [fault] = validate(schema, whole, [KnownFragmentNamesRule]);
  if (fault) throw new Error(`${each.name} in ${folder}: ${fault.message}`);
}

/** Returns the definitions of a document, with those of its fragments and of theirs. */
function withFragments({ definitions, fragments }) {
  const used = documents.filter(({ name }) => fragments.includes(name));
  return [...definitions, ...used.flatMap(withFragments)];
}

/** Returns the type of a document with one definition. */
function typeOf({ kind, name: { value: name }, operation }) {
  if (kind === Kind.FRAGMENT_DEFINITION) return `TypedDocumentNode<${name}Fragment, unknown>`;
  const type = `${name}${SUFFIX[operation]}`;
  return `TypedDocumentNode<${type}, ${type}Variables>`;
}
