import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
import { servedMeter } from '../../../src/data-plane/snapshot/served-meter.ts';
import { type MeterDraft, metersFrom } from '../../../src/domain/api/meters.ts';
import { limitKeyOf } from '../../../src/domain/plan/limit-keys.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { eventually, until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { serverUrl } from '../../support/servers.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { MemoryLimitCounts, testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

type Answer = (response: ServerResponse) => void;

let upstream: Upstream;
const worlds: GatewayWorld[] = [];
beforeAll(async () => {
  upstream = await recordingUpstream();
});
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  await upstream.close();
});

const tokens: MeterDraft = { name: 'tokens', pointer: '/usage/total_tokens' };
const perHour = (limit: number, terms: Partial<PlanLimit> = {}): PlanLimit => ({
  name: 'tokens-per-hour',
  counts: 'METER',
  meter: 'tokens',
  limit,
  per: 'HOUR',
  every: 1,
  timeZone: null,
  operations: [],
  ...terms,
});

type OpenOptions = {
  readonly limit?: PlanLimit;
  readonly meters?: readonly MeterDraft[];
  readonly limits?: RateLimits;
  readonly key?: string;
};

/** Opens a gateway whose plan limits usage, and the state of that limit. */
async function opened({
  limit = perHour(1_000),
  meters = [tokens],
  limits = testLimits(),
  key = randomUUID(),
}: OpenOptions = {}) {
  const apis = [
    api({
      basePath: '/chat',
      upstreamUrl: upstream.url,
      openapi: { paths: { '/x': { get: {}, post: {}, head: {} }, '/y': { get: {} } } },
      meters: (metersFrom(meters) ?? []).map(servedMeter),
    }),
    api({ basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1' }),
  ];
  const plans = { 'customer-1': { name: 'gold', title: 'Gold', limits: [limit] } };
  const world = await openGateway(snapshot(catalog({ apis, clients: [client({ key, plans })] })), { limits });
  worlds.push(world);
  const [window] = limitWindows('gold', [limit]).usageLimits;
  if (!window) throw new Error('The plan has no limit on usage.');
  return {
    world,
    limits,
    call: (answer: Answer, init: RequestInit = {}, path = '/chat/x') => {
      upstream.answer = (_, response) => answer(response);
      return world.call(`/acme/sandbox${path}`, {
        ...init,
        headers: { 'x-client-id': key, ...init.headers },
      });
    },
    /** Units that are left, once all calls are settled. */
    left: async () => {
      await world.gateway.flush();
      const suffix = limitKeyOf(`${key} to customer-1`, 'gold') + window.keySuffix;
      return (await limits.peek(suffix, window)).remaining;
    },
    /** Rows of units that were written. */
    units: () =>
      world.writes
        .flatMap((values) => JSON.parse(String(values[8] ?? '[]')))
        .map(({ meter, units, faults }) => ({
          meter,
          units,
          faults,
        })),
  };
}

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body));
  };
const used = (total: unknown) => ({ id: 'a', usage: { total_tokens: total } });
const bytesOf = (total: unknown) => Buffer.from(JSON.stringify(used(total)));
const events =
  (...parts: readonly (string | Buffer)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) response.write(part);
    response.end();
  };

