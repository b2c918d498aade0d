import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOperations,
  type Readiness,
} from '../../../src/infrastructure/observability/operations-listener.ts';
import { listening } from '../../support/graphql-server.ts';

describe('the operations listener', () => {
  let parts: Record<string, Readiness> = {};
  let fault: Error | undefined;
  let served: Awaited<ReturnType<typeof listening>>;
  const metricsToken = 'the-token-of-those-who-scrape';
  beforeAll(async () => {
    const readiness = () => {
      if (fault) throw fault;
      return parts;
    };
    const metrics = {
      contentType: Registry.PROMETHEUS_CONTENT_TYPE,
      metrics: async () => {
        if (fault) throw fault;
        return new Registry().metrics();
      },
    };
    const deps = { readiness, metrics, metricsToken };
    served = await listening(createOperations(deps));
  });
  afterAll(() => served.close());

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(served.url + path, init);
    const { status, headers } = answer;
    return { status, told: headers.get('www-authenticate'), text: await answer.text() };
  };

  it('is Ready when all parts are', async () => {
    parts = { gateway: { ready: true }, control: { ready: false, note: 'reads' } };
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      text: JSON.stringify({ state: 'Pending', parts }),
    });
    parts = { gateway: { ready: true } };
    expect(await ask('/readyz?verbose')).toMatchObject({
      status: 200,
      text: JSON.stringify({ state: 'Ready', parts }),
    });
  });

  it('answers with 500 where a fault is in the way, and goes on', async () => {
    fault = new Error('It cannot be measured.');
    const headers = { authorization: `Bearer ${metricsToken}` };
    for (const path of ['/readyz', '/metrics'])
      expect(await ask(path, { headers })).toMatchObject({
        status: 500,
        text: '{"error":"Internal server error"}',
      });
    fault = undefined;
    expect(await ask('/metrics', { headers })).toMatchObject({ status: 200 });
  });

  it('answers HEAD as it does GET, without the body', async () => {
    expect(await ask('/livez', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await ask('/livez')).toMatchObject({ status: 200, text: '{"state":"Alive"}' });
  });

  it.each([
    ['/livez', 'POST'],
    ['/livez/', 'GET'],
    ['/backup', 'GET'],
    ['/backup', 'POST'],
    ['/constructor', 'GET'],
  ])('has nothing at %s for %s', async (path, method) => {
    expect(await ask(path, { method })).toMatchObject({ status: 404, text: '{"error":"Not found"}' });
  });

  it.each([
    [undefined, 'Bearer realm="metrics"'],
    ['Bearer another', 'Bearer error="invalid_token"'],
    [`Basic ${metricsToken}`, 'Bearer error="invalid_token"'],
    [`Bearer ${metricsToken} more`, 'Bearer error="invalid_token"'],
  ])('refuses measures to who brings %s', async (authorization, told) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization });
    expect(await ask('/metrics', { headers })).toMatchObject({ status: 401, told, text: 'Unauthorized' });
  });

  it('tells measures to who brings the token, whatever the case of its scheme', async () => {
    const headers = { authorization: `bearer ${metricsToken}` };
    expect(await ask('/metrics', { headers })).toMatchObject({ status: 200 });
  });
});
