import { describe, expect, it } from 'vitest';
import {
  checkRotation,
  keysWithState,
  PUBLISHED_SECONDS,
  signingKeyAt,
} from '../../../src/domain/oauth/signing-key.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
const key = (kid: string, signsFrom: number, tokenSecondsMax = 3600) => ({
  kid,
  signsFrom: at(signsFrom),
  tokenSecondsMax,
});
const first = key('first', 0);
const second = key('second', 1000);
const third = key('third', 2000, 60);
const standings = (keys: readonly ReturnType<typeof key>[], now: number) =>
  keysWithState(keys, at(now)).map(({ key: { kid }, state, retiresAt }) => [kid, state, retiresAt]);

describe('the keys of a provider', () => {
  it('are one that signs, as long as there is one', () => {
    expect(standings([first], 0)).toEqual([['first', 'SIGNING', null]]);
    expect(standings([], 0)).toEqual([]);
  });

  it('sign from their time on, and are kept until the last token has ended, and 30 seconds more', () => {
    const retiresAt = at(1000 + 3600 + 30);
    expect(standings([second, first], 999)).toEqual([
      ['second', 'PUBLISHED', null],
      ['first', 'SIGNING', retiresAt],
    ]);
    expect(standings([second, first], 1000)).toEqual([
      ['second', 'SIGNING', null],
      ['first', 'RETIRED', retiresAt],
    ]);
  });

  it('each wait for the tokens of their own', () => {
    expect(standings([key('fourth', 3000), third, second], 3000)).toEqual([
      ['fourth', 'SIGNING', null],
      ['third', 'RETIRED', at(3000 + 60 + 30)],
      ['second', 'RETIRED', at(2000 + 3600 + 30)],
    ]);
  });

  it('sign also where a clock is behind that of the process that made the only one', () => {
    expect(signingKeyAt([first], at(-20).getTime())).toBe(first);
    expect(signingKeyAt([second, first], at(-20).getTime())).toBe(first);
    expect(signingKeyAt([], 0)).toBeUndefined();
  });

  it('are not rotated while one waits to sign', () => {
    const [now, next] = [at(0), key('next', PUBLISHED_SECONDS)];
    expect(() => checkRotation([next, first], now)).toThrow(
      expect.objectContaining({
        code: 'TRANSITION_REFUSED',
        message: `A new key signs from ${next.signsFrom.toISOString()}: rotate again after that.`,
      }),
    );
    expect(() => checkRotation([next, first], next.signsFrom)).not.toThrow();
    expect(() => checkRotation([first], now)).not.toThrow();
  });
});
