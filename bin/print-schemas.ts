// Prints the schemas of the management and the portal API and of the manifest beside their code, and the enums of the
// database that a table of the code lists; with --check, says whether they are in step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { manifestJsonSchema } from '../src/control-plane/management/manifest/manifest-schema.ts';
import { schema as management } from '../src/control-plane/management/schema.ts';
import { schema as portal } from '../src/control-plane/portal/api/schema.ts';
import { eventTypeNames } from '../src/domain/events/events.ts';
import { letterKindNames } from '../src/domain/events/letters.ts';
import { noticeKindNames } from '../src/domain/events/notices.ts';
import { grantTypeNames } from '../src/domain/oauth/grant-types.ts';
import { userRegistryTypeNames } from '../src/infrastructure/user-registries/types.ts';

const sdlOf = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The database's enums that are described elsewhere, by their names in prisma/schema.prisma. */
const enums = {
  EventType: eventTypeNames,
  GrantType: grantTypeNames,
  LetterKind: letterKindNames,
  NoticeKind: noticeKindNames,
  UserRegistryType: userRegistryTypeNames,
};

function databaseSchema(): string {
  let text = readFileSync('prisma/schema.prisma', 'utf8');
  for (const [name, values] of Object.entries(enums)) {
    const block = new RegExp(`^enum ${name} \\{$.*?^\\}$`, 'ms');
    if (!block.test(text)) throw new Error(`prisma/schema.prisma has no enum ${name}`);
    text = text.replace(block, [`enum ${name} {`, ...values.map((value) => `  ${value}`), '}'].join('\n'));
  }
  return text;
}

const files: [file: string, text: string][] = [
  ['src/control-plane/management/schema.graphql', sdlOf(management)],
  ['src/control-plane/management/manifest.schema.json', `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`],
  ['src/control-plane/portal/api/schema.graphql', sdlOf(portal)],
  ['prisma/schema.prisma', databaseSchema()],
];

for (const [file, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not in step with the code: run "npm run schema" and commit it.`);
    process.exitCode = 1;
  }
}
