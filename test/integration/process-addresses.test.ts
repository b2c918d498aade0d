import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { announcementOf, ProcessAddresses } from '../../src/process/process-addresses.ts';
import { readConfig } from '../../src/process/settings/config.ts';
import { emptyDatabase } from '../support/database.ts';

let database: Database;
const faults: unknown[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.close());

const FAR = { machine: 'far', addresses: ['10.0.0.5', '127.0.0.1', 'fd00::5'], ports: [9000, 9100] };

/** A process that is on a machine, and says where it listens. */
async function processOn(machine: string, own?: Omit<typeof FAR, 'machine'>) {
  const made = new ProcessAddresses({
    database,
    machine,
    own: own && { machine, ...own },
    onFault: (fault) => faults.push(fault),
  });
  onTestFinished(() => made.close());
  await made.refresh();
  return made;
}

it('what one process says, others refuse as a target: when it is configured, and for each connection', async () => {
  const before = await processOn('here');
  await processOn('far', FAR);
  expect(before.hasPort(9000)).toBe(false);
  await before.refresh();
  const outbound = new Outbound({
    allowlist: ['10.0.0.0/8', 'fd00::/8', '127.0.0.0/8'],
    announced: before,
    resolve: async () => [{ address: '10.0.0.5', family: 4 }],
  });
  onTestFinished(() => outbound.close());
  for (const host of ['10.0.0.5', '[::ffff:10.0.0.5]', '[::ffff:a00:5]', '[fd00::5]', 'control.internal']) {
    await expect(outbound.check(`http://${host}:9000/graphql`, ['input'])).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      message: expect.stringContaining("is this platform's own: give the address of a back-end."),
    });
    await expect(outbound.fetch(`http://${host}:9100/metrics`)).rejects.toMatchObject({
      cause: { code: 'TARGET_NOT_ALLOWED' },
    });
  }
  await expect(outbound.check('http://10.0.0.5:9001/', ['input'])).resolves.toBeUndefined();
  await expect(outbound.check('http://10.0.0.6:9000/', ['input'])).resolves.toBeUndefined();
});

it('an address that leads nowhere else counts on its machine alone', async () => {
  await processOn('far', FAR);
  const [here, there] = [await processOn('here'), await processOn('far')];
  expect([here.includes('127.0.0.1', 9000), there.includes('127.0.0.1', 9000)]).toEqual([false, true]);
});

it('who ends takes it back, and who has ended without a word is forgotten', async () => {
  const here = await processOn('here');
  const ending = await processOn('far', FAR);
  await here.refresh();
  expect(here.hasPort(9000)).toBe(true);
  await ending.close();
  await here.refresh();
  expect(here.hasPort(9000)).toBe(false);
  await processOn('far', FAR);
  await database.prisma.platformProcess.updateMany({ data: { seenAt: new Date(Date.now() - 3_600_000) } });
  await here.refresh();
  expect(here.hasPort(9000)).toBe(false);
});

it('without the database what was heard last counts, and nobody is told twice', async () => {
  await processOn('far', FAR);
  let isDown = false;
  const failing = new Proxy(database.prisma, {
    get(target, name) {
      if (isDown) throw new Error('the database is down');
      return Reflect.get(target, name);
    },
  });
  const told: unknown[] = [];
  const here = new ProcessAddresses({
    database: { prisma: failing },
    machine: 'here',
    own: undefined,
    onFault: (fault) => told.push(fault),
  });
  await here.refresh();
  isDown = true;
  await here.refresh();
  await here.refresh();
  expect([here.includes('10.0.0.5', 9000), told.length]).toEqual([true, 1]);
  isDown = false;
  await here.close();
});

it('a process says the ports of its parts, at all addresses where it listens at all', async () => {
  const settings = { DATABASE_URL: 'postgres://db/x', SECRET_KEY: 'x'.repeat(32), OPS_PORT: '9109' };
  const one = await announcementOf(readConfig({ ...settings, ROLES: 'graphql-server', HOST: '127.0.0.1' }));
  expect(one).toMatchObject({ addresses: ['127.0.0.1'], ports: [9109] });
  const all = await announcementOf(readConfig({ ...settings, ROLES: 'gateway,control', HOST: '0.0.0.0' }));
  expect(all.ports).toEqual([8080, 9000, 9109]);
  expect(all.addresses).toContain('127.0.0.1');
  expect(faults).toEqual([]);
});
