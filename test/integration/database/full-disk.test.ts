import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

/** What PostgreSQL says of a disk without room, for whatever is written to the table. */
const FULL = `CREATE FUNCTION "full"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file "base/5/16818": No space left on device' USING ERRCODE = 'disk_full';
  END $$;
  CREATE TRIGGER "full" BEFORE INSERT ON "AuditEvent" EXECUTE FUNCTION "full"()`;
const ROOM = 'DROP TRIGGER "full" ON "AuditEvent"; DROP FUNCTION "full"()';

describe('while the disk of the database is full', () => {
  let database: Database;
  let management: ManagementWorld;
  const create = () =>
    management.send('mutation { createOrg(input: { name: "new", title: "New" }) { name } }', {});
  beforeAll(async () => {
    database = await emptyDatabase();
    management = await openManagement(database);
  });
  afterAll(() => database.close());

  it('a change is refused with 503, nothing of it is kept, and queries go on; with room it is taken', async () => {
    expect(database.isFull()).toBe(false);
    await database.execute(FULL);
    const { status, headers, errors } = await create();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(errors).toMatchObject([
      {
        message: 'The database has no room left, so nothing can be changed.',
        extensions: { code: 'STORAGE_FULL' },
      },
    ]);
    expect(database.isFull()).toBe(true);
    expect((await management.send('{ orgs { name } }')).data).toEqual({ orgs: [] });
    await database.execute(ROOM);
    expect((await create()).data).toEqual({ createOrg: { name: 'new' } });
  });
});
