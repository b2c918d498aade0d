import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../../src/foundation/clock.ts';
import { backupPass } from '../../../src/infrastructure/backup/backup-pass.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { type Platform, startPlatform } from '../../../src/process/platform.ts';
import { readConfig } from '../../../src/process/settings/config.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { createSandbox } from '../../support/published.ts';
import { seedFile } from '../../support/seed-file.ts';

const SECRET_KEY = 'the secret key of these tests, which is long';

describe('an embedded database that a platform has open', () => {
  let gatehouse: CommandLine;
  let platform: Platform;
  let settings: Record<string, string>;
  let dataDir: string;
  beforeEach(async () => {
    gatehouse = openCommandLine(() => new Date());
    dataDir = join(gatehouse.folder, 'data');
    mkdirSync(dataDir);
    const database = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
    await createSandbox(database);
    await database.close();
    settings = {
      SECRET_KEY,
      DATA_DIR: dataDir,
      ROLES: 'graphql-server',
      GRAPHQL_SERVER_PORT: `${await freePort()}`,
      OPS_PORT: `${await freePort()}`,
      DEMO: 'false',
      DRAIN_SECONDS: '0',
    };
    platform = await startPlatform(readConfig(settings), { log: pino({ level: 'silent' }), clock });
    await platform.ready;
    gatehouse.set(settings);
  });
  afterEach(async () => {
    await platform.close();
    gatehouse.close();
  });

  const ask = (authorization: string) =>
    fetch(`http://127.0.0.1:${settings['OPS_PORT']}/backup`, { method: 'POST', headers: { authorization } });
  const secrets = new Secrets(SECRET_KEY);

  it('is backed up by that platform, whole, and can be restored', async () => {
    const { code, stdout, stderr } = await gatehouse.run('backup', 'world');
    expect([code, stderr]).toEqual([0, '']);
    const [, rows, tables] = /^world: (\d+) rows of (\d+) tables, at \d+_\w+\n$/.exec(stdout) ?? [];
    const lines = gunzipSync(readFileSync(join(gatehouse.folder, 'world')))
      .toString()
      .trimEnd()
      .split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ rows: Number(rows) });
    expect(lines.filter((line) => line.startsWith('['))).toHaveLength(Number(rows));
    expect(lines.filter((line) => line.startsWith('{'))).toHaveLength(Number(tables) + 2);
    gatehouse.set({ DATA_DIR: join(gatehouse.folder, 'other') });
    expect(await gatehouse.run('restore', 'world')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`${rows} rows of ${tables} tables`),
    });
  });

  it('is not given to who has another key or folder, or an old pass', async () => {
    const passes = [
      'Bearer nothing',
      backupPass({ secrets: new Secrets('another secret key, which is also long'), dataDir, clock }),
      backupPass({ secrets, dataDir: '/elsewhere', clock }),
      backupPass({ secrets, dataDir, clock: () => new Date(Date.now() - 61_000) }),
    ];
    for (const pass of passes) {
      const answer = await ask(pass);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { error: 'This asks for the secret key and the DATA_DIR of the platform that runs.' },
      ]);
    }
    gatehouse.set({ SECRET_KEY: 'another secret key, which is also long' });
    const { code, stderr } = await gatehouse.run('backup', 'world');
    expect(code).toBe(1);
    expect(stderr).toContain('DATABASE_IN_USE');
    expect(stderr).toContain('where OPS_PORT and SECRET_KEY are those of its process.');
    expect(existsSync(join(gatehouse.folder, 'world'))).toBe(false);
  });

  it('is left alone where the file is there already, or cannot be written', async () => {
    writeFileSync(join(gatehouse.folder, 'there'), 'something else');
    expect(await gatehouse.run('backup', 'there')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^gatehouse: BACKUP_EXISTS: \S+there is there already: choose another name\./,
      ),
    });
    expect(readFileSync(join(gatehouse.folder, 'there'), 'utf8')).toBe('something else');
    expect(await gatehouse.run('backup', 'nowhere/file')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^gatehouse: FILE_UNWRITABLE: \S+ cannot be written: there is no such file/,
      ),
    });
    expect(await gatehouse.run('backup', 'world')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is written once at a time, and for the next one after somebody left in the middle', async () => {
    const pass = backupPass({ secrets, dataDir, clock });
    const first = await ask(pass);
    const second = await ask(pass);
    expect([first.status, second.status]).toEqual([200, 503]);
    expect(await second.json()).toEqual({
      error: 'Another backup is being written: try again when it is done.',
    });
    await first.body?.cancel();
    let code = 1;
    while (code !== 0) ({ code } = await gatehouse.run('backup', 'world'));
    expect(existsSync(join(gatehouse.folder, 'world'))).toBe(true);
  });
});
