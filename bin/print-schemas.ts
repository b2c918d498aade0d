// Prints the schemas of the management and the portal API and of the manifest beside their code; with --check, says
// whether they are in step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { manifestJsonSchema } from '../src/control-plane/management/manifest/manifest-schema.ts';
import { schema as management } from '../src/control-plane/management/schema.ts';
import { schema as portal } from '../src/control-plane/portal/api/schema.ts';

const sdlOf = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

const files: [file: string, text: string][] = [
  ['src/control-plane/management/schema.graphql', sdlOf(management)],
  ['src/control-plane/management/manifest.schema.json', `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`],
  ['src/control-plane/portal/api/schema.graphql', sdlOf(portal)],
];

for (const [file, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not in step with the code: run "npm run schema" and commit it.`);
    process.exitCode = 1;
  }
}
