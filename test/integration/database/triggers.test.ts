import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { definitionsIn, migrationOf, replaceDefinitions } from '../../../bin/sql-triggers.ts';
import { bareDatabase } from '../../support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const functionOf = (name: string, answer: string) =>
  `CREATE OR REPLACE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${answer}; END $$;`;
const triggerOf = (name: string, event: string) =>
  `CREATE OR REPLACE TRIGGER "${name}" AFTER ${event} ON "Thing" FOR EACH ROW EXECUTE FUNCTION "${name}"();`;

it('a migration made from prisma/triggers brings a database to exactly what the files say, and is empty where it is there', async () => {
  const database = await bareDatabase();
  try {
    await database.execute(`CREATE TABLE "Thing" ("id" INT, "name" TEXT);
      ${functionOf('stays', 'RETURN NULL')} ${triggerOf('stays', 'INSERT')}
      ${functionOf('changes', 'RETURN NULL')} ${triggerOf('changes', 'INSERT')}
      ${functionOf('goes', 'RETURN NULL')} ${triggerOf('goes', 'DELETE')}`);
    const before = await definitionsIn(database);
    writeFileSync(
      join(folder, 'stays.sql'),
      `${functionOf('stays', 'RETURN NULL')}\n${triggerOf('stays', 'INSERT')}`,
    );
    writeFileSync(
      join(folder, 'changes.sql'),
      `${functionOf('changes', 'RETURN OLD')}\n${triggerOf('changes', 'UPDATE OF "name"')}`,
    );
    writeFileSync(
      join(folder, 'comes.sql'),
      `${functionOf('comes', 'RETURN NULL')}\n${triggerOf('comes', 'DELETE')}`,
    );
    await replaceDefinitions(database, folder);
    const wanted = await definitionsIn(database);
    expect([...wanted.keys()]).toEqual([
      'FUNCTION changes()',
      'FUNCTION comes()',
      'FUNCTION stays()',
      'TRIGGER changes ON "Thing"',
      'TRIGGER comes ON "Thing"',
      'TRIGGER stays ON "Thing"',
    ]);

    await database.execute(`DROP TABLE "Thing"; DROP FUNCTION "stays", "changes", "comes";
      CREATE TABLE "Thing" ("id" INT, "name" TEXT); ${[...before.values()].join(';\n')};`);
    const migration = migrationOf(before, wanted);
    expect(migration).not.toContain('stays');
    await database.execute(migration);
    expect(await definitionsIn(database)).toEqual(wanted);
    expect(migrationOf(wanted, await definitionsIn(database))).toBe('');
  } finally {
    await database.close();
  }
});
