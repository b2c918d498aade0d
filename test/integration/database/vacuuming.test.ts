import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { vacuum } from '../../../src/infrastructure/database/vacuuming.ts';

describe('an embedded database that is vacuumed', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openEmbedded({});
    await database.execute('CREATE TABLE note (id int, text text)');
  });
  afterEach(() => database.close());

  const insert = (rows: number) =>
    database.execute(`INSERT INTO note SELECT n, repeat('x', 100) FROM generate_series(1, ${rows}) AS n`);
  async function table() {
    const [row] = await database.query<{ bytes: number; rows: number; vacuums: number; analyses: number }>(`
      SELECT pg_relation_size('note')::int AS bytes, c.reltuples AS rows, s.vacuum_count::int AS vacuums,
        s.analyze_count::int AS analyses
      FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.relname = 'note'`);
    return row;
  }

  it('uses the room of deleted rows for new ones', async () => {
    await insert(3_000);
    const full = await table();
    for (const _ of ['first', 'second', 'third']) {
      await database.execute('DELETE FROM note');
      await vacuum(database);
      await insert(3_000);
    }
    expect((await table())?.bytes).toBe(full?.bytes);
  });

  it('knows how many rows a table has, so that it plans for them', async () => {
    expect(await table()).toMatchObject({ rows: -1 });
    await insert(500);
    await vacuum(database);
    expect(await table()).toMatchObject({ rows: 500, vacuums: 0, analyses: 1 });
  });

  it('leaves a table alone that has hardly changed since', async () => {
    await insert(2_000);
    await vacuum(database);
    await database.execute('DELETE FROM note WHERE id <= 50');
    await vacuum(database);
    expect(await table()).toMatchObject({ rows: 2_000, vacuums: 1, analyses: 1 });
  });
});
