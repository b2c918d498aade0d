import { expect, it } from 'vitest';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

const server = await serverUrl('PostgreSQL server');

it.runIf(server)('no statement is compiled on a PostgreSQL server, over any of its connections', async () => {
  const own = await createServerDatabase(server ?? '');
  const database = await openServer(own.url);
  const atOnce = await Promise.all([database.query('SHOW jit'), database.query('SHOW jit')]);
  expect(atOnce).toEqual([[{ jit: 'off' }], [{ jit: 'off' }]]);
  await database.close();
  await own.drop();
});
