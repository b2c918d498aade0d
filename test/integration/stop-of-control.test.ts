import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../src/foundation/clock.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { type Layers, openLayers } from '../../src/process/layers.ts';
import { startControl } from '../../src/process/parts/control/start.ts';
import { readConfig } from '../../src/process/settings/config.ts';
import { createMigratedDatabase, type ServerDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { createSandbox } from '../support/published.ts';
import { serverUrl } from '../support/servers.ts';

const server = await serverUrl('PostgreSQL server');
const WAITS = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Mail"'::regclass`;

describe.runIf(server)('a control process that is stopped', () => {
  let own: ServerDatabase;
  let layers: Layers;
  let holder: pg.Client;
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  beforeEach(async () => {
    own = await createMigratedDatabase(server ?? '');
    holder = new pg.Client({ connectionString: own.url });
    await holder.connect();
  });
  afterEach(async () => {
    await holder.end();
    await layers.close();
    await own.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('ends what it began behind an answer: the mail of a forgotten password is written', async () => {
    const config = readConfig({
      ROLES: 'control',
      SECRET_KEY: 'the secret key of these tests, which is long',
      DATABASE_URL: own.url,
      DATA_DIR: dataDir,
      CONTROL_PORT: `${await freePort()}`,
      DEMO: 'false',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'notices@gatehouse.example',
    });
    const log = pino({ level: 'silent' });
    layers = await openLayers(config, { log, clock });
    const control = await startControl(config, layers, { log, metrics: new Registry() });
    const { prisma } = layers.database;
    const { catalogId, consumerOrgId } = await createSandbox(layers.database);
    const mail = toStore({ language: 'en', senderName: null, replyTo: null });
    await prisma.catalog.updateMany({ data: { mail } });
    await prisma.member.create({
      data: {
        catalogId,
        consumerOrgId,
        username: 'erin',
        email: 'erin@consumers.example',
        passwordHash: '-',
      },
    });
    await holder.query('BEGIN; LOCK TABLE "Mail" IN EXCLUSIVE MODE');
    const answer = await fetch(`http://127.0.0.1:${config.ports.control}/portal/acme/sandbox/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'mutation { requestPasswordReset(login: "erin") }' }),
    });
    expect(await answer.json()).toEqual({ data: { requestPasswordReset: true } });
    const closed = control.close();
    await eventually(async () => expect((await holder.query(WAITS)).rowCount).toBeGreaterThan(0));
    await holder.query('COMMIT');
    await closed;
    expect(await prisma.mail.findMany({ select: { letter: true, address: true } })).toEqual([
      { letter: 'PASSWORD_RESET', address: 'erin@consumers.example' },
    ]);
  });
});
