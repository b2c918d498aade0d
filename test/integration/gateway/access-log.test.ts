import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessLog } from '../../../src/infrastructure/observability/access-log.ts';
import { registerMetrics } from '../../../src/infrastructure/observability/metrics/register.ts';
import { until } from '../../support/eventually.ts';
import { openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const CANARY = 'canary-that-nobody-may-read';
const clock = () => new Date('2026-11-21T12:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'access-log-'));
let upstream: Upstream;

beforeAll(async () => {
  upstream = await recordingUpstream();
  upstream.answer = (_, response) => response.end('{"ok":true}');
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true });
});

/** A gateway that writes its calls to a file of its own. */
async function openLogged(name: string) {
  const file = join(folder, name);
  const faults: unknown[] = [];
  const log = await openAccessLog(file, { clock, onFault: (fault) => faults.push(fault) });
  const apis = [
    api({ basePath: '/open', security: [], upstreamUrl: upstream.url }),
    api({ basePath: '/keyed', upstreamUrl: upstream.url }),
  ];
  const clients = [client({ key: 'key', plans: { 'customer-1': {} } })];
  const metrics = new Registry();
  const broken = new Map<string, number>();
  registerMetrics(metrics, 'brokenRequests', () => broken);
  const world = await openGateway(snapshot(catalog({ apis, clients })), {
    onCall: (call) => log.write(call),
    onBroken(record) {
      broken.set(record.code, (broken.get(record.code) ?? 0) + 1);
      log.writeBroken(record);
    },
  });
  const text = () => readFileSync(file, 'utf8');
  const lines = () =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const told = async (name: string) =>
    (await metrics.metrics()).split('\n').filter((line) => line.startsWith(name));
  return { log, world, faults, text, lines, told };
}

