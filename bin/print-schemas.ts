// Prints the schemas of the management and the portal API and of the manifest beside their code, and the types that the
// documents of their pages are checked with; with --check, says whether they are in step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { outputIntrospectionFile } from '@gql.tada/internal';
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { manifestJsonSchema } from '../src/control-plane/management/manifest/manifest-schema.ts';
import { schema as management } from '../src/control-plane/management/schema.ts';
import { schema as portal } from '../src/control-plane/portal/api/schema.ts';

const sdlOf = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The types alone: each program says itself which schema its documents are for. */
function typesOf(schema: GraphQLSchema): string {
  const introspection = introspectionFromSchema(lexicographicSortSchema(schema), { descriptions: false });
  const text = outputIntrospectionFile(introspection as never, { fileType: '.d.ts', shouldPreprocess: true });
  return `${text.slice(0, text.indexOf("import * as gqlTada from 'gql.tada'")).trimEnd()}\n`;
}

const files: [file: string, text: string][] = [
  ['src/control-plane/management/schema.graphql', sdlOf(management)],
  ['src/control-plane/management/manifest.schema.json', `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`],
  ['src/control-plane/console/schema.types.ts', typesOf(management)],
  ['src/control-plane/portal/api/schema.graphql', sdlOf(portal)],
  ['src/control-plane/portal/api/schema.types.ts', typesOf(portal)],
];

for (const [file, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not in step with the code: run "npm run schema" and commit it.`);
    process.exitCode = 1;
  }
}