describe('the units of a meter', () => {
  const told: Readonly<Record<string, readonly [answer: Answer, units: number]>> = {
    'a number in JSON': [json(used(70)), 70],
    'a fraction, which rounds up': [json('{"usage":{"total_tokens":69.001}}'), 70],
    'a type of JSON of its own': [json(used(70), { 'content-type': 'application/vnd.chat+json' }), 70],
    'a body in gzip': [json(gzipSync(bytesOf(70)), { 'content-encoding': 'gzip' }), 70],
    'a body in deflate': [json(deflateSync(bytesOf(70)), { 'content-encoding': 'deflate' }), 70],
    'a body in br': [json(brotliCompressSync(bytesOf(70)), { 'content-encoding': 'br' }), 70],
    'the last event that has it, of a stream in any parts': [
      events(
        'data: {"delta":"a","usage":null}\n\n',
        'event: x\r\ndata: {"usage":{"total',
        '_tokens":12}}\r',
        '\n\r\n: alive\n\n',
        Buffer.from('data: {"delta":"ü",\ndata: "usage":{"total_tokens":70}}\n\n'),
        'data: {"delta":"total_tokens"}\n\ndata: [DONE]\n\n',
      ),
      70,
    ],
    'the last event, that no empty line ends': [events('data: {"usage":{"total_tokens":70}}'), 70],
    'a line of newline-delimited JSON': [
      json('{"done":false}\n{"usage":{"total_tokens":70}}\n', { 'content-type': 'application/x-ndjson' }),
      70,
    ],
    'a stream in gzip': [
      json(gzipSync('data: {"usage":{"total_tokens":70}}\n\n'), {
        'content-type': 'text/event-stream',
        'content-encoding': 'gzip',
      }),
      70,
    ],
    'nothing, where there was nothing to use': [json(used(0)), 0],
  };

  it.each(Object.entries(told))(
    'are told by %s, and are all that a call takes',
    async (_, [answer, units]) => {
      const { world, call, left, units: written } = await opened();
      const response = await call(answer);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      await eventually(async () => expect(await left()).toBe(1_000 - units));
      expect(written()).toEqual([{ meter: 'tokens', units, faults: 0 }]);
      expect(world.faults).toEqual([]);
    },
  );

  const untold: Readonly<Record<string, readonly [answer: Answer, fault: string]>> = {
    'a negative number': [json(used(-1)), 'INVALID'],
    'a number beyond every limit': [json('{"usage":{"total_tokens":1e300}}'), 'INVALID'],
    'a number that no double holds': [json('{"usage":{"total_tokens":1e400}}'), 'INVALID'],
    text: [json(used('70')), 'INVALID'],
    nothing: [json({ usage: {} }), 'MISSING'],
    null: [json(used(null)), 'MISSING'],
    'a stream that never tells': [events('data: {"delta":"a"}\n\n'), 'MISSING'],
    'a body that is no JSON': [json('{"usage":'), 'UNREADABLE'],
    'a body without a type of JSON': [json(used(70), { 'content-type': 'text/plain' }), 'UNREADABLE'],
    'a coding that nobody knows': [json(used(70), { 'content-encoding': 'zstd' }), 'UNREADABLE'],
    'gzip that is none': [json(used(70), { 'content-encoding': 'gzip' }), 'UNREADABLE'],
    'a body of more than a megabyte': [json({ ...used(70), more: 'x'.repeat(1_000_000) }), 'UNREADABLE'],
    'a body that grows beyond that': [
      json(gzipSync(JSON.stringify({ ...used(70), more: 'x'.repeat(1_000_000) })), {
        'content-encoding': 'gzip',
      }),
      'UNREADABLE',
    ],
  };

  it.each(Object.entries(untold))(
    'are none where an answer has %s, which is counted as a fault',
    async (_, [answer, fault]) => {
      const { world, call, left, units: written } = await opened();
      const response = await call(answer);
      expect(response.status).toBe(200);
      await response.arrayBuffer().catch(() => {});
      await until(() => Object.values(world.gateway.metrics().meterFaults).some((count) => count > 0));
      expect(await left()).toBe(1_000);
      expect(written()).toEqual([{ meter: 'tokens', units: 0, faults: 1 }]);
      expect(world.gateway.metrics().meterFaults).toMatchObject({ [fault]: 1 });
      expect(world.faults.map(String)).toEqual([
        expect.stringMatching(
          /^Error: An answer of customerdb:1\.0\.0 in \/acme\/sandbox to be metered by tokens /,
        ),
      ]);
      await (await call(answer)).arrayBuffer().catch(() => {});
      await until(() => (world.gateway.metrics().meterFaults[fault] ?? 0) === 2);
      expect(world.faults).toHaveLength(1);
    },
  );

  it('are read from a header, and of the operations that the meter names', async () => {
    const meters = [{ name: 'rows', header: 'X-Rows', operations: ['GET /x'] }];
    const limit = perHour(1_000, { meter: 'rows', name: 'rows-per-hour' });
    const { call, left, units } = await opened({ meters, limit });
    const rows = json('[]', { 'x-rows': '12' });
    expect((await call(rows)).headers.get('x-rows')).toBe('12');
    await eventually(async () => expect(await left()).toBe(988));
    const other = await call(rows, {}, '/chat/y');
    expect([other.status, other.headers.get('ratelimit-policy')]).toEqual([200, null]);
    await call(json('[]', { 'x-rows': '1e3' }));
    await eventually(async () => expect(units()).toContainEqual({ meter: 'rows', units: 0, faults: 1 }));
    expect(await left()).toBe(988);
  });

  it('are what an expression gives over the head of an answer, which passes as it is', async () => {
    const meters = [{ name: 'rows', expression: 'int(response.headers["x-rows"]) * 2' }];
    const limit = perHour(1_000, { meter: 'rows', name: 'rows-per-hour' });
    const { world, call, left, units } = await opened({ meters, limit });
    const binary: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'X-Rows': '12' });
      response.end('no JSON');
    };
    expect(await (await call(binary)).text()).toBe('no JSON');
    await eventually(async () => expect(await left()).toBe(976));
    expect(units()).toEqual([{ meter: 'rows', units: 24, faults: 0 }]);
    expect((await call(json('{}', { 'x-rows': '7' }, 500))).status).toBe(500);
    await until(() => world.records.length === 2);
    expect([await left(), world.faults]).toEqual([976, []]);
  });

  it('are the seconds until the end of the answer, where an expression asks for them', async () => {
    const expression = 'response.duration > 0.0 && response.duration < 60.0 ? 5 : 900';
    const { call, left } = await opened({ meters: [{ name: 'tokens', expression }] });
    await (await call(json('{}'))).text();
    await eventually(async () => expect(await left()).toBe(995));
  });

  const faulty: Readonly<Record<string, readonly [expression: string, fault: string]>> = {
    'a negative number': ['0 - int(response.headers["x-rows"])', 'INVALID'],
    'no number': ['double("NaN")', 'INVALID'],
    'a number beyond every limit': ['double(response.headers["x-rows"]) * 1e299', 'INVALID'],
    'an error': ['response.status / (int(response.headers["x-rows"]) - 12)', 'INVALID'],
    'a header with text': ['int(response.headers["content-type"])', 'INVALID'],
    'a header that is not there': ['int(response.headers["x-cost"])', 'MISSING'],
  };

  it.each(Object.entries(faulty))(
    'are none where an expression gives %s, which is counted as a fault',
    async (_, [expression, fault]) => {
      const { world, call, left, units } = await opened({ meters: [{ name: 'tokens', expression }] });
      await (await call(json('{}', { 'x-rows': '12' }))).text();
      await until(() => (world.gateway.metrics().meterFaults[fault] ?? 0) === 1);
      expect(await left()).toBe(1_000);
      expect(units()).toEqual([{ meter: 'tokens', units: 0, faults: 1 }]);
    },
  );

  it('are those of the first meter of a name that finds them', async () => {
    const meters = [tokens, { name: 'tokens', pointer: '/response/usage/total_tokens' }];
    const { world, call, left } = await opened({ meters });
    await (await call(json({ response: used(30) }))).arrayBuffer();
    await (await call(json({ ...used(5), response: used(30) }))).arrayBuffer();
    await eventually(async () => expect(await left()).toBe(965));
    expect(world.faults).toEqual([]);
  });

  it('are none of a failed call: of an error, of a back-end that is not there, and of an answer that breaks off', async () => {
    const { world, call, left, units } = await opened();
    expect((await call(json(used(70), {}, 500))).status).toBe(500);
    expect((await call(json(used(70), {}, 404))).status).toBe(404);
    expect((await call(json(used(70)), {}, '/gone/x')).status).toBe(502);
    const broken = await call((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"usage":{"total_tokens":70}}\n\n', () => response.destroy());
    });
    await broken.text().catch(() => {});
    await until(() => world.records.length === 4);
    expect(await left()).toBe(1_000);
    expect(units()).toEqual([]);
    expect(world.gateway.metrics().meterFaults).toEqual({ MISSING: 0, INVALID: 0, UNREADABLE: 0 });
  });

  it('are none, and no fault, of answers without content', async () => {
    const { world, call, left } = await opened();
    expect((await call((response) => response.writeHead(204).end())).status).toBe(204);
    expect((await call((response) => response.writeHead(304).end())).status).toBe(304);
    expect((await call(json(''), { method: 'HEAD' })).status).toBe(200);
    await until(() => world.records.length === 3);
    expect(await left()).toBe(1_000);
    expect(world.faults).toEqual([]);
  });
});

