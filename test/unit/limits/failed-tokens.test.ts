import { describe, expect, it } from 'vitest';
import { FailedTokens } from '../../../src/infrastructure/limits/guesses/failed-tokens.ts';

const sender = (network: string) => ({ orgId: 'org', network });
const isKeptOut = (failures: FailedTokens, network: string) =>
  failures.check(sender(network)).then(
    () => false,
    (error: { code?: string }) => error.code === 'TOO_MANY_ATTEMPTS',
  );
async function fail(failures: FailedTokens, network: string, times = 100): Promise<void> {
  for (let count = 0; count < times; count += 1) await failures.note(sender(network));
}

describe('networks that send invalid tokens', () => {
  it('are remembered up to a number, so that millions of them take no more memory: the latest ones', async () => {
    const failures = new FailedTokens(2);
    await fail(failures, 'first');
    await fail(failures, 'second');
    expect(await isKeptOut(failures, 'first')).toBe(true);
    await fail(failures, 'third', 1);
    expect(await isKeptOut(failures, 'first')).toBe(false);
    expect(await isKeptOut(failures, 'second')).toBe(true);
    await fail(failures, 'third', 99);
    expect(await isKeptOut(failures, 'third')).toBe(true);
  });
});
