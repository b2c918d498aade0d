import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { quoted, tablesOf } from '../../src/infrastructure/backup/tables.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';

/** The database of an earlier version, and the knowledge of its callers. */
export const recorded = {
  /** The newest migration of that version. */
  migration: '20261121231000_standing_policies',
  /** Instant at which the token is good. */
  at: new Date('2026-11-22T04:20:00Z'),
  secretKey: 'the secret key of the recorded world, which is long',
  gatewayUrl: 'http://127.0.0.1:31801',
  org: 'story-mwrbkyu1',
  /** An application with a subscription, in the words of that version. */
  application: { name: 'kept', subscriptionId: '01a20174-9fc7-7721-a504-e17cdccf92db', answered: 3 },
  path: '/story-mwrbkyu1/sandbox/customerdb/v1/customers',
  token:
    'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6InR5eTNPV2x6OVFZaGNieWVtLS1rZkN5ZTljQkF5dU9Qd3dsd3NwUmdqOEkiLCJjbGllbnRfaWQiOiJja19GaFV2OTdFTlp3VnFiYnJ6MG9wWDZRIn0.eyJpc3MiOiJodHRwOi8vMTI3LjAuMC4xOjMxODAxL3N0b3J5LW13cmJreXUxL3NhbmRib3gvY3VzdG9tZXItb2F1dGgiLCJzdWIiOiJhbGljZSIsImF1ZCI6Imh0dHA6Ly8xMjcuMC4wLjE6MzE4MDEvc3RvcnktbXdyYmt5dTEvc2FuZGJveCIsImNsaWVudF9pZCI6ImNrX0ZoVXY5N0VOWndWcWJicnowb3BYNlEiLCJpYXQiOjE3OTUzMjA3NzEsImV4cCI6MTc5NTMyNDM3MSwianRpIjoiVlQ4U3VxNDRnMmt2MDZxb2hPb2FfbEJMTVlSZEdyY191UV80aTZnYS1JOCIsInNjb3BlIjoiY3VzdG9tZXIiLCJmYW1pbHlfaWQiOiIwMWEyMDE3NC1mNTRhLTcyMmYtYTU4Mi1hOWQxZjQwMjBlYzIifQ._ap5rVJDp1NydFMbC93351K_1HJJGrD9soqbzwADR2MsDvJLic2lDR9_UNeDpchpXia_GzJC6Tl2eJI2bCJ7hA',
} as const;

/** Puts it into an empty database, which has the tables of that version then. */
export async function putBack(database: Database): Promise<void> {
  await migrate(database, { upTo: recorded.migration });
  const rows = gunzipSync(readFileSync(new URL(`recorded/${recorded.migration}.sql.gz`, import.meta.url)));
  const triggers = async (state: 'DISABLE' | 'ENABLE') =>
    (await tablesOf(database))
      .map(({ name }) => `ALTER TABLE ${quoted(name)} ${state} TRIGGER USER;`)
      .join('');
  // What triggers wrote is recorded as well.
  await database.execute(`${await triggers('DISABLE')} ${rows} ${await triggers('ENABLE')}`);
}