describe('an answer that is metered', () => {
  it('passes as it comes, event by event, to the byte', async () => {
    const { call } = await opened();
    let end = () => {};
    const response = await call((answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write('data: {"usage":{"total_tokens":3}}\n\n');
      end = () => answer.end('data: [DONE]\r\n\r\n');
    });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(
      'data: {"usage":{"total_tokens":3}}\n\n',
    );
    end();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: [DONE]\r\n\r\n');
  });
});

/** Limits as they are with Redis: there is something to wait for. */
function later(): RateLimits {
  const limits = testLimits();
  const { consume } = limits;
  return Object.assign(limits, {
    consume: async (...args: Parameters<RateLimits['consume']>) => consume.apply(limits, args),
  });
}

describe.each([
  ['at once', testLimits],
  ['after a while', later],
])('a limit on usage that is counted %s', (_, create) => {
  it('serves a call that exceeds it whole, refuses the next, and says of what', async () => {
    const { call, left } = await opened({ limit: perHour(100), limits: create() });
    const first = await call(json(used(70)));
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      '"gold/tokens-per-hour";q=100;qu="tokens";w=3600',
      expect.stringMatching(/^"gold\/tokens-per-hour";r=99;t=3\d{3}$/),
    ]);
    await first.text();
    await eventually(async () => expect(await left()).toBe(30));
    const second = await call(json(used(5_000)));
    expect(await second.json()).toEqual(used(5_000));
    await eventually(async () => expect(await left()).toBe(0));
    const refused = await call(json(used(1)));
    const seconds = refused.headers.get('retry-after');
    expect(Number(seconds)).toBeGreaterThan(3_500);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await problemOf(refused)).toEqual({
      status: 429,
      bodyStatus: 429,
      code: 'USAGE_LIMIT_EXCEEDED',
      detail: `Gold allows 100 tokens in 3600 seconds, and all are used: try again in ${seconds} seconds.`,
    });
  });

  it('admits calls while something is left, and of many at once hardly more than it allows', async () => {
    const { world, call, left } = await opened({ limit: perHour(1_000), limits: create() });
    const answer = json(used(40));
    for (let at = 0; at < 5; at += 1) await (await call(answer)).text();
    await eventually(async () => expect(await left()).toBe(800));
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(answer)));
    const admitted = answers.filter(({ status }) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(20);
    await until(() => world.records.length === 65);
    await eventually(async () => expect(await left()).toBe(0));
    expect((await call(answer)).status).toBe(429);
  });

  it('keeps what calls usually use of a caller that leaves before the end', async () => {
    const { world, call, left } = await opened({ limits: create() });
    await (await call(json(used(40)))).text();
    await eventually(async () => expect(await left()).toBe(960));
    const leaving = new AbortController();
    const response = await call(
      (answer) => {
        answer.writeHead(200, { 'content-type': 'text/event-stream' });
        answer.write('data: {"delta":"a"}\n\n');
      },
      { signal: leaving.signal },
    );
    await response.body?.getReader().read();
    leaving.abort();
    await until(() => world.records.length === 2);
    expect(await left()).toBe(920);
  });

  it('that only measures refuses nothing, and usage tells the calls that it would have refused', async () => {
    const { world, call, left } = await opened({
      limit: perHour(50, { mode: 'MEASURE' }),
      limits: create(),
    });
    for (let at = 1; at <= 3; at += 1) {
      const response = await call(json(used(40)));
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
      await response.text();
      await until(() => world.records.length === at);
      await world.gateway.flush();
    }
    expect(await left()).toBe(0);
    const codes = world.writes
      .filter(({ length }) => length === 10)
      .flatMap((values) => JSON.parse(String(values[4])))
      .map(({ code }) => code);
    expect(codes).toEqual(['', '', 'MEASURED']);
  });

  it('counts the kilobytes of both bodies together, rounded up, whatever they are', async () => {
    const kilobytes: PlanLimit = {
      ...perHour(100, { counts: 'KILOBYTES', name: 'kilobytes-per-hour' }),
      meter: undefined,
    };
    const { world, call, left } = await opened({ limit: kilobytes, meters: [], limits: create() });
    const binary: Answer = (response) => response.end(Buffer.alloc(3_500));
    const body = 'x'.repeat(1_600);
    const response = await call(binary, { method: 'POST', body });
    expect(response.headers.get('ratelimit-policy')).toBe(
      '"gold/kilobytes-per-hour";q=100;qu="kilobytes";w=3600',
    );
    await response.arrayBuffer();
    await eventually(async () => expect(await left()).toBe(94));
    expect((await call(json('{}', {}, 400), { method: 'POST', body })).status).toBe(400);
    await (await call((answer) => answer.end('a'))).text();
    await until(() => world.records.length === 3);
    await eventually(async () => expect(await left()).toBe(93));
    expect(world.faults).toEqual([]);
  });
});

