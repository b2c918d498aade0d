// Changes an org in the embedded database of a data directory without end, several changes at a time: each makes two
// catalogs. The number of a change is written out when it has been acknowledged.
import { existsSync, readFileSync } from 'node:fs';
import { change } from '../../../src/infrastructure/database/change.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { seedFile } from '../seed-file.ts';

const [dataDir = '', first = ''] = process.argv.slice(2);
const seed = existsSync(dataDir) ? undefined : new Blob([readFileSync(seedFile())]);
const database = await openEmbedded({ dataDir, seed });
const { id: orgId } = await database.prisma.org.upsert({
  where: { name: 'acme' },
  create: { name: 'acme', title: 'Acme' },
  update: {},
});

async function write(number: number): Promise<void> {
  const request = { orgId, actor: 'token:test', action: 'createCatalog', subject: `${number}` };
  await change(database, request, async ({ catalog }) => {
    await catalog.create({ data: { orgId, name: `${number}-a`, title: 'A' } });
    await catalog.create({ data: { orgId, name: `${number}-b`, title: 'B' } });
  });
  console.log(String(number));
}

for (let number = Number(first); ; number += 4)
  await Promise.all([0, 1, 2, 3].map((offset) => write(number + offset)));