describe('the access log', () => {
  it('tells of each call who was served by what, and what became of it', async () => {
    const { log, world, lines } = await openLogged('told');
    const answered = await world.call('/acme/sandbox/keyed/a%22b', {
      headers: { 'x-client-id': 'key', 'x-request-id': 'mine' },
    });
    const refused = await world.call('/acme/sandbox/keyed/c', { method: 'DELETE' });
    expect([answered.status, refused.status]).toEqual([200, 401]);
    await until(() => world.records.length === 2);
    await log.close();
    await world.close();
    expect(lines()).toEqual([
      {
        time: '2026-11-21T12:00:00.000Z',
        requestId: 'mine',
        method: 'GET',
        path: '/acme/sandbox/keyed/a%22b',
        catalog: '/acme/sandbox',
        api: 'customerdb:1.0.0',
        subscription: world.records[0]?.subscriptionId,
        status: 200,
        outcome: 'ANSWERED',
        ms: expect.any(Number),
      },
      {
        time: '2026-11-21T12:00:00.000Z',
        requestId: refused.headers.get('x-request-id'),
        method: 'DELETE',
        path: '/acme/sandbox/keyed/c',
        catalog: '/acme/sandbox',
        status: 401,
        outcome: 'CLIENT_ID_MISSING',
        ms: expect.any(Number),
      },
    ]);
  });

  it('goes on in a new file after its own was renamed and it is told to', async () => {
    const { log, world, lines, faults } = await openLogged('rotated');
    const call = async (id: string) => {
      const before = world.records.length;
      await world.call('/acme/sandbox/open/a', { headers: { 'x-request-id': id } });
      await until(() => world.records.length > before);
    };
    await call('first');
    const renamed = join(folder, 'rotated.1');
    renameSync(join(folder, 'rotated'), renamed);
    await log.reopen();
    await call('second');
    await log.close();
    await world.close();
    expect(lines().map(({ requestId }) => requestId)).toEqual(['second']);
    expect(JSON.parse(readFileSync(renamed, 'utf8'))).toMatchObject({ requestId: 'first' });
    expect(faults).toEqual([]);
  });

  it('goes on in the renamed file where no new one can be opened, and says so', async () => {
    const inner = mkdtempSync(join(folder, 'inner-'));
    const faults: unknown[] = [];
    const log = await openAccessLog(join(inner, 'log'), { clock, onFault: (fault) => faults.push(fault) });
    const renamed = join(folder, 'moved');
    renameSync(inner, renamed);
    await log.reopen();
    log.writeBroken({ requestId: 'kept', status: 400, code: 'BAD_REQUEST', bytesReceived: 1 });
    await log.close();
    expect(readFileSync(join(renamed, 'log'), 'utf8')).toContain('"requestId":"kept"');
    expect(faults).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^ACCESS_LOG: .* cannot be written/) }),
    ]);
  });

  it('never holds what a query, a header or a body holds', async () => {
    const { log, world, text } = await openLogged('canary');
    await world.call(`/acme/sandbox/open/a?key=${CANARY}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${CANARY}`, cookie: CANARY, 'x-client-id': CANARY, referer: CANARY },
      body: CANARY,
    });
    await world.call(`/acme/sandbox/keyed?${CANARY}`, { headers: { 'x-request-id': `"${CANARY}` } });
    await until(() => world.records.length === 2);
    await log.close();
    await world.close();
    expect(text().split('\n')).toHaveLength(3);
    expect(text()).not.toContain(CANARY);
  });

  it('tells of requests that could not become calls by their size alone, and the metrics count them', async () => {
    const { log, world, text, lines, told } = await openLogged('broken');
    const unreadable = `GET /${CANARY} HTTP/1.1\r\nHost: a\r\nno field ${CANARY}\r\n\r\n`;
    const answers = [
      await world.send(unreadable),
      await world.send(`GET /${CANARY} HTTP/1.1\r\n\r\n`),
      await world.send(`GET /acme/sandbox/../${CANARY} HTTP/1.1\r\nHost: a\r\n\r\n`),
      await world.send(`GET /${CANARY} HTTP/1.2\r\nHost: a\r\n\r\n`),
    ];
    await log.close();
    await world.close();
    const idOf = (answer: string) => /X-Request-Id: (.*)\r\n/.exec(answer)?.[1];
    const broken = (status: number, outcome: string, at: number) => ({
      time: '2026-11-21T12:00:00.000Z',
      requestId: idOf(answers[at] ?? ''),
      status,
      outcome,
      bytesReceived: expect.any(Number),
    });
    expect(lines()).toEqual([
      broken(400, 'BAD_USER_INPUT', 0),
      broken(400, 'BAD_USER_INPUT', 1),
      broken(400, 'BAD_USER_INPUT', 2),
      broken(505, 'HTTP_VERSION_UNSUPPORTED', 3),
    ]);
    expect(lines()[0]?.bytesReceived).toBe(unreadable.length);
    expect(text()).not.toContain(CANARY);
    expect(await told('gateway_broken_requests_total')).toEqual([
      'gateway_broken_requests_total{code="BAD_USER_INPUT"} 3',
      'gateway_broken_requests_total{code="HTTP_VERSION_UNSUPPORTED"} 1',
    ]);
    expect(world.records).toEqual([]);
  });

  it('cuts a long path, and each line stays JSON of one line', async () => {
    const { log, world, lines } = await openLogged('long');
    const path = `/acme/sandbox/open/"${'x'.repeat(4000)}`;
    await world.send(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await until(() => world.records.length === 1);
    await log.close();
    await world.close();
    expect(lines().map((line) => line.path)).toEqual([path.slice(0, 1024)]);
  });

  it('is written within a moment, without waiting for its end', async () => {
    const { log, world, text } = await openLogged('moment');
    await world.call('/acme/sandbox/open/a');
    await until(() => text() !== '');
    await log.close();
    await world.close();
  });

  it('loses nothing at its end, however much is being written', async () => {
    const { log, world, lines } = await openLogged('end');
    await world.call('/acme/sandbox/open/a');
    await until(() => world.records.length === 1);
    const [record] = world.records;
    if (!record) throw new Error('There is no record.');
    for (let count = 0; count < 5_000; count += 1) {
      log.write({ ...record, requestId: `${count}` });
      // Between blocks that are being written, too.
      if (count % 500 === 0) await new Promise(setImmediate);
    }
    await log.close();
    await world.close();
    expect(lines().map(({ requestId }) => requestId)).toEqual([
      record.requestId,
      ...Array.from({ length: 5_000 }, (_, count) => `${count}`),
    ]);
  });

  it('says at the start where it cannot be written', async () => {
    await expect(openAccessLog(join(folder, 'no', 'such'), { clock, onFault: () => {} })).rejects.toThrow(
      /^ACCESS_LOG: .*\/no\/such cannot be written/,
    );
  });
});
