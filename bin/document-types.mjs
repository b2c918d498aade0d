// Writes the types that documents of pages are checked with: node bin/document-types.mjs SCHEMA.graphql FILE.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

const [schema, file] = process.argv.slice(2);
const introspection = introspectionFromSchema(buildSchema(readFileSync(schema, 'utf8')), {
  descriptions: false,
});
const text = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
mkdirSync(dirname(file), { recursive: true });
// The types alone: each program says itself which schema its documents are for.
writeFileSync(file, text.slice(0, text.indexOf("import * as gqlTada from 'gql.tada'")));
