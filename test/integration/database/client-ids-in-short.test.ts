import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { knownMigrations, migrate } from '../../../src/infrastructure/database/migrate.ts';
import { bareDatabase } from '../../support/database.ts';

const CLIENT_ID = 'ck_qAEhIjKl-nOpQrStUv_xyz';
const ID = '00000000-0000-7000-8000-000000000001';
let database: Database;
beforeEach(async () => {
  database = await bareDatabase();
});
afterEach(() => database.close());

it('the audit and the refused calls from before tell client ids in short after the upgrade, and all else as it was', async () => {
  const names = knownMigrations();
  const before = names.findIndex((name) => name.endsWith('_client_ids_in_short')) - 1;
  await migrate(database, { upTo: names[before] });
  await database.execute(`
    INSERT INTO "Org" (id, name, title) VALUES ('${ID}', 'acme', '');
    INSERT INTO "AuditEvent" ("orgId", actor, action, subject, detail) VALUES
      ('${ID}', 'client:${CLIENT_ID}', 'reuse', 'native', '{"client": "${CLIENT_ID}", "of": 1}'),
      ('${ID}', 'token:ci', 'deleteCredential', 'sandbox/consumers/app/${CLIENT_ID}', NULL),
      ('${ID}', 'token:ci', 'createApi', 'rack_${CLIENT_ID}', NULL),
      ('${ID}', 'token:ci', 'createApi', '${CLIENT_ID}-longer', NULL);
    INSERT INTO "RefusedCall" ("requestId", "requestIdIsOwn", at, "catalogId", method, path, status, code, detail, decision)
      VALUES ('r', true, now(), '${ID}', 'GET', '/', 401, 'TOKEN_INVALID', 'Expired.',
        '[{"step": "client", "facts": {"clientKey": "${CLIENT_ID}"}}]')`);
  await migrate(database);
  const { auditEvent, refusedCall } = database.prisma;
  const events = await auditEvent.findMany({ orderBy: { id: 'asc' } });
  expect(events.map(({ actor, subject, detail }) => [actor, subject, detail])).toEqual([
    ['client:ck_qAEh…', 'native', { client: 'ck_qAEh…', of: 1 }],
    ['token:ci', 'sandbox/consumers/app/ck_qAEh…', null],
    ['token:ci', `rack_${CLIENT_ID}`, null],
    ['token:ci', `${CLIENT_ID}-longer`, null],
  ]);
  expect(await refusedCall.findFirstOrThrow()).toMatchObject({
    detail: 'Expired.',
    decision: [{ step: 'client', facts: { clientKey: 'ck_qAEh…' } }],
  });
});
