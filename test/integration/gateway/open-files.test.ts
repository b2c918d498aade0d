import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionsOf } from '../../../src/process/settings/connections.ts';
import { type Child, startChild } from '../../support/child.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const FILES_MAX = 200;
/** More than open a circuit breaker. */
const CALLS = 30;

describe.runIf(process.platform === 'linux')('a gateway that can open no more files', () => {
  let upstream: Upstream;
  let gateway: Child;
  beforeEach(async () => {
    upstream = await recordingUpstream();
    // Each call needs a connection of its own.
    upstream.answer = (_, response) => response.writeHead(200, { connection: 'close' }).end('{}');
    gateway = startChild({ script: 'gateway-of-few-files.ts', filesMax: FILES_MAX }, upstream.url);
  });
  afterEach(async () => {
    await gateway.kill();
    await upstream.close();
  });

  it('refuses calls with 503 of its own, blames no back-end, and serves again when there is room', async () => {
    const url = `${await gateway.line()}/acme/sandbox/open/a`;
    // One connection, which is there before the files run out.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = async () => {
      const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
      return {
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'],
        body: await json(answer),
      };
    };
    expect(await call()).toMatchObject({ status: 200, body: {} });
    gateway.tell('fill');
    await gateway.line();
    for (let count = 0; count < CALLS; count += 1)
      expect(await call()).toMatchObject({
        status: 503,
        retryAfter: '1',
        body: {
          code: 'TEMPORARILY_UNAVAILABLE',
          detail: 'The gateway has no room for another connection to a back-end: try again in a moment.',
        },
      });
    gateway.tell('free');
    await gateway.line();
    expect(await call()).toMatchObject({ status: 200, body: {} });
    agent.destroy();
  });
});

describe('the connections of a listener', () => {
  it.each([
    [
      'as many as CONNECTIONS_MAX where there are files enough',
      { listener: 'gateway', filesMax: 1_000_000 },
      20_000,
    ],
    ['half of the files for callers of the gateway', { listener: 'gateway', filesMax: 1_200 }, 500],
    ['a sixteenth for each other listener', { listener: 'control', filesMax: 1_800 }, 100],
    ['a few wherever it starts', { listener: 'gateway', filesMax: 100 }, 10],
    [
      'as many as CONNECTIONS_MAX where the system does not say',
      { listener: 'gateway', filesMax: undefined },
      20_000,
    ],
  ] as const)('are %s', (_name, limits, expected) => {
    expect(connectionsOf({ max: 20_000, ...limits })).toBe(expected);
  });
});
