import { beforeEach, describe, expect, it } from 'vitest';
import { Breakers, type Failure } from '../../../src/data-plane/gateway/forward/breakers.ts';

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
  const breakers = new Breakers({
    clock: () => new Date(now),
    onFault: (error) => faults.push((error as Error).message),
  });
  const fail = (count: number, parts: Partial<Failure> = {}, key = KEY) => {
    for (let n = 0; n < count; n += 1)
      breakers.failed(key, { cause: new Error('no'), isEarly: false, probe: undefined, ...parts });
  };
  const answer = (count: number) => {
    for (let n = 0; n < count; n += 1) breakers.answered(KEY, undefined);
  };
  return { breakers, enter: (key: string) => breakers.admit(key), open: () => breakers.open(), fail, answer };
}

describe('a breaker', () => {
  it('opens where half of at least twenty calls of a window fail', () => {
    const { enter, fail, answer, open } = opened();
    fail(1);
    answer(10);
    fail(8);
    expect(enter(KEY)).toBeUndefined();
    fail(1);
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
    expect(open()).toBe(1);
    expect(faults).toEqual([`${KEY} fails: no`, `${KEY} is left alone`]);
  });

  it('stays closed where more are answered, and where fewer than twenty were made', () => {
    const { enter, fail, answer } = opened();
    fail(19);
    now = 10_000;
    fail(19);
    answer(21);
    fail(1);
    expect(enter(KEY)).toBeUndefined();
  });

  it('is opened by calls late under a short limit only where nothing is answered', () => {
    const { enter, fail, answer } = opened();
    fail(1, { isEarly: true });
    answer(1);
    fail(100, { isEarly: true });
    expect(enter(KEY)).toBeUndefined();
    now = 10_000;
    fail(20, { isEarly: true });
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
  });

  it('is of one API alone: others of the same origin go on', () => {
    const { enter, fail } = opened();
    fail(20, {}, OTHER);
    expect(() => enter(OTHER)).toThrow(expect.objectContaining(refused));
    expect(enter(KEY)).toBeUndefined();
  });

  it('closes by the call that tries, not by one that was sent before', () => {
    const { enter, fail, breakers, open } = opened();
    fail(20);
    breakers.answered(KEY, undefined);
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
    now = 10_000;
    fail(1);
    const probe = enter(KEY);
    expect(probe?.key).toBe(KEY);
    expect(() => enter(KEY)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '1' } }));
    fail(1, { probe });
    expect(() => enter(KEY)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '10' } }));
    now = 20_000;
    breakers.answered(KEY, enter(KEY));
    expect([enter(KEY), open()]).toEqual([undefined, 0]);
  });

  it('lets another call probe where one has ended without telling, and once alone', () => {
    const { enter, breakers, fail } = opened();
    fail(20);
    now = 10_000;
    const probe = enter(KEY);
    expect(() => enter(KEY)).toThrow(expect.objectContaining(refused));
    if (probe) breakers.release(probe);
    const another = enter(KEY);
    expect(another?.key).toBe(KEY);
    fail(1, { probe: another });
    if (another) breakers.release(another);
    expect(() => enter(KEY)).toThrow(expect.objectContaining({ headers: { 'Retry-After': '10' } }));
  });

  it('is forgotten, the longest known first, where ten thousand APIs fail at once', () => {
    const { enter, fail, open } = opened();
    fail(20);
    for (let n = 0; n < 9_999; n += 1) fail(1, {}, `${n}`);
    expect(open()).toBe(1);
    fail(1, {}, 'one more');
    expect([enter(KEY), open()]).toEqual([undefined, 0]);
  });
});
