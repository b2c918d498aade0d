import { beforeEach, describe, expect, it } from 'vitest';
import { createBreakers, type Failure } from '../../../src/data-plane/gateway/forward/breakers.ts';

const KEY = 'http://a for /acme/sandbox a:1.0.0';
const OTHER = 'http://a for /eve/sandbox a:1.0.0';
const refused = { code: 'BACKEND_UNAVAILABLE', status: 503 };
let now = 0;
let faults: string[] = [];

beforeEach(() => {
  now = 0;
  faults = [];
});

function opened() {
  const breakers = createBreakers({
    clock: () => new Date(now),
    onFault: (error) => faults.push((error as Error).message),
  });
  const fail = (count: number, parts: Partial<Failure> = {}, key = KEY) => {
    for (let n = 0; n < count; n += 1)
      breakers.failed(key, { cause: new Error('no'), isImpatient: false, isTrial: false, ...parts });
  };
  const answer = (count: number) => {
    for (let n = 0; n < count; n += 1) breakers.answered(KEY, false);
  };
  return { ...breakers, fail, answer };
}

describe('a breaker', () => {
  it('opens where half of at least twenty calls of a window fail', () => {
    const { admit: enter, fail, answer, open } = opened();
    fail(1);
    answer(10);
    fail(8);
    expect(enter(KEY)).toBe(false);
    fail(1);
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
    expect(open()).toBe(1);
    expect(faults).toEqual([`${KEY} fails: no`, `${KEY} is left alone`]);
  });

  it('stays closed where more are answered, and where fewer than twenty were made', () => {
    const { admit: enter, fail, answer } = opened();
    fail(19);
    now = 10_000;
    fail(19);
    answer(21);
    fail(1);
    expect(enter(KEY)).toBe(false);
  });

  it('is opened by calls late under a short limit only where nothing is answered', () => {
    const { admit: enter, fail, answer } = opened();
    fail(1, { isImpatient: true });
    answer(1);
    fail(100, { isImpatient: true });
    expect(enter(KEY)).toBe(false);
    now = 10_000;
    fail(20, { isImpatient: true });
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
  });

  it('is of one API alone: others of the same origin go on', () => {
    const { admit: enter, fail } = opened();
    fail(20, {}, OTHER);
    expect(() => enter(OTHER)).toThrow(expect.objectContaining(refused));
    expect(enter(KEY)).toBe(false);
  });

  it('closes by the call that tries, not by one that was sent before', () => {
    const { admit: enter, fail, answered, open } = opened();
    fail(20);
    answered(KEY, false);
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
    now = 10_000;
    fail(1);
    expect(enter(KEY)).toBe(true);
    expect(() => enter(KEY)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '1' } }));
    fail(1, { isTrial: true });
    expect(() => enter(KEY)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '10' } }));
    now = 20_000;
    expect(enter(KEY)).toBe(true);
    answered(KEY, true);
    expect([enter(KEY), open()]).toEqual([false, 0]);
  });

  it('is forgotten, the longest known first, where ten thousand APIs fail at once', () => {
    const { admit: enter, fail, open } = opened();
    fail(20);
    for (let n = 0; n < 9_999; n += 1) fail(1, {}, `${n}`);
    expect(open()).toBe(1);
    fail(1, {}, 'one more');
    expect([enter(KEY), open()]).toEqual([false, 0]);
  });
});
