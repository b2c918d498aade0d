// Requests by a grammar of well and badly spoken HTTP, sent over raw sockets. An independent reader, stricter than any
// server, says what of them is a request; whoever forwards more has let somebody smuggle one.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../src/foundation/errors.ts';
import { until } from '../../support/eventually.ts';
import { marked } from '../../support/hostile-bodies.ts';
import { hostile } from '../../support/hostile-requests.ts';
import { hasOldParser } from '../../support/http-parsers.ts';
import { exchange } from '../../support/raw-http.ts';
import { strictAnswers } from '../../support/strict-answers.ts';
import { type StrictRequest, strictRequests } from '../../support/strict-reader.ts';
import { openStrictWorld, PATH, type StrictWorld } from '../../support/strict-world.ts';

const RUNS = 1_500;
const CPU_MS_MAX = 2_000;
const CPU_MS_MEAN_MAX = 50;

let world: StrictWorld;
beforeAll(async () => {
  world = await openStrictWorld();
});
afterAll(() => world.close());

const keyOf = ({ method, headers, body }: StrictRequest) =>
  `${method} ${headers.get('x-marker')} ${Buffer.from(body, 'latin1')}`;

it.skipIf(hasOldParser)(
  `${RUNS} connections of hostile requests are answered or closed in bounded time, and smuggle nothing`,
  async () => {
    const allowed = new Map<string, number>();
    const codes = new Set<string>();
    let taken = 0;
    let served = 0;
    let cpuMs = 0;

    function expectNoMoreThanRead(): void {
      for (const { method, headers, body } of world.upstream.seen.slice(taken)) {
        taken += 1;
        const key = `${method} ${headers['x-marker']} ${body}`;
        const left = allowed.get(key) ?? 0;
        expect({ key, isARequest: left > 0 }).toEqual({ key, isARequest: true });
        allowed.set(key, left - 1);
      }
    }

    const property = fc.asyncProperty(hostile, async ({ bytes, cuts }) => {
      const sent = marked(bytes);
      const { requests, rest } = strictRequests(sent);
      for (const request of requests) allowed.set(keyOf(request), (allowed.get(keyOf(request)) ?? 0) + 1);
      const before = process.cpuUsage();
      const methods = [...requests.map(({ method }) => method), rest.split(' ', 1).join()];
      // Each whole request is answered, or the connection closed: only then the caller gives up.
      const ends = (text: string) => strictAnswers(text, methods).statuses.length >= requests.length;
      const { closed, received } = await exchange(world.port, sent, { ends, cuts });
      const { user, system } = process.cpuUsage(before);
      const answered = strictAnswers(received, methods);
      expect({ closed, rest: answered.rest }).toEqual({ closed: true, rest: '' });
      // What cannot be read is refused once.
      expect(answered.statuses.length).toBeLessThanOrEqual(requests.length + 1);
      expect(answered.statuses.filter((status) => status >= 500 && status !== 505)).toEqual([]);
      expect(answered.codes.filter((code) => !(code in catalogue) || code === 'INTERNAL')).toEqual([]);
      expectNoMoreThanRead();
      expect((user + system) / 1_000).toBeLessThan(CPU_MS_MAX);
      for (const code of answered.codes) codes.add(code);
      cpuMs += (user + system) / 1_000;
      served += answered.statuses.filter((status) => status === 200).length;
    });
    // Each try of a smaller example may take as long as one waits for an answer.
    await fc.assert(property, { seed: 18, numRuns: RUNS, endOnFailure: true });

    expect(cpuMs / RUNS).toBeLessThan(CPU_MS_MEAN_MAX);
    expect((await world.call(PATH)).status).toBe(200);
    await until(() => world.records.length >= world.upstream.seen.length);
    expect(world.faults).toEqual([]);
    // Each that a back-end got has an entry of its own in the access log.
    const ids = world.upstream.seen.map(({ headers }) => `${headers['x-request-id']}`);
    const admitted = new Set(world.records.map(({ requestId }) => requestId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !admitted.has(id))).toEqual([]);
    // The grammar reaches what it is to test.
    expect(served).toBeGreaterThan(RUNS / 4);
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'BAD_USER_INPUT',
        'CLIENT_ID_MISSING',
        'HEADERS_TOO_LARGE',
        'HTTP_VERSION_UNSUPPORTED',
        'METHOD_NOT_ALLOWED',
        'API_NOT_FOUND',
        'REQUEST_TOO_LARGE',
        'TARGET_TOO_LONG',
      ]),
    );
  },
  60_000,
);
