// Prints the schemas of the management and the portal API beside their code; with --check, says whether they are in step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { schema as management } from '../src/management/schema.ts';
import { schema as portal } from '../src/portal/schema.ts';

const schemas: [file: string, schema: GraphQLSchema][] = [
  ['src/management/schema.graphql', management],
  ['src/portal/schema.graphql', portal],
];

for (const [file, schema] of schemas) {
  const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, printed);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== printed) {
    console.error(`${file} is not in step with the code: run "npm run schema" and commit it.`);
    process.exitCode = 1;
  }
}