describe('a limit on usage of a month', () => {
  const monthly = perHour(1_000, { name: 'tokens-per-month', per: 'MONTH', timeZone: 'UTC' });

  it('goes on after a restart', async () => {
    const store = new MemoryLimitCounts();
    const key = randomUUID();
    const before = testLimits({ store });
    const first = await opened({ limit: monthly, limits: before, key });
    await (await first.call(json(used(300)))).text();
    await eventually(async () => expect(await first.left()).toBe(700));
    await before.close();
    const second = await opened({ limit: monthly, limits: testLimits({ store }), key });
    await (await second.call(json(used(1)))).text();
    await eventually(async () => expect(await second.left()).toBe(699));
  });
});

const redisUrl = await serverUrl('Redis server');

describe.runIf(redisUrl)('a limit on usage that two gateways share by Redis', () => {
  it('is used up by both together, and neither admits a call then', async () => {
    const key = randomUUID();
    const pair = [testLimits({ redisUrl }), testLimits({ redisUrl })] as const;
    const [one, other] = await Promise.all(
      pair.map((limits) => opened({ limit: perHour(500), limits, key })),
    );
    if (!one || !other) return expect.unreachable();
    const answer = json(used(50));
    for (let at = 0; at < 3; at += 1) for (const { call } of [one, other]) await (await call(answer)).text();
    await eventually(async () => expect([await one.left(), await other.left()]).toEqual([200, 200]));
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? one : other).call(answer)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
    await eventually(async () => expect([await one.left(), await other.left()]).toEqual([0, 0]));
    await eventually(async () =>
      expect([(await one.call(answer)).status, (await other.call(answer)).status]).toEqual([429, 429]),
    );
    await Promise.all(pair.map((limits) => limits.close()));
  });
});
