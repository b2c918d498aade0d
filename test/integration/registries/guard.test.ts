import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import type { Registries } from '../../../src/infrastructure/user-registries/registries.ts';
import { registriesOver } from '../../support/registry.ts';
import { type Answerer, recordingUpstream, type Upstream } from '../../support/upstream.ts';

const START = new Date('2026-01-01T00:00:00Z');
const PEOPLE = ['alice', 'bob', 'carol'];
const LEFT_ALONE = {
  answer: 'UNAVAILABLE',
  message: 'The registry failed repeatedly, and is left alone for a moment.',
  retryAfterSeconds: 10,
  durationMs: 0,
};

let registry: Upstream;
let another: Upstream;
let outbound: Outbound;
let registries: Registries;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  [registry, another] = await Promise.all([recordingUpstream(), recordingUpstream()]);
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  registries = registriesOver(outbound);
});
afterEach(async () => {
  vi.useRealTimers();
  await outbound.close();
  await Promise.all([registry.close(), another.close()]);
});

type Asked = { readonly id?: string; readonly of?: Upstream; readonly username?: string };
const ask = ({ id = 'registry', of = registry, username = 'alice' }: Asked = {}) =>
  registries.authenticate(
    { id, orgId: 'acme', type: 'AUTHENTICATION_URL', url: of.url },
    { username, password: `${username}-password` },
  );
const status =
  (code: number): Answerer =>
  (_, response) =>
    response.writeHead(code).end();
/** It fails so often, at these people in turn. */
const fail = async (times: number, people = PEOPLE) => {
  registry.answer = status(500);
  for (let count = 0; count < times; count += 1)
    expect((await ask({ username: people[count % people.length] ?? '' })).httpStatus).toBe(500);
};
/** It does not answer at all, so often, and alice asks alone. */
const silence = async (times: number) => {
  registry.answer = (request) => request.socket.resetAndDestroy();
  for (let count = 0; count < times; count += 1)
    expect((await ask()).message).toBe('The registry cannot be reached.');
};

describe('a registry that fails', () => {
  it('is left alone after ten failures: who comes then is told at once, and it is not asked', async () => {
    await fail(10);
    registry.seen.length = 0;
    for (let count = 0; count < 50; count += 1) expect(await ask()).toEqual(LEFT_ALONE);
    expect(registry.seen).toEqual([]);
  });

  it('is left alone still, however many registries another org has', async () => {
    await fail(10);
    const many = Array.from(
      { length: 1_100 },
      (_, at) => ({ id: `${at}`, orgId: 'eve', url: another.url }) as const,
    );
    while (many.length > 0)
      await Promise.all(
        many
          .splice(0, 100)
          .map((each) =>
            registries.authenticate(
              { ...each, type: 'AUTHENTICATION_URL' },
              { username: 'eve', password: 'x' },
            ),
          ),
      );
    expect(another.seen).toHaveLength(1_100);
    expect(await ask()).toEqual(LEFT_ALONE);
  });

  it('is asked by one after ten seconds, and by all when it answers again', async () => {
    await fail(10);
    vi.setSystemTime(START.getTime() + 9_999);
    expect(await ask()).toEqual(LEFT_ALONE);
    vi.setSystemTime(START.getTime() + 10_000);
    registry.seen.length = 0;
    registry.answer = status(401);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(verdicts.map(({ answer }) => answer)).toEqual(Array(5).fill('REFUSED'));
    expect(registry.seen).toHaveLength(5);
  });

  it('is left alone again when it fails at three persons after that', async () => {
    await fail(10);
    vi.setSystemTime(START.getTime() + 10_000);
    registry.seen.length = 0;
    await fail(3);
    for (let count = 0; count < 5; count += 1) expect(await ask()).toEqual(LEFT_ALONE);
    expect(registry.seen).toHaveLength(3);
  });

  it.each([
    ['one person', ['odd']],
    ['two persons', ['odd', 'odder']],
  ])('at %s alone, however often: their names shut out nobody', async (_who, people) => {
    await fail(30, people);
    registry.answer = status(200);
    expect((await ask()).answer).toBe('ACCEPTED');
  });

  it('and is well again, is not left alone because one name still provokes it', async () => {
    await fail(10);
    vi.setSystemTime(START.getTime() + 10_000);
    await fail(30, ['odd']);
    registry.answer = status(200);
    expect((await ask()).answer).toBe('ACCEPTED');
  });

  it('now and then, with answers in between, is asked on', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fail(9);
      registry.answer = status(200);
      expect((await ask()).answer).toBe('ACCEPTED');
    }
  });

  it('holds up nobody who asks another, be it at the same address', async () => {
    await fail(10);
    registry.answer = status(200);
    expect((await ask({ id: 'of another org' })).answer).toBe('ACCEPTED');
    expect(await ask()).toEqual(LEFT_ALONE);
  });

  it.each([400, 404, 429, 302])('by %d answers: names that it answers so shut out nobody', async (code) => {
    registry.answer = status(code);
    for (let count = 0; count < 20; count += 1) expect((await ask()).httpStatus).toBe(code);
    registry.answer = status(200);
    expect((await ask()).answer).toBe('ACCEPTED');
  });

  it('to answer at all is left alone, though one person alone signs in, and again at the next silence', async () => {
    await silence(10);
    expect(await ask()).toEqual(LEFT_ALONE);
    vi.setSystemTime(START.getTime() + 10_000);
    await silence(1);
    expect(await ask({ username: 'bob' })).toEqual(LEFT_ALONE);
  });

  it('to answer at all now and then, and answers 500 in between, is asked on by that person', async () => {
    for (let round = 0; round < 3; round += 1) {
      await silence(9);
      await fail(1, ['alice']);
    }
    registry.answer = status(200);
    expect((await ask()).answer).toBe('ACCEPTED');
  });
});

describe('a registry that is slow', () => {
  it('is asked 32 times at once; 256 more wait, and more are told at once to come back', async () => {
    const waiting: (() => void)[] = [];
    registry.answer = (_, response) => waiting.push(() => response.writeHead(200).end());
    const asked = Array.from({ length: 300 }, () => ask());
    const busy = await Promise.all(asked.slice(288));
    expect(busy).toEqual(
      Array(12).fill({
        answer: 'UNAVAILABLE',
        message: 'The registry has more to answer than it may be asked at once.',
        retryAfterSeconds: 1,
        durationMs: 0,
      }),
    );
    await expect.poll(() => registry.seen.length).toBe(32);
    another.answer = status(200);
    expect((await ask({ id: 'another', of: another })).answer).toBe('ACCEPTED');

    registry.answer = status(200);
    for (const answer of waiting) answer();
    const served = await Promise.all(asked.slice(0, 288));
    expect(served.every(({ answer }) => answer === 'ACCEPTED')).toBe(true);
    expect(registry.seen).toHaveLength(288);
  });
});
